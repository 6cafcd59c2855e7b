import RxpText

/// `test "…" { … }` and `expect P is Q`.
extension Parser {
  mutating func parseTest() -> Statement.Kind {
    advance()
    var title = Expression(.string("", raw: false), gap)
    if kind == .open(.curly) {
      report(
        Diagnostic(
          "E0222", "a test needs a title", at: current.span, label: "after `test`",
          help: "write  test \"what must hold\" {", fix: .init(gap, " \"\"")))
    } else {
      title = parseOperand()
    }
    stops.insert(.block)
    let arguments = parseFurtherArguments()
    stops.remove(.block)
    guard kind == .open(.curly) else {
      report(
        Diagnostic(
          "E0222", "`{` must follow the title of a test", at: isAtEnd ? gap : current.span,
          help: "write  test \"what must hold\" {  and its statements, then  }"))
      return giveUp()
    }
    let (statements, trailing) = parseBlock()
    return .test(title: title, arguments, statements, trailing: trailing)
  }

  private mutating func parseBlock() -> ([Statement], [Comment]) {
    let opening = current.span
    let block = nested { parser in
      let outer = (parser.lines, parser.stops)
      parser.lines = .significant
      parser.stops = []
      parser.openBrackets.append(.curly)
      parser.advance()
      let content = parser.parseStatements(inBlock: true)
      parser.openBrackets.removeLast()
      if parser.current.kind == .close(.curly) {
        parser.advance()
      } else {
        parser.reportUnclosedBlock(opening)
      }
      (parser.lines, parser.stops) = outer
      return content
    }
    return block ?? ([], [])
  }

  private mutating func reportUnclosedBlock(_ opening: Span) {
    if kind == .endOfText { noteUnfinished() }
    report(
      Diagnostic(
        "E0202", "`{` is not closed", at: opening, label: "still open at the end",
        help: "a test ends with  }  on a line of its own",
        fix: .init(Span(source.bytes.count, source.bytes.count), "\n}")))
  }

  /// Whether what follows the word `expect` makes it an expectation, and not a name that is used.
  func expectationFollows(_ look: Lexer.Glance) -> Bool {
    switch look.byte {
    case 0, UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ","),
      UInt8(ascii: "&"), UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: ";"):
      false
    case UInt8(ascii: "."): look.spaced
    default: true
    }
  }

  /// `expect P is Q, a: 1`.
  mutating func parseExpect() -> Statement.Kind {
    advance()
    let outerStops = stops
    stops = [.isWord]
    let subject = parsePipeline()
    stops = [.comma]
    defer { stops = outerStops }
    guard takeIs(after: subject) else { return giveUp() }
    let expected = parsePipeline()
    stops = []
    let arguments = parseFurtherArguments()
    if let first = arguments.first(where: { $0.label == nil }) {
      reportPast(
        Diagnostic(
          "E0209", "what follows an expectation is named", at: first.span,
          help: "values of the diagram and times of the subscription:  a: 1, subscribe: 4ms"))
    }
    return .expect(subject, expected, arguments)
  }

  private mutating func takeIs(after subject: Pipeline) -> Bool {
    if isWord("is") {
      advance()
      join()
      return true
    }
    let help = "an expectation is written  expect PIPELINE is \"DIAGRAM\""
    if !isAtEnd {
      let mistyped =
        kind == .name && Suggestion.nearest(to: current.word, among: ["is"]) != nil
      let place = Span(current.span.start, current.span.start)
      report(
        Diagnostic(
          "E0211", "`is` is missing", at: current.span, help: help,
          fix: mistyped ? .init(current.span, "is") : .init(place, "is ")))
      if mistyped { advance() }
      return mistyped || startsArgument()
    }
    if kind == .endOfText, joinedAt == current.span.start { noteUnfinished() }
    report(
      Diagnostic(
        "E0211", "`is` is missing", at: gap, help: help, fix: isFix(in: subject.stages.last)))
    return false
  }

  /// Where `is` was swallowed: `expect a == "-a|"` compares, `expect a "-a|"` is a call.
  private func isFix(in stage: PipelineStage?) -> Diagnostic.Fix? {
    guard let stage else { return nil }
    if let last = stage.arguments.last, last.label == nil, case .string = last.value.kind {
      return .init(Span(last.span.start, last.span.start), "is ")
    }
    if case .binary(.equal, _, let right, let sign) = stage.head.kind, case .string = right.kind {
      return .init(sign, "is")
    }
    return nil
  }
}
