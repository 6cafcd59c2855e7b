import RxpText

extension Parser {
  /// Stages joined by `|`, up to what ends them where the parser stands.
  mutating func parsePipeline(isStatement: Bool = false) -> Pipeline {
    if kind == .pipe, !isAbandoned {
      report(
        Diagnostic(
          "E0205", "nothing stands before `|`", at: current.span,
          label: "a pipeline begins with a source or a first operator", fix: .init(current.span, "")
        ))
      advance()
      join()
    }
    let first = parseStage(isFirst: true, isStatement: isStatement)
    return parsePipeline(after: first)
  }

  /// The stages after a first one that has been read.
  mutating func parsePipeline(after first: PipelineStage) -> Pipeline {
    let outerStops = stops
    stops.remove(.send)
    defer { stops = outerStops }
    var stages = [first]
    var count = 1
    while kind == .pipe || kind == .foreign(.doubleBar) {
      if kind == .foreign(.doubleBar) { reportDoubleBar(meant: "|") }
      let bar = current
      let comments = current.comments.map(\.comment)
      let trailing = current.comments.first.map { !$0.onOwnLine } ?? false
      current.comments = []
      if trailing { stages[stages.count - 1].trivia.after = comments[0] }
      advance()
      let breaks = bar.lineBefore || current.lineBefore
      if stages[stages.count - 1].trivia.after == nil, let next = current.comments.first,
        !next.onOwnLine
      {
        stages[stages.count - 1].trivia.after = next.comment
        current.comments.removeFirst()
      }
      join()
      guard checkStage(after: bar) else { continue }
      var stage = parseStage(isFirst: false)
      stage.trivia.before = comments.dropFirst(trailing ? 1 : 0) + stage.trivia.before
      stage.trivia.lineBreakBefore = breaks
      count += 1
      if count == SyntaxLimits.stages + 1 {
        report(
          Diagnostic(
            "E0218", "the pipeline has too many stages", at: stage.span,
            label: "stage \(count), at most \(SyntaxLimits.stages) are read",
            help: "name parts of it with `let`"))
      }
      if count <= SyntaxLimits.stages { stages.append(stage) }
    }
    let end = stages.last?.span.end ?? first.span.end
    return Pipeline(stages: stages, span: Span(first.span.start, max(first.span.end, end)))
  }

  /// Whether a stage stands after a bar; tells where none does.
  private mutating func checkStage(after bar: Token) -> Bool {
    while case .close(let bracket) = kind, !openBrackets.contains(bracket) {
      reportUnexpected()
      advance()
    }
    switch kind {
    case .endOfText, .endOfStatement, .close:
      if kind == .endOfText { noteUnfinished() }
      report(
        Diagnostic(
          "E0205", "after `|` an operator must follow", at: bar.span,
          label: "the pipeline ends here", fix: .init(bar.span, "")))
      return false
    case .pipe, .foreign(.doubleBar):
      report(
        Diagnostic(
          "E0205", "an operator is missing between two `|`", at: current.span,
          also: [.init(bar.span, "after this one")], fix: .init(current.span, "")))
      return false
    default: return true
    }
  }

  /// One stage: a name with arguments after it, or an expression.
  mutating func parseStage(isFirst: Bool, isStatement: Bool = false) -> PipelineStage {
    let start = current.span.start
    let mark = hoisted.count
    let outerStops = stops
    if isStatement { stops.insert(.send) } else { stops.remove(.send) }
    var head: Expression
    var arguments: [Argument] = []
    if let bare = parseBareHead(isFirst: isFirst) {
      head = bare
      if startsArgument() {
        stops.remove(.send)
        arguments = parseStageArguments()
      } else {
        if !isFirst, infixOperator() != nil { reportMissingLeft(of: source[current.span]) }
        head = parseExpression(from: bare)
      }
    } else {
      head = parseExpression()
    }
    finishStage(isStatement: isStatement && isFirst, hasArguments: !arguments.isEmpty)
    stops = outerStops
    var stage = PipelineStage(
      head: head, arguments: arguments, span: Span(start, max(start, previous.end)))
    // In brackets a first stage has no line of its own to put comments before.
    if hoisted.count > mark, !isFirst || openBrackets.allSatisfy({ $0 == .curly }) {
      stage.trivia.before = Array(hoisted[mark...])
      hoisted.removeSubrange(mark...)
    }
    return stage
  }

  /// The name (or qualified name) at the head of a stage; nil where an expression begins.
  private mutating func parseBareHead(isFirst: Bool) -> Expression? {
    guard kind == .name, !lexer.arrowFollows(current.span.end) else { return nil }
    switch current.word {
    case "nil", "true", "false", "if": return nil
    case "not":
      // After a bar it is the operator; at the beginning it may also negate what follows it.
      let look = lexer.glance(from: current.span.end)
      if isFirst, lexer.startsOperand(look) { return nil }
    default: break
    }
    let name = Name(current.word, current.span)
    advance()
    let head = Expression(.name(name.text), name.span)
    guard kind == .dot, !current.spaceBefore, lexer.isNameStart(at: current.span.end) else {
      return head
    }
    advance()
    let member = Name(current.word, current.span)
    advance()
    return Expression(.member(head, member), name.span.union(member.span))
  }

  /// Checks what stands behind a stage and skips what has no business there.
  private mutating func finishStage(isStatement: Bool, hasArguments: Bool) {
    var isTold = false
    while true {
      switch kind {
      case .pipe, .endOfText, .endOfStatement, .ampersand: return
      case .foreign(.doubleBar), .foreign(.semicolon): return
      case .comma where stops.contains(.comma) || !(openBrackets.last ?? .curly == .curly): return
      case .close(let bracket) where openBrackets.contains(bracket): return
      case .assign where stops.contains(.assign) || (isStatement && !hasArguments): return
      case .send where isStatement && !hasArguments: return
      case .bindBoth where isStatement && !hasArguments: return
      case .name where current.word == "is" && stops.contains(.isWord): return
      // The word `is` has been forgotten: `expect` tells.
      case .doubleQuote where stops.contains(.isWord), .open where stops.contains(.isWord): return
      case .close:
        reportUnexpected()
        advance()
      default:
        if !isTold { reportAfterStage() }
        isTold = true
        if kind == .comma { advance() }
        recover()
      }
    }
  }

  private mutating func reportAfterStage() {
    if isWord("is"), let first = firstWord, reportMisspelt(first, among: ["expect"]) { return }
    if startsArgument() {
      return report(
        Diagnostic(
          "E0215", "\(quoted) follows without a sign between", at: current.span,
          label: "after `\(excerpt(previous))`",
          help: "arguments stand after a name:  take 3;  stages are joined by `|`"))
    }
    if kind == .comma {
      return report(
        Diagnostic(
          "E0201", "`,` separates nothing here", at: current.span,
          help: "arguments stand after a name:  merge a, b"))
    }
    reportUnexpected()
  }

  /// Tells that a statement begins with a word that is nearly one of the language's.
  mutating func reportMisspelt(_ word: Token, among words: [String]) -> Bool {
    guard word.kind == .name,
      let meant = Words.definitions[word.word].flatMap({ words.contains($0) ? $0 : nil })
        ?? Suggestion.nearest(to: word.word, among: words)
    else { return false }
    report(
      Diagnostic(
        "E0220", "no statement begins with `\(word.word)`", at: word.span,
        label: "did you mean `\(meant)`?", fix: .init(word.span, meant)))
    return true
  }
}
