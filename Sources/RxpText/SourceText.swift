/// A named text with its lines: a script, a one-liner, a line typed at the prompt.
public final class SourceText: Sendable {
  /// What a message calls it: a path, `-e`, `prompt`.
  public let name: String
  /// The bytes as read; not necessarily valid UTF-8.
  public let bytes: [UInt8]
  /// The offset at which each line starts; never empty.
  public let lineStarts: [Int]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  public convenience init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text of a span, with bad bytes shown as U+FFFD.
  public subscript(span: Span) -> String {
    String(decoding: bytes[clamped(span.start)..<clamped(max(span.start, span.end))], as: UTF8.self)
  }

  /// The line (from 0) that holds a byte offset.
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line without its newline.
  public func lineSpan(_ line: Int) -> Span {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Span(start, end)
  }

  /// Line and column from 1, as messages show them; the column counts characters.
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let line = line(at: offset)
    let before = Span(lineStarts[line], clamped(offset))
    // In ASCII a byte is a character; lines of megabytes are mostly that.
    if bytes[before.start..<max(before.start, before.end)].allSatisfy({ $0 < 0x80 }) {
      return (line + 1, max(0, before.end - before.start) + 1)
    }
    return (line + 1, self[before].count + 1)
  }

  private func clamped(_ offset: Int) -> Int { max(0, min(offset, bytes.count)) }
}
