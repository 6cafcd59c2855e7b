import RxpText

extension Lexer {
  /// A run of a double-quoted string, up to what ends it.
  struct StringPiece {
    enum Ending: Equatable { case quote, interpolation, line }
    var text: String
    var ending: Ending
  }

  /// Reads on after the opening quote or an interpolation. Afterwards `offset` stands behind the
  /// closing quote or the `\(`, or at the end of the line.
  mutating func stringPiece() -> StringPiece {
    var text: [UInt8] = []
    let start = offset
    var ending = StringPiece.Ending.line
    scanning: while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        ending = .quote
        break scanning
      case UInt8(ascii: "\n"): break scanning
      case UInt8(ascii: "\r") where byte(offset + 1) == UInt8(ascii: "\n"): break scanning
      case UInt8(ascii: "\\"):
        if byte(offset + 1) == UInt8(ascii: "(") {
          offset += 2
          ending = .interpolation
          break scanning
        }
        escape(into: &text)
      case let other:
        text.append(other)
        offset += 1
      }
    }
    return StringPiece(text: checkedText(text, in: Span(start, offset)), ending: ending)
  }

  /// `'…'`, in which every character stands for itself.
  mutating func rawString() -> TokenKind {
    let start = offset
    let lineEnd = endOfLine(from: start)
    var end = start + 1
    while end < lineEnd, bytes[end] != UInt8(ascii: "'") { end += 1 }
    if end < lineEnd {
      offset = end + 1
    } else {
      endUnclosedString(Span(start, start + 1), from: start + 1, quote: "'")
      end = offset
    }
    let inner = Span(start + 1, end)
    return .rawString(checkedText(Array(bytes[inner.start..<inner.end]), in: inner))
  }

  /// Ends a string that its line does not close: before the bracket that would close the innermost
  /// open one, since `startsWith("err) | take 3` lacks one quote and nothing else.
  mutating func endUnclosedString(_ opening: Span, from start: Int, quote: String) {
    let lineEnd = endOfLine(from: start)
    var end = lineEnd
    if let bracket = openBracket, let close = bracket.close.utf8.first,
      let found = bytes[start..<lineEnd].firstIndex(of: close)
    {
      end = found
    }
    report(
      Diagnostic(
        "E0103", "the string is not closed", at: opening, label: "opened here",
        help: "a string ends on its line with  \(quote)", fix: .init(Span(end, end), quote)))
    offset = end
  }

  private mutating func checkedText(_ text: [UInt8], in span: Span) -> String {
    if let valid = String(validating: text, as: UTF8.self) { return valid }
    var offset = span.start
    while offset < span.end {
      let (scalar, length) = bytes[..<span.end].decodeScalar(at: offset)
      if scalar == nil {
        reportBadBytes(Span(offset, offset + length))
        break
      }
      offset += length
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(into text: inout [UInt8]) {
    let start = offset
    let letter = byte(offset + 1)
    offset = min(offset + 2, bytes.count)
    switch letter {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "e"): text.append(0x1B)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(letter)
    case UInt8(ascii: "\n"): break  // the string goes on in the next line
    case UInt8(ascii: "\r") where byte(offset) == UInt8(ascii: "\n"): offset += 1
    case UInt8(ascii: "u"): unicodeEscape(from: start, into: &text)
    default:
      // The rest of a character that is not ASCII belongs to the same mistake.
      if letter >= 0x80 { offset = start + 1 + bytes.decodeScalar(at: start + 1).length }
      let span = Span(start, offset)
      text.append(contentsOf: bytes[start..<offset])
      report(
        Diagnostic(
          "E0104", "`\(source[span])` is no escape", at: span,
          help: "a backslash itself is written  \\\\  or between single quotes, which are raw",
          fix: .init(Span(start, start + 1), "\\\\")))
    }
  }

  /// `\u{1F600}`.
  private mutating func unicodeEscape(from start: Int, into text: inout [UInt8]) {
    let digits = offset + 1
    var end = digits
    while end - digits <= 8, Character(Unicode.Scalar(byte(end))).isHexDigit { end += 1 }
    if byte(offset) == UInt8(ascii: "{"), byte(end) == UInt8(ascii: "}"),
      let value = UInt32(source[Span(digits, end)], radix: 16), let scalar = Unicode.Scalar(value)
    {
      text.append(contentsOf: String(scalar).utf8)
      offset = end + 1
      return
    }
    report(
      Diagnostic(
        "E0104", "an unfinished or impossible `\\u` escape", at: Span(start, offset),
        help: "write the number of a character in hexadecimal digits:  \\u{1F600}"))
  }
}
