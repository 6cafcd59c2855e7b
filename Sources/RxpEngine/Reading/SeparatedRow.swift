#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Takes rows of separated values apart, as RFC 4180 has them: quotes around a value, doubled inside
/// it, newlines allowed there. A quote inside a value without quotes is a quote.
struct SeparatedRow {
  enum Outcome: Equatable {
    /// The row is complete: its values are in `values`.
    case complete
    /// A value in quotes goes on in the next line.
    case open
    /// No row: why, and the byte of the line where it shows. It is dropped.
    case bad(message: String, column: Int)
  }

  private static let quote = UInt8(ascii: "\"")

  let separator: UInt8
  let limit: Int
  private(set) var values: [Value] = []
  /// Whether the next line goes on with a value in quotes.
  private(set) var isOpen = false
  /// The value in quotes so far.
  private var value: [UInt8] = []
  /// Bytes of the row so far.
  private var bytes = 0

  /// `limit`: the bytes a row may have.
  init(separator: UInt8, limit: Int = Limits.lineBytes) {
    self.separator = separator
    self.limit = limit
  }

  /// Forgets a row that is not complete.
  mutating func drop() {
    isOpen = false
    value = []
  }

  /// Reads a line; `endsInReturn`: its newline has a carriage return before it.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>, endsInReturn: Bool) -> Outcome {
    var at = 0
    if isOpen {
      bytes += line.count
      if bytes > limit {
        drop()
        return .bad(message: "a row longer than \(limit) bytes: is a quote missing?", column: 1)
      }
    } else {
      values.removeAll(keepingCapacity: true)
      bytes = line.count
    }
    while true {
      if isOpen || (at < line.count && line[at] == SeparatedRow.quote) {
        if !isOpen { at += 1 }
        isOpen = true
        guard let behind = readQuoted(line, from: at) else {
          if endsInReturn { value.append(0x0D) }
          value.append(0x0A)
          return .open
        }
        isOpen = false
        values.append(.text(Text(value)))
        value.removeAll(keepingCapacity: value.capacity < 65_536)
        at = behind
        if at < line.count, line[at] != separator {
          return .bad(message: "text behind a closing quote", column: at + 1)
        }
      } else {
        let rest = UnsafeBufferPointer(rebasing: line[at...])
        let count = SeparatedRow.first(separator, in: rest) ?? rest.count
        values.append(.text(Text(start: rest.baseAddress, count: count)))
        at += count
      }
      if at == line.count { return .complete }
      // Behind a separator there is another value, also at the end of the line.
      at += 1
    }
  }

  /// The rest of a value in quotes; what stands behind its closing quote, nil where there is none.
  private mutating func readQuoted(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var at = start
    while true {
      let rest = UnsafeBufferPointer(rebasing: line[at...])
      guard let count = SeparatedRow.first(SeparatedRow.quote, in: rest) else {
        value.append(contentsOf: rest)
        return nil
      }
      value.append(contentsOf: rest[..<count])
      at += count + 1
      guard at < line.count, line[at] == SeparatedRow.quote else { return at }
      value.append(SeparatedRow.quote)
      at += 1
    }
  }

  private static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress, !bytes.isEmpty,
      let found = memchr(start, Int32(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
