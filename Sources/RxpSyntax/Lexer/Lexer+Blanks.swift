import RxpText

extension Lexer {
  /// Skips what stands between tokens and notes it on the token that follows.
  mutating func skipBlanks(before token: inout Token) {
    // The start of the text counts as the start of a line.
    token.lineBefore = offset == 0
    var lineBreaks = 0
    let start = offset
    scanning: while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C:
        offset += 1
      case UInt8(ascii: "\n"):
        offset += 1
        lineBreaks += 1
        token.lineBefore = true
      case UInt8(ascii: "#"):
        token.comments.append(
          LexedComment(
            comment: comment(), onOwnLine: token.lineBefore, blankLineBefore: lineBreaks > 1))
        lineBreaks = 0
      case 0x80...:
        guard skipForeignBlank() else { break scanning }
      default: break scanning
      }
    }
    token.spaceBefore = offset > start || start == 0
    token.blankLineBefore = lineBreaks > 1
  }

  private mutating func comment() -> Comment {
    let start = offset
    offset = endOfLine(from: offset)
    let whole = Span(start, offset)
    var text = start + 1
    if text < offset, bytes[text] == UInt8(ascii: " ") { text += 1 }
    var end = offset
    while end > text, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[end - 1]) { end -= 1 }
    return Comment(text: source[Span(text, end)], span: whole)
  }

  /// Blanks that come with text copied from a web page: told once, then read as blanks.
  private mutating func skipForeignBlank() -> Bool {
    let (scalar, length) = bytes.decodeScalar(at: offset)
    guard let scalar,
      scalar.properties.generalCategory == .spaceSeparator || scalar == "\u{200B}"
        || scalar == "\u{FEFF}"
    else { return false }
    if !hasReportedSpace {
      hasReportedSpace = true
      let span = Span(offset, offset + length)
      report(
        Diagnostic(
          "E0101", "a blank that is no plain space", at: span,
          label: "this is \(codePoint(scalar))", help: "write a plain space", fix: .init(span, " ")
        ))
    }
    offset += length
    return true
  }

  /// The offset of the line break that ends the line, or of the end of the text.
  func endOfLine(from start: Int) -> Int {
    // By the table of lines: a line may be the whole text, and is asked about often.
    max(start, source.lineSpan(source.line(at: start)).end)
  }

  func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = scalar.properties.name.map { " (\($0.lowercased()))" } ?? ""
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + name
  }
}
