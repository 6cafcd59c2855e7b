import RxpText

extension Parser {
  /// Whether the text is longer than texts may be; tells it.
  mutating func isTooLarge() -> Bool {
    guard source.bytes.count > SyntaxLimits.scriptBytes else { return false }
    lexer.report(
      Diagnostic(
        "E0114", "the text is too long", at: .none,
        label: "\(source.bytes.count) bytes, at most \(SyntaxLimits.scriptBytes) are read",
        help: "data belong into a file of their own, which `lines`, `jsonl` or `csv` read"))
    return true
  }

  mutating func parseScript() -> Script {
    if isTooLarge() { return Script(statements: []) }
    let shebang = lexer.shebang()
    advance()
    let (statements, trailing) = parseStatements(inBlock: false)
    return Script(shebang: shebang, statements: statements, trailing: trailing)
  }

  /// Statements up to the end of the text or the `}` of the block, and the comments after them.
  mutating func parseStatements(inBlock: Bool) -> ([Statement], [Comment]) {
    var statements: [Statement] = []
    while true {
      let blankLine = current.comments.first?.blankLineBefore ?? current.blankLineBefore
      let comments = takeComments()
      if current.kind == .endOfText { return (statements, comments) }
      if inBlock, current.kind == .close(.curly) { return (statements, comments) }
      current.lineBefore = false
      let start = current.span.start
      // What has been told about the end of the statement before was not about this one.
      toldAt = -1
      let outerFirst = firstWord
      firstWord = current
      statementColumn = start - source.lineStarts[source.line(at: start)]
      var statement = parseStatement()
      endStatement(inBlock: inBlock)
      // A statement that is too deep takes the blocks around it with it.
      if inBlock, isAbandoned { return (statements, []) }
      isAbandoned = false
      firstWord = outerFirst
      if current.span.start == start, current.kind != .endOfText { advance() }
      statement.trivia.before = comments + hoisted + statement.trivia.before
      hoisted = []
      statement.trivia.blankLineBefore = blankLine
      if let comment = current.comments.first, !comment.onOwnLine {
        statement.trivia.after = comment.comment
        current.comments.removeFirst()
      }
      statements.append(statement)
    }
  }

  /// The comments before the current token, with the blank lines between them.
  private mutating func takeComments() -> [Comment] {
    var taken: [Comment] = []
    for (index, lexed) in current.comments.enumerated() {
      var comment = lexed.comment
      comment.blankLineBefore = lexed.blankLineBefore
      let next = index + 1
      comment.blankLineAfter =
        next < current.comments.count
        ? current.comments[next].blankLineBefore : current.blankLineBefore
      taken.append(comment)
    }
    current.comments = []
    return taken
  }

  /// Checks that a statement ends where it has ended, and skips what follows it on its line.
  private mutating func endStatement(inBlock: Bool) {
    while true {
      if isAtEnd { return }
      if inBlock, kind == .close(.curly), openBrackets.last == .curly { return }
      if kind == .foreign(.semicolon) {
        let span = current.span
        let look = lexer.glance(from: span.end)
        let endsLine = look.byte == 0 || look.byte == UInt8(ascii: "}")
        report(
          Diagnostic(
            "E0206", "`;` ends nothing here", at: span, label: "a statement ends with its line",
            fix: .init(span, endsLine ? "" : "\n")))
        advance()
        current.lineBefore = true
        return
      }
      reportUnexpected()
      if case .close = kind { advance() } else { skipStatement() }
      // A bracket that closes nothing has been told; it must not hold up the rest.
      if case .close = kind, !(inBlock && kind == .close(.curly)) { advance() }
    }
  }

  /// The statement that begins at the current token. What follows the first word decides.
  mutating func parseStatement() -> Statement {
    let start = current.span
    let kind = statementKind()
    var statement = Statement(kind, Span(start.start, max(start.end, previous.end)))
    // A first stage has no line of its own: what is said before it is said before the statement.
    statement.hoistCommentsOfFirstStage()
    return statement
  }

  private mutating func statementKind() -> Statement.Kind {
    guard current.kind == .name else { return pipelineStatement() }
    let end = current.span.end
    let look = lexer.glance(from: end)
    let nextWord = look.spaced ? lexer.word(at: look.offset) : ""
    let nameFollows = !nextWord.isEmpty && Words.infix[nextWord] == nil
    let quoteFollows = look.byte == UInt8(ascii: "\"") || look.byte == UInt8(ascii: "'")
    if let written = definitionFollows(look) { return written }
    switch current.word {
    case "let": return parseLet()
    case "var": return parseVar()
    case "subject":
      if nameFollows, !lexer.colonFollows(lexer.nameEnd(from: look.offset)) {
        return parseSubject()
      }
    case "channel":
      if nameFollows, !lexer.colonFollows(lexer.nameEnd(from: look.offset)) {
        return parseChannel()
      }
    case "command": if nameFollows { return parseCommand() }
    case "import":
      if quoteFollows || (nameFollows && endsLine(after: nextWord, at: look.offset)) {
        return parseImport()
      }
    case "test": if quoteFollows || look.byte == UInt8(ascii: "{") { return parseTest() }
    case "expect": if expectationFollows(look) { return parseExpect() }
    case "at": if look.spaced, lexer.startsOperand(look) { return parseAt() }
    case let word where Words.acts.contains(word):
      if actFollows(look) { return parseAct() }
    default: break
    }
    return nameStatement(look) ?? pipelineStatement()
  }

