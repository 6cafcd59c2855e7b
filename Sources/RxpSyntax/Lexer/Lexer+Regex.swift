import RxpText

extension Lexer {
  /// The offset of the `/` that closes the regular expression opened at an offset; nil where the
  /// line ends before. A `/` in a class `[…]` or after a backslash closes nothing.
  func regexClose(from start: Int) -> Int? {
    let lineEnd = min(endOfLine(from: start), start + SyntaxLimits.regexBytes + 2)
    var end = start + 1
    var inClass = false
    while end < lineEnd {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): inClass = true
      case UInt8(ascii: "]"): inClass = false
      case UInt8(ascii: "/") where !inClass: return end
      default: break
      }
      end += 1
    }
    return nil
  }

  /// Reads the token at a `/` anew, as a regular expression.
  mutating func regex(at slash: Token) -> Token {
    var token = slash
    let start = slash.span.start
    guard let close = regexClose(from: start) else {
      offset = endOfLine(from: start)
      report(
        Diagnostic(
          "E0108", "the regular expression is not closed", at: slash.span, label: "opened here",
          help:
            "it ends on its line with `/`, after at most \(SyntaxLimits.regexBytes) bytes; in it a"
            + " slash is written  \\/",
          fix: .init(Span(offset, offset), "/")))
      token.kind = .invalid
      token.span = Span(start, offset)
      return token
    }
    let pattern = Span(start + 1, close)
    let flagsEnd = nameEnd(from: close + 1)
    let flags = Span(close + 1, max(close + 1, flagsEnd))
    offset = flags.end
    if String(validating: bytes[pattern.start..<pattern.end], as: UTF8.self) == nil {
      reportBadBytes(pattern)
    }
    reportUnknownFlag(flags)
    token.kind = .regex(pattern: source[pattern], flags: source[flags])
    token.span = Span(start, offset)
    return token
  }

  private mutating func reportUnknownFlag(_ flags: Span) {
    var start = flags.start
    for flag in source[flags].unicodeScalars {
      let span = Span(start, start + UTF8.width(flag))
      start = span.end
      if "imsx".unicodeScalars.contains(flag) { continue }
      return report(
        Diagnostic(
          "E0109", "a regular expression has no flag `\(flag)`", at: span,
          help: "i ignores case, m lets ^ and $ match at lines, s lets . match line breaks,"
            + " x ignores blanks in the pattern",
          fix: .init(span, "")))
    }
  }
}
