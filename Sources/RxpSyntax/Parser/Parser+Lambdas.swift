import RxpText

extension Parser {
  /// `x => …`, `(x, y) => …`, `() => …`; the body goes as far as an expression goes.
  mutating func parseLambda() -> Expression {
    let start = current.span
    return nested { parser in
      var names: [Name] = []
      if parser.kind == .name {
        if let name = parser.parseName(of: "a parameter") { names = [name] }
      } else {
        names = parser.parseParameters()
      }
      if parser.kind == .arrow {
        parser.advance()
        parser.join()
      }
      let body = parser.parseExpression()
      return Expression(.lambda(names, body), start.union(body.span))
    } ?? Expression(.invalid, start)
  }

  /// `(x, y)`: the names of parameters.
  mutating func parseParameters() -> [Name] {
    bracketed(.round) { parser in
      var names: [Name] = []
      parser.stops.insert(.assign)
      parser.parseItems { parser in
        let start = parser.current.span.start
        if let name = parser.parseName(of: "a parameter") { names.append(name) }
        return start
      }
      return names
    } ?? []
  }

  /// A name that the text gives to something; tells where none stands or the word is taken.
  mutating func parseName(of what: String) -> Name? {
    guard kind == .name else {
      report(
        Diagnostic(
          "E0221", "the name of \(what) must stand here", at: isAtEnd ? gap : current.span,
          label: isAtEnd ? "something is missing here" : "\(quoted) is no name",
          help: "a name is made of letters, digits and `_`"))
      return nil
    }
    let name = Name(current.word, current.span)
    if Words.reserved.contains(name.text) {
      report(
        Diagnostic(
          "E0213", "`\(name.text)` is a word of the language", at: name.span,
          label: "it cannot be the name of \(what)"))
    }
    advance()
    return name
  }

  /// `if c then a else b`.
  mutating func parseChoice() -> Expression {
    let start = current.span
    return nested { parser in
      parser.advance()
      parser.join()
      let condition = parser.parseExpression()
      let hasThen = parser.takeWord("then", after: start)
      let then = hasThen ? parser.parseExpression() : Expression(.invalid, parser.gap)
      let hasElse = hasThen && parser.takeWord("else", after: start)
      let otherwise = hasElse ? parser.parseExpression() : Expression(.invalid, parser.gap)
      return Expression(
        .conditional(condition, then: then, otherwise: otherwise),
        Span(start.start, max(start.end, parser.previous.end)))
    } ?? Expression(.invalid, start)
  }

  private mutating func takeWord(_ word: String, after opening: Span) -> Bool {
    if !isWord(word) {
      var fix: Diagnostic.Fix?
      if kind == .name, Suggestion.nearest(to: current.word, among: [word]) != nil {
        fix = .init(current.span, word)
      }
      if kind == .endOfText, !openBrackets.isEmpty, lines != .ending { noteUnfinished() }
      report(
        Diagnostic(
          "E0214", "`\(word)` is missing", at: fix?.span ?? (isAtEnd ? gap : current.span),
          label: fix == nil ? "" : "did you mean `\(word)`?",
          also: [.init(opening, "the choice begins here")],
          help: word == "else"
            ? "there must be a value either way:  if c then a else b"
            : "a choice is written  if c then a else b", fix: fix))
      guard fix != nil else { return false }
    }
    advance()
    join()
    return true
  }
}
