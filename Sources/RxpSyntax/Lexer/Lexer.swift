import RxpText

/// Reads tokens on demand, one at a time.
///
/// On demand, because `/` begins a regular expression in one place and divides in another, and
/// only the parser knows which: it sets `offset` back and asks anew.
struct Lexer {
  let source: SourceText
  let bytes: [UInt8]
  /// Where the next token is looked for.
  var offset = 0
  var diagnostics: [Diagnostic] = []
  var hasReportedSpace = false
  /// The innermost open bracket: a string that is not closed ends before the bracket that closes.
  var openBracket: Bracket?

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }  // a byte order mark
  }

  /// The byte at an offset; 0 past the end, which no rule asks for.
  func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < SyntaxLimits.diagnostics { diagnostics.append(diagnostic) }
  }

  /// The `#!` line at the start of the text, without its line break.
  mutating func shebang() -> String? {
    guard byte(offset) == UInt8(ascii: "#"), byte(offset + 1) == UInt8(ascii: "!") else {
      return nil
    }
    let start = offset
    offset = endOfLine(from: offset)
    return source[Span(start, offset)]
  }

  mutating func next() -> Token {
    var token = Token(kind: .endOfText, span: Span(offset, offset))
    skipBlanks(before: &token)
    let start = offset
    if start < bytes.count {
      token.kind = scan(&token)
      // Whatever is wrong with the text, each token takes at least one byte of it.
      if offset <= start { offset = start + 1 }
    }
    token.span = Span(start, offset)
    return token
  }

  private mutating func scan(_ token: inout Token) -> TokenKind {
    let first = bytes[offset]
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      let end = nameEnd(from: offset)
      token.word = source[Span(offset, end)]
      offset = end
      return .name
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "\""): return sign(.doubleQuote, 1)
    case UInt8(ascii: "'"): return rawString()
    case 0x80...: return beyondASCII(&token)
    default: return punctuation(first, glued: !token.spaceBefore)
    }
  }

  /// A token of so many bytes.
  mutating func sign(_ kind: TokenKind, _ length: Int) -> TokenKind {
    offset += length
    return kind
  }

  private mutating func beyondASCII(_ token: inout Token) -> TokenKind {
    let (scalar, length) = bytes.decodeScalar(at: offset)
    guard let scalar, scalar.properties.isXIDStart else { return strange(scalar, length) }
    let end = nameEnd(from: offset)
    token.word = source[Span(offset, end)]
    offset = end
    return .name
  }
}
