import RxpText

/// Reads a whole text: what could be read, and what is wrong with the rest.
///
/// The tree depends on the text alone. A text with mistakes gives a tree too, with `invalid` in
/// the places that could not be read; several mistakes are told in one pass, each once.
public func parse(_ source: SourceText) -> (script: Script, diagnostics: [Diagnostic]) {
  var parser = Parser(source)
  let script = parser.parseScript()
  return (script, parser.sortedDiagnostics())
}

/// Reads a text that is one expression; line breaks in it mean nothing.
public func parseExpression(
  _ source: SourceText
) -> (expression: Expression, diagnostics: [Diagnostic]) {
  var parser = Parser(source)
  let expression = parser.parseWholeExpression()
  return (expression, parser.sortedDiagnostics())
}

/// Whether a text only lacks its end, so that a prompt asks on: a bracket is open, or it ends in
/// `|`, `,`, `=`, `=>`, an operator between expressions or a backslash in a string.
///
/// False where there is a mistake before the end, which more text cannot mend.
public func isIncomplete(_ source: SourceText) -> Bool {
  var parser = Parser(source)
  _ = parser.parseScript()
  return parser.isUnfinished
}

extension Parser {
  fileprivate mutating func parseWholeExpression() -> Expression {
    lines = .ignored
    if isTooLarge() { return Expression(.invalid, .none) }
    advance()
    let expression = parseExpression()
    if kind != .endOfText {
      reportUnexpected()
    }
    return expression
  }

  fileprivate func sortedDiagnostics() -> [Diagnostic] {
    lexer.diagnostics.sorted { $0.primary.span.start < $1.primary.span.start }
  }
}
