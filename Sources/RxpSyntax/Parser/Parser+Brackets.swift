import RxpText

extension Parser {
  /// `( … )`: a pipeline, of which an expression is the shortest.
  mutating func parseParenthesized() -> Expression {
    let opening = current.span
    let content: Pipeline?? = bracketed(.round) { parser in
      if parser.kind == .close(.round) {
        parser.report(
          Diagnostic(
            "E0201", "nothing stands between the parentheses",
            at: opening.union(parser.current.span),
            help: "a call without arguments has no blank before them:  subject();  a lambda"
              + " without parameters is  () => 1"))
        return nil
      }
      let pipeline = parser.parsePipeline()
      if parser.kind == .comma { parser.skipTuple(from: opening) }
      return pipeline
    }
    let span = Span(opening.start, max(opening.end, previous.end))
    guard case .some(.some(let pipeline)) = content else { return Expression(.invalid, span) }
    return Expression(.parenthesized(pipeline), span)
  }

  /// `(a, b)`: a list, in other languages a tuple.
  private mutating func skipTuple(from opening: Span) {
    let comma = current.span
    advance()
    parseItems { parser in
      let start = parser.current.span.start
      _ = parser.parseExpression()
      return start
    }
    guard kind == .close(.round) else { return }
    let whole = opening.union(current.span)
    let inner = Span(opening.end, current.span.start)
    report(
      Diagnostic(
        "E0201", "`,` separates nothing in parentheses", at: comma,
        help: "several values are a list:  [\(excerpt(inner))]",
        fix: rewriting(whole) { "[\(source[inner])]" }))
  }

  mutating func parseList() -> Expression {
    let start = current.span
    let items = bracketed(.square) { parser in
      var items: [Expression] = []
      parser.parseItems { parser in
        let start = parser.current.span.start
        items.append(parser.parseExpression())
        return start
      }
      return items
    }
    let span = Span(start.start, max(start.end, previous.end))
    return Expression(items.map { .list($0) } ?? .invalid, span)
  }

  mutating func parseRecord() -> Expression {
    let start = current.span
    let fields = bracketed(.curly) { parser in
      var fields: [RecordField] = []
      parser.parseItems { parser in
        if let field = parser.parseField() { fields.append(field) }
        return fields.last?.value?.span.start ?? parser.previous.start
      }
      return fields
    }
    let span = Span(start.start, max(start.end, previous.end))
    return Expression(fields.map { .record($0) } ?? .invalid, span)
  }

  /// `key: value`, `"a key": value` or `name` alone.
  private mutating func parseField() -> RecordField? {
    guard let key = parseKey() else { return nil }
    switch kind {
    case .colon: break
    case .assign:
      report(
        Diagnostic(
          "E0206", "a field is written with `:`", at: current.span, label: "write `:`",
          fix: .init(current.span, ":")))
    default:
      if isWord("in") {
        // A closure of Swift.
        report(
          Diagnostic(
            "E0221", "braces hold a record, not a closure", at: current.span,
            help: "a lambda is written  \(key.text) => \(key.text) * 2"))
        recover()
        return RecordField(key: key, value: Expression(.invalid, key.span))
      }
      // Only a name can stand for the value of that name.
      if lexer.nameEnd(from: key.span.start) == key.span.end {
        return RecordField(key: key, value: nil)
      }
      report(
        Diagnostic(
          "E0221", "the field `\(key.text)` has no value", at: key.span,
          help: "a field is written  name: value"))
      return RecordField(key: key, value: Expression(.invalid, key.span))
    }
    advance()
    join()
    return RecordField(key: key, value: parseExpression())
  }

  private mutating func parseKey() -> Name? {
    let token = current
    switch kind {
    case .name:
      advance()
      return Name(token.word, token.span)
    case .int:
      advance()
      return Name(source[token.span], token.span)
    case .rawString(let text):
      advance()
      return Name(text, token.span)
    case .doubleQuote:
      let string = parseString()
      if case .string(let text, _) = string.kind { return Name(text, string.span) }
      report(
        Diagnostic(
          "E0221", "the name of a field cannot be worked out", at: string.span,
          help: "write it without  \\( )"))
      return Name("", string.span)
    case .dot where lexer.isNameStart(at: token.span.end):
      advance()
      let name = Name(current.word, current.span)
      let whole = token.span.union(name.span)
      report(
        Diagnostic(
          "E0221", "a field needs a name", at: whole, help: "write  \(name.text): .\(name.text)",
          fix: .init(whole, "\(name.text): .\(name.text)")))
      advance()
      return name
    default:
      report(
        Diagnostic(
          "E0221", "\(quoted) is no name of a field", at: current.span,
          help: "a record is written  {user: .user, n: 1};  a lambda  x => x * 2"))
      return nil
    }
  }
}
