/// A line of a file of timed events: `SECONDS VALUE`, `SECONDS |`, `SECONDS # WHY`.
struct TimedLine {
  let instant: Instant
  let content: Event.Content

  struct Mistake: Error { let message: String }

  final class Parser {
    private let decoder = JSONDecoder()

    /// The event of a line; nil for a comment or a blank line. A byte order mark may lead the first.
    func parse(
      _ line: UnsafeBufferPointer<UInt8>, isFirst: Bool
    ) throws(Mistake) -> TimedLine? {
      var rest = line[...]
      if isFirst, rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
      rest = rest.drop(while: \.isBlank)
      if rest.isEmpty || rest.first == UInt8(ascii: "#") { return nil }
      let number = Text(Array(rest.prefix { !$0.isBlank }))
      guard let seconds = NumberText(number).number,
        let instant = Time.nanoseconds(seconds: seconds), instant >= 0, instant < Time.forever
      else {
        throw Mistake(message: "SECONDS VALUE expected: \(Value.text(number).excerpt()) is no time")
      }
      rest = rest.dropFirst(number.count).drop(while: \.isBlank)
      return TimedLine(instant: instant, content: content(rest))
    }

    private func content(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Event.Content {
      if text.first == UInt8(ascii: "|"), text.dropFirst().allSatisfy(\.isBlank) {
        return .completed
      }
      if text.first == UInt8(ascii: "#") {
        let why = Text(Array(text.dropFirst().drop(while: \.isBlank)))
        return .error(Failure.from(.text(why.isEmpty ? "error" : why)))
      }
      // JSON, or the text as it stands.
      let value = Text(Array(text))
      return .next((try? decoder.decode(value)) ?? .text(value))
    }
  }
}

/// Leads some files in UTF-8, and means nothing.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
