import RxpText

extension Parser {
  /// Reads a node that holds others, one level deeper; nil where the text is nested too deep.
  mutating func nested<T>(_ body: (inout Parser) -> T) -> T? {
    guard depth < SyntaxLimits.nesting else {
      report(
        Diagnostic(
          "E0217", "the text is nested too deep", at: current.span,
          label: "level \(SyntaxLimits.nesting + 1), at most \(SyntaxLimits.nesting) are read",
          help: "name the inner parts with `let`"))
      abandon()
      return nil
    }
    depth += 1
    let outer = height
    height = 0
    let result = body(&self)
    depth -= 1
    grow(to: height + 1)
    height = max(outer, height)
    return result
  }

  /// Notes the height of the node just read.
  mutating func grow(to newHeight: Int) {
    height = newHeight
    guard height > SyntaxLimits.expressionHeight, !isAbandoned else { return }
    report(
      Diagnostic(
        "E0218", "the expression is too long", at: current.kind == .endOfText ? gap : current.span,
        label: "part \(SyntaxLimits.expressionHeight + 1) of a chain, at most"
          + " \(SyntaxLimits.expressionHeight) are read",
        help: "name parts of it with `let`, or use a list"))
    abandon()
  }

  /// Gives up the statement, with the blocks that it stands in: goes on at the next line that
  /// starts with a word at its very beginning.
  mutating func abandon() {
    isAbandoned = true
    var lineEnd = lexer.endOfLine(from: previous.end)
    while lineEnd < lexer.bytes.count {
      let lineBreak = lexer.byte(lineEnd) == UInt8(ascii: "\r") ? lineEnd + 1 : lineEnd
      if lexer.isNameStart(at: lineBreak + 1) { break }
      lineEnd = lexer.endOfLine(from: lineBreak + 1)
    }
    lexer.offset = lineEnd
    current = lexer.next()
  }

  /// Reads what stands in a bracket whose opening is the current token, and its closing; nil where
  /// the text is nested too deep.
  mutating func bracketed<T>(_ bracket: Bracket, _ body: (inout Parser) -> T) -> T? {
    let opening = current.span
    return nested { parser in
      let (outerLines, outerStops) = (parser.lines, parser.stops)
      if parser.lines == .significant { parser.lines = .ignored }
      parser.stops = []
      parser.openBrackets.append(bracket)
      parser.advance()
      let result = body(&parser)
      parser.close(bracket, openedAt: opening)
      parser.lines = outerLines
      parser.stops = outerStops
      return result
    }
  }

  private mutating func close(_ bracket: Bracket, openedAt opening: Span) {
    openBrackets.removeLast()
    switch kind {
    case .close(bracket): advance()
    case .close(let other):
      let closesOuter = openBrackets.contains(other)
      report(
        Diagnostic(
          "E0204", "`\(other.close)` cannot close `\(bracket.open)`", at: current.span,
          label: "`\(bracket.close)` is expected here", also: [.init(opening, "opened here")],
          fix: closesOuter
            ? .init(Span(current.span.start, current.span.start), bracket.close)
            : .init(current.span, bracket.close)))
      if !closesOuter { advance() }
    default: reportUnclosed(bracket, opening)
    }
  }

  mutating func reportUnclosed(_ bracket: Bracket, _ opening: Span) {
    if kind == .endOfText, lines != .ending { noteUnfinished() }
    report(
      Diagnostic(
        "E0202", "`\(bracket.open)` is not closed", at: opening,
        label: kind == .endOfText ? "still open at the end" : "opened here",
        also: kind == .endOfText ? [] : [.init(current.span, "not closed up to here")],
        help: "close it with  \(bracket.close)", fix: .init(closeGap ?? gap, bracket.close)))
    closeGap = nil
  }
}
