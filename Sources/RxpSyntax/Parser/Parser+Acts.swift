import RxpText

/// Statements that do something to an object: set, bind, send, complete …
extension Parser {
  /// `name = value`, `name <~ P`; nil where the text is something else.
  mutating func nameStatement(_ look: Lexer.Glance) -> Statement.Kind? {
    let next = lexer.byte(look.offset + 1)
    switch look.byte {
    case UInt8(ascii: "=") where isPlainEqual(at: look.offset): return parseAssignment()
    case UInt8(ascii: ":") where next == UInt8(ascii: "="): return parseAssignment()
    case UInt8(ascii: "<")
    where next == UInt8(ascii: "~") && lexer.byte(look.offset + 2) != UInt8(ascii: ">"):
      guard let name = parseName(of: "a variable") else { return giveUp() }
      advance()
      join()
      return .bind(name, parsePipeline())
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"):
      guard next == UInt8(ascii: "="),
        look.byte != UInt8(ascii: "/") || lexer.regexClose(from: look.offset) == nil
      else { return nil }
      return reportShortAssignment(Span(look.offset, look.offset + 2))
    default: return nil
    }
  }

  private mutating func parseAssignment() -> Statement.Kind {
    guard let name = parseName(of: "a variable") else { return giveUp() }
    let sign = current.span
    advance()
    join()
    let value = parseExpression()
    checkValueEnds("a pipeline is bound to a `var` by `<~`", fix: .init(sign, "<~"))
    return .assign(name, value)
  }

  /// `n += 1`.
  private mutating func reportShortAssignment(_ sign: Span) -> Statement.Kind {
    let name = current.word
    let written = source[sign]
    let op = String(written.prefix(1))
    report(
      Diagnostic(
        "E0206", "`\(written)` is not an operator here", at: sign,
        label: "write `\(name) = \(name) \(op) …`", fix: .init(sign, "= \(name) \(op)")))
    return giveUp()
  }

  /// Whether after `complete`, `fail` … a bare name follows which ends the statement or is followed
  /// by a comma; then the word is a verb, and the operator of that name otherwise.
  func actFollows(_ look: Lexer.Glance) -> Bool {
    let end = lexer.nameEnd(from: look.offset)
    guard look.spaced, end > look.offset,
      !Words.reserved.contains(source[Span(look.offset, end)])
    else { return false }
    let next = lexer.glance(from: end)
    switch next.byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: ";"): return true
    case 0: return lexer.glanceAcrossLines(from: end).byte != UInt8(ascii: "|")
    default: return false
    }
  }

  /// `complete s`, `fail s, "why"`, `execute login, "ann"`. What an execution gives may go on as a
  /// pipeline.
  mutating func parseAct() -> Statement.Kind {
    let verb = Name(current.word, current.span)
    advance()
    let object = Argument(value: Expression(.name(current.word), current.span))
    advance()
    let arguments = [object] + parseFurtherArguments()
    guard verb.text == "execute", kind == .pipe || kind == .ampersand else {
      return .act(verb, arguments)
    }
    return finishStages(Expression(.name(verb.text), verb.span), arguments)
  }

  /// `at T statement`; `at 3` alone, or with a stage after it, is the operator.
  mutating func parseAt() -> Statement.Kind {
    let word = Expression(.name(current.word), current.span)
    advance()
    if kind == .name, lexer.colonFollows(current.span.end) {
      return finishStages(word, parseStageArguments())
    }
    let outerStops = stops
    stops.insert(.assign)
    let time = parseExpression()
    stops = outerStops
    switch kind {
    case .endOfText, .endOfStatement, .pipe, .ampersand, .close:
      return finishStages(word, [Argument(value: time)])
    case .comma: return finishStages(word, [Argument(value: time)] + parseFurtherArguments())
    default: break
    }
    if kind == .assign {
      report(
        Diagnostic(
          "E0222", "after the time a statement must follow", at: current.span,
          help: "write  at 1s name = \"ann\""))
      return giveUp()
    }
    guard let statement = nested({ $0.parseStatement() }) else { return giveUp() }
    return .at(time, statement)
  }

  private mutating func finishStages(_ head: Expression, _ arguments: [Argument])
    -> Statement.Kind
  {
    let stage = PipelineStage(
      head: head, arguments: arguments, span: Span(head.span.start, previous.end))
    return finishPipeline(parsePipeline(after: stage))
  }

  /// `import "lib.rxp"`.
  mutating func parseImport() -> Statement.Kind {
    advance()
    let path = parseOperand()
    guard case .string(let text, _) = path.kind else {
      var fix: Diagnostic.Fix?
      if case .name(let name) = path.kind { fix = .init(path.span, "\"\(name).rxp\"") }
      reportPast(
        Diagnostic(
          "E0222", "the path of an import is written out", at: path.span,
          label: fix == nil ? "" : "a path stands in quotes", help: "write  import \"lib.rxp\"",
          fix: fix))
      return giveUp()
    }
    return .importFile(Name(text, path.span))
  }
}