  private func endsLine(after word: String, at offset: Int) -> Bool {
    lexer.glance(from: offset + word.utf8.count).byte == 0
  }

  /// A pipeline, or a send to what its only stage names.
  mutating func pipelineStatement() -> Statement.Kind {
    finishPipeline(parsePipeline(isStatement: true))
  }

  mutating func finishPipeline(_ pipeline: Pipeline) -> Statement.Kind {
    let isOneExpression = pipeline.stages.count == 1 && pipeline.stages[0].arguments.isEmpty
    switch kind {
    case .send where isOneExpression:
      advance()
      join()
      let value = parseExpression()
      checkValueEnds("to send a pipeline's values, end it with  | to \(excerpt(pipeline.span))")
      return .send(pipeline.stages[0].head, value)
    case .bindBoth where isOneExpression:
      advance()
      join()
      let other = parseExpression()
      checkValueEnds("from:  and  to:  say what becomes of the values on their way")
      return .bindBoth(pipeline.stages[0].head, other, parseFurtherArguments())
    case .assign where isOneExpression:
      if case .member(let object?, let member) = pipeline.stages[0].head.kind,
        case .name = object.kind
      {
        advance()
        join()
        let value = parseExpression()
        checkValueEnds("a member is given a value")
        return .assignMember(object, member, value)
      }
      return reportAssignment(to: pipeline.stages[0].head)
    case .ampersand:
      let sign = current.span
      let isTold = toldAt == sign.start
      advance()
      if !isAtEnd, kind != .foreign(.semicolon), kind != .close(.curly) {
        if !isTold { reportAmpersand(sign) }
        toldAt = current.span.start
        skipStatement()
      }
      return .pipeline(pipeline, background: true)
    default: return .pipeline(pipeline, background: false)
    }
  }

  /// Tells where a pipeline goes on that should be a value.
  mutating func checkValueEnds(_ help: String, fix: Diagnostic.Fix? = nil) {
    guard kind == .pipe else { return }
    report(
      Diagnostic(
        "E0222", "a value stands here, not a pipeline", at: current.span,
        label: "a value has no stages", help: help, fix: fix))
    skipStatement()
  }

  /// `f(x) = …` without `let`, or something that cannot be set.
  private mutating func reportAssignment(to target: Expression) -> Statement.Kind {
    if case .call(let callee, _) = target.kind, case .name = callee.kind {
      report(
        Diagnostic(
          "E0220", "a definition begins with `let`", at: target.span,
          fix: .init(Span(target.span.start, target.span.start), "let ")))
    } else {
      report(
        Diagnostic(
          "E0222", "this cannot be set", at: target.span, label: "only a `var` can",
          help: "`==` compares"))
    }
    advance()
    join()
    _ = parsePipeline()
    return .invalid
  }
}

extension Statement {
  fileprivate mutating func hoistCommentsOfFirstStage() {
    func take(_ pipeline: inout Pipeline) -> [Comment] {
      guard !pipeline.stages.isEmpty else { return [] }
      let comments = pipeline.stages[0].trivia.before
      pipeline.stages[0].trivia.before = []
      return comments
    }
    switch kind {
    case .pipeline(var pipeline, let background):
      trivia.before += take(&pipeline)
      kind = .pipeline(pipeline, background: background)
    case .define(let name, let parameters, var pipeline):
      trivia.before += take(&pipeline)
      kind = .define(name, parameters: parameters, pipeline)
    case .bind(let name, var pipeline):
      trivia.before += take(&pipeline)
      kind = .bind(name, pipeline)
    case .command(let name, let parameters, let condition, let options, var pipeline):
      trivia.before += take(&pipeline)
      kind = .command(name, parameters: parameters, when: condition, options, pipeline)
    case .expect(var subject, var expected, let arguments):
      trivia.before += take(&subject) + take(&expected)
      kind = .expect(subject, expected, arguments)
    case .at(let time, var statement):
      trivia.before += statement.trivia.before
      statement.trivia = Trivia()
      kind = .at(time, statement)
    default: break
    }
  }
}
