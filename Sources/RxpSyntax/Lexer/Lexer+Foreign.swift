import RxpText

/// Signs of other languages and characters that only look right: told, and then read as what was
/// meant, so that nothing follows from them.
extension Lexer {
  mutating func foreign(_ written: String, as meant: String, _ kind: TokenKind) -> TokenKind {
    let span = Span(offset, offset + written.utf8.count)
    report(
      Diagnostic(
        "E0113", "`\(written)` is not an operator here", at: span, label: "write `\(meant)`",
        help: purpose(of: meant), fix: .init(span, meant)))
    offset = span.end
    return kind
  }

  private func purpose(of sign: String) -> String? {
    switch sign {
    case "and": "`and`, `or` and `not` are words:  filter len > 3 and it != \"none\""
    case "=>": "a lambda is written  x => x * 2"
    case "==": "`==` compares two values"
    case "!=": "`!=` is true of values that differ"
    case "~": "`~` compares with a regular expression:  filter it ~ /err/"
    case "..": "a range is written  1..5  and holds both its ends"
    case ".": "a field that is not there is nil, so `.` is enough"
    case "|": "stages are joined by `|`"
    case "=": "`let name = …` defines, `name = …` sets a `var`"
    default: nil
    }
  }

  mutating func power(_ written: String) -> TokenKind {
    let span = Span(offset, offset + written.utf8.count)
    report(
      Diagnostic(
        "E0113", "`\(written)` is not an operator here", at: span,
        help: "a power is written  pow(it, 2)"))
    offset = span.end
    return .invalid
  }

  mutating func foreignComment() -> TokenKind {
    let span = Span(offset, offset + 2)
    report(
      Diagnostic(
        "E0111", "`//` begins no comment here", at: span, label: "a comment begins with `#`",
        fix: .init(span, "#")))
    offset = endOfLine(from: offset)
    return .invalid
  }

  /// `$1`, `$0`, `$name` of awk, Swift and the shell.
  mutating func dollar() -> TokenKind {
    let start = offset
    offset += 1
    while offset < bytes.count, isNameByte(bytes[offset]) { offset += 1 }
    let span = Span(start, offset)
    let isField = offset == start + 2 && byte(start + 1) != UInt8(ascii: "0")
    report(
      Diagnostic(
        "E0101", "`$` means nothing here", at: span,
        help: isField
          ? "the first word of a line is  words(it)[0], the second  words(it)[1]"
          : "the event is called `it`; a lambda names it:  map x => x * 2"))
    return .invalid
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// A character that begins no token.
  mutating func strange(_ scalar: Unicode.Scalar?, _ length: Int) -> TokenKind {
    guard let scalar else { return badBytes() }
    if let closing = Self.quotes[scalar] { return smartQuotes(closing, length) }
    if let (meant, kind) = Self.lookalikes[scalar] {
      let span = Span(offset, offset + length)
      report(
        Diagnostic(
          "E0101", "`\(scalar)` is not read as `\(meant)`", at: span,
          label: "this is \(codePoint(scalar))", help: "write  \(meant)", fix: .init(span, meant)))
      offset = span.end
      return kind
    }
    let start = offset
    offset += length
    // A run of them, an emoji of several parts or binary data, is one mistake.
    while offset < bytes.count, bytes[offset] >= 0x80 {
      let (next, length) = bytes.decodeScalar(at: offset)
      guard let next, !next.properties.isXIDStart, Self.quotes[next] == nil else { break }
      offset += length
    }
    let isControl = scalar.properties.generalCategory == .control
    let help: String? =
      switch scalar {
      case "`": "a string stands between \" and \", or raw between ' and '"
      case "\\": "a line that ends in `|`, `,` or an operator goes on; nothing else is needed"
      default: nil
      }
    report(
      Diagnostic(
        "E0101", isControl ? "a control character in the text" : "`\(scalar)` means nothing here",
        at: Span(start, offset), label: isControl ? "this is \(codePoint(scalar))" : "", help: help)
    )
    return .invalid
  }

  private mutating func badBytes() -> TokenKind {
    let start = offset
    while offset < bytes.count, bytes[offset] >= 0x80 {
      let (scalar, length) = bytes.decodeScalar(at: offset)
      guard scalar == nil else { break }
      offset += length
    }
    reportBadBytes(Span(start, offset))
    return .invalid
  }

  mutating func reportBadBytes(_ span: Span) {
    let value = String(bytes[span.start], radix: 16, uppercase: true)
    report(
      Diagnostic(
        "E0102", "bytes that are not UTF-8", at: span, label: "the first is 0x\(value)",
        help: "save the text as UTF-8"))
  }

  private mutating func smartQuotes(_ closing: Set<Unicode.Scalar>, _ length: Int) -> TokenKind {
    let start = offset
    offset += length
    let textStart = offset
    // A straight quote closes only where no curly one does.
    let straight: Unicode.Scalar = closing.contains("\u{2019}") ? "'" : "\""
    guard let (textEnd, end) = find(closing, from: textStart) ?? find([straight], from: textStart)
    else {
      report(
        Diagnostic(
          "E0110", "a curly quote begins no string", at: Span(start, textStart),
          label: "write a straight quote, and close it"))
      return .invalid
    }
    let text = source[Span(textStart, textEnd)]
    let span = Span(start, end)
    offset = end
    report(
      Diagnostic(
        "E0110", "curly quotes hold no string", at: span, label: "write straight quotes",
        fix: text.contains { $0 == "\"" || $0 == "\\" } ? nil : .init(span, "\"\(text)\"")))
    return .rawString(text)
  }

  /// The first of some characters on the line: where it begins and where it ends.
  private func find(_ wanted: Set<Unicode.Scalar>, from start: Int) -> (Int, Int)? {
    var offset = start
    let lineEnd = endOfLine(from: start)
    while offset < lineEnd {
      let (scalar, length) = bytes.decodeScalar(at: offset)
      if let scalar, wanted.contains(scalar) { return (offset, offset + length) }
      offset += length
    }
    return nil
  }

  private static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
    "\u{201C}": ["\u{201C}", "\u{201D}"], "\u{201D}": ["\u{201C}", "\u{201D}"],
    "\u{201E}": ["\u{201C}", "\u{201D}"], "\u{AB}": ["\u{BB}"], "\u{BB}": ["\u{AB}"],
    "\u{2018}": ["\u{2018}", "\u{2019}"], "\u{2019}": ["\u{2018}", "\u{2019}"],
  ]

  private static let lookalikes: [Unicode.Scalar: (String, TokenKind)] = [
    "\u{2264}": ("<=", .infix(.lessOrEqual)), "\u{2265}": (">=", .infix(.greaterOrEqual)),
    "\u{2260}": ("!=", .infix(.notEqual)), "\u{2192}": ("=>", .arrow), "\u{21D2}": ("=>", .arrow),
    "\u{2026}": ("..", .infix(.range)), "\u{2013}": ("-", .infix(.subtract)),
    "\u{2014}": ("-", .infix(.subtract)), "\u{2212}": ("-", .infix(.subtract)),
    "\u{D7}": ("*", .infix(.multiply)), "\u{F7}": ("/", .infix(.divide)), "\u{FF5C}": ("|", .pipe),
    "\u{FF0C}": (",", .comma), "\u{FF08}": ("(", .open(.round)), "\u{FF09}": (")", .close(.round)),
  ]
}
