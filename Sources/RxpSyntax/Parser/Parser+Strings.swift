import RxpText

extension Parser {
  /// A double-quoted string whose opening quote is the current token.
  mutating func parseString() -> Expression {
    let opening = current.span
    let parts = nested { parser in
      let outer = (parser.lines, parser.stops)
      let parts = parser.parseStringParts(opening)
      (parser.lines, parser.stops) = outer
      return parts
    }
    let span = Span(opening.start, max(opening.end, previous.end))
    guard let parts else { return Expression(.invalid, span) }
    switch parts.count {
    case 0: return Expression(.string("", raw: false), span)
    case 1:
      if case .text(let text) = parts[0] { return Expression(.string(text, raw: false), span) }
      fallthrough
    default: return Expression(.interpolated(parts), span)
    }
  }

  private mutating func parseStringParts(_ opening: Span) -> [StringPart] {
    var parts: [StringPart] = []
    while true {
      let start = lexer.offset
      let piece = lexer.stringPiece()
      if !piece.text.isEmpty { parts.append(.text(piece.text)) }
      switch piece.ending {
      case .quote: return finish(parts, opening)
      case .line:
        if lexer.offset >= lexer.bytes.count, lexer.bytes.last == UInt8(ascii: "\n") {
          noteUnfinished()
        }
        lexer.endUnclosedString(opening, from: start, quote: "\"")
        return finish(parts, opening)
      case .interpolation:
        guard let value = parseInterpolation(in: opening) else { return parts }
        parts.append(.value(value.expression))
        if value.endsString { return finish(parts, opening) }
      }
    }
  }

  /// Goes on behind the string.
  private mutating func finish(_ parts: [StringPart], _ opening: Span) -> [StringPart] {
    let end = lexer.offset
    advance()
    previous = Span(opening.start, end)
    previousEndsOperand = true
    return parts
  }

  /// The expression after `\(`, up to its `)`; nil where the rest of the statement has been given up.
  private mutating func parseInterpolation(in opening: Span) -> (
    expression: Expression, endsString: Bool
  )? {
    let mark = Span(lexer.offset - 2, lexer.offset)
    lines = .ending
    stops = []
    openBrackets.append(.round)
    defer { openBrackets.removeLast() }
    previous = mark
    // The quote is not taken by `advance`: the string is one token as far as the rest is concerned.
    current = lexer.next()
    let expression = parseExpression()
    if isAbandoned { return nil }
    if kind == .close(.round) {
      previous = current.span
      return (expression, false)
    }
    let isClosedByQuote = kind == .doubleQuote
    let place = previous.end
    // What stands in the line up to a quote is text that ran into the interpolation.
    if !isClosedByQuote {
      let lineEnd = lexer.endOfLine(from: mark.end)
      let rest = min(max(place, mark.end), lineEnd)
      let quote = lexer.bytes[rest..<lineEnd].firstIndex(of: UInt8(ascii: "\""))
      lexer.offset = quote.map { $0 + 1 } ?? lineEnd
    }
    if toldAt != current.span.start, current.kind != .invalid {
      lexer.report(
        Diagnostic(
          "E0202", "`\\(` is not closed", at: mark, label: "opened here",
          help: "an expression in a string ends with  )", fix: .init(Span(place, place), ")")))
    }
    return (expression, true)
  }
}
