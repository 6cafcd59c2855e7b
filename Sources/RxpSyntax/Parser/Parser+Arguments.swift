import RxpText

extension Parser {
  /// Whether the current token begins an argument of the name before it.
  ///
  /// A sign that could also go on with an expression begins one only with a blank before it and,
  /// where it could stand between two operands, none after it.
  func startsArgument() -> Bool {
    switch kind {
    case .int, .double, .duration, .doubleQuote, .rawString: return true
    case .open(.curly): return !stops.contains(.block)
    case .name:
      if stops.contains(.isWord), current.word == "is" { return false }
      if Words.infix[current.word] != nil {
        return lexer.byte(current.span.end) == UInt8(ascii: "(")
          || lexer.colonFollows(current.span.end)
      }
      if current.word == "then" || current.word == "else" {
        return lexer.colonFollows(current.span.end)
      }
      return true
    case .dot: return current.spaceBefore
    case .open: return current.spaceBefore
    case .infix(.subtract), .foreign(.exclamation): return current.spaceBefore && !hasSpaceAfter
    case .infix(.divide):
      return current.spaceBefore && !hasSpaceAfter
        && lexer.regexClose(from: current.span.start) != nil
    default: return false
    }
  }

  /// The arguments after the name at the head of a stage.
  mutating func parseStageArguments() -> [Argument] {
    let outerStops = stops
    stops.insert(.arguments)
    defer { stops = outerStops }
    var arguments: [Argument] = []
    var lastLabel: Name?
    while true {
      let before = current.span.start
      appendArgument(to: &arguments, &lastLabel)
      // What is no argument at all has been told and is skipped.
      if current.span.start == before { recover() }
      if stops.contains(.isWord), isDiagramStart { return arguments }
      if let last = arguments.last, startsArgument() {
        let start = current.span.start
        reportJuxtaposed(after: last)
        if current.span.start == start { continue }
      }
      guard kind == .comma else { return arguments }
      let comma = current.span
      advance()
      join()
      skipRepeatedCommas()
      switch kind {
      case .endOfText, .endOfStatement, .pipe, .close:
        if kind == .endOfText { noteUnfinished() }
        report(
          Diagnostic(
            "E0208", "after `,` an argument must follow", at: comma, label: "nothing follows",
            fix: .init(comma, "")))
        return arguments
      default: break
      }
    }
  }

  /// A string or list where `is` may have been forgotten before it.
  private var isDiagramStart: Bool {
    switch kind {
    case .doubleQuote, .rawString, .open(.square): true
    default: false
    }
  }

  /// Reads one argument or, where something else stands, tells and skips it.
  mutating func appendArgument(to arguments: inout [Argument], _ lastLabel: inout Name?) {
    let start = current.span
    let argument = parseArgument()
    if let label = argument.label {
      lastLabel = label
    } else if let label = lastLabel, !isInvalid(argument.value) {
      let fix = swap(arguments, with: argument)
      reportPast(
        Diagnostic(
          "E0209", "named arguments come last", at: Span(start.start, max(start.end, previous.end)),
          label: "this one has no name", also: [.init(label.span, "after this named one")],
          help: fix.flatMap { $0.text.count <= 60 ? "write  " + $0.text : nil }, fix: fix))
    }
    arguments.append(argument)
  }

  /// The named arguments with the unnamed one before them.
  private func swap(_ arguments: [Argument], with last: Argument) -> Diagnostic.Fix? {
    guard let first = arguments.first(where: { $0.label != nil }), let label = first.label else {
      return nil
    }
    let gapStart = arguments.last?.span.end ?? first.span.end
    let named = Span(label.span.start, gapStart)
    let value = last.value.span
    guard value.start >= gapStart else { return nil }
    return rewriting(named.union(value)) { source[value] + ", " + source[named] }
  }

  func isInvalid(_ expression: Expression) -> Bool {
    if case .invalid = expression.kind { return true }
    return false
  }

  /// `value` or `label: value`.
  mutating func parseArgument() -> Argument {
    guard kind == .name, lexer.colonFollows(current.span.end) else {
      return Argument(value: parseExpression())
    }
    let label = Name(current.word, current.span)
    advance()
    advance()
    join()
    return Argument(label: label, value: parseExpression())
  }

  mutating func skipRepeatedCommas() {
    while kind == .comma {
      report(
        Diagnostic(
          "E0208", "nothing stands between two commas", at: current.span,
          fix: .init(current.span, "")))
      advance()
      join()
    }
  }

  /// Items of a bracket, separated by commas; a comma after the last one is allowed. The closure
  /// reads one and gives the offset at which its value starts.
  mutating func parseItems(_ item: (inout Parser) -> Int) {
    stops.insert(.arguments)
    while true {
      skipRepeatedCommas()
      if isAtEnd { return }
      if case .close = kind { return }
      let before = current.span.start
      let start = item(&self)
      if kind == .pipe, let bracket = openBrackets.last,
        !current.lineBefore || lexer.isClosed(bracket, from: current.span.start)
      {
        skipPipeline(from: start)
      }
      if kind == .comma {
        advance()
        continue
      }
      if isAtEnd { return }
      if case .close = kind { return }
      // The bracket has been forgotten: the line that begins with a bar goes on outside of it, or
      // the definition whose parameters these are.
      if kind == .pipe || (kind == .assign && stops.contains(.assign)) { return }
      if current.span.start > before, startsArgument() {
        reportMissingComma()
        continue
      }
      reportUnexpected()
      recover()
      if kind == .pipe || kind == .foreign(.semicolon) || kind == .comma { advance() }
    }
  }

  /// Tells that a pipeline among items needs parentheses, or that the bracket has been forgotten.
  private mutating func skipPipeline(from start: Int) {
    let itemEnd = gap
    let item = Span(start, max(start, itemEnd.end))
    _ = parsePipeline(after: PipelineStage(head: Expression(.invalid, item), span: item))
    if isAtEnd {
      closeGap = itemEnd
      return
    }
    let whole = Span(start, max(start, previous.end))
    reportPast(
      Diagnostic(
        "E0216", "a pipeline among arguments needs parentheses", at: whole,
        label: "write `(\(excerpt(whole)))`", fix: rewriting(whole) { "(\(source[whole]))" }))
  }

  mutating func reportMissingComma() {
    report(
      Diagnostic(
        "E0215", "a comma is missing before \(quoted)", at: current.span,
        label: "after `\(excerpt(previous))`", fix: .init(gap, ",")))
  }

  /// Tells that something follows an argument without a comma, and reads on behind it where it
  /// belongs to the argument: `takeUntil timer 5` lacks parentheses and no comma.
  mutating func reportJuxtaposed(after argument: Argument) {
    if isWord("is"), let first = firstWord, reportMisspelt(first, among: ["expect"]) {
      return skipStatement()
    }
    let isLabel = kind == .name && lexer.colonFollows(current.span.end)
    guard !isLabel, let name = trailingName(of: argument.value), !isLoneName() else {
      return reportMissingComma()
    }
    let next = current.span
    if kind == .name, lexer.arrowFollows(next.end) {
      let both = name.union(next)
      let fixed = "(\(excerpt(name)), \(excerpt(next)))"
      return report(
        Diagnostic(
          "E0215", "several parameters stand in parentheses", at: both,
          label: "write `\(fixed)`",
          fix: rewriting(both) { "(\(source[name]), \(source[next]))" }))
    }
    _ = parseArgument()
    let whole = Span(name.start, max(name.end, previous.end))
    reportPast(
      Diagnostic(
        "E0216", "`\(excerpt(name))` with an argument needs parentheses", at: whole,
        label: "write `(\(excerpt(whole)))`",
        help: "an argument is an expression, and a pipeline in parentheses is one",
        fix: rewriting(whole) { "(\(source[whole]))" }))
  }

  /// Whether the current token is a name that nothing belongs to: more likely an argument of its
  /// own than that of the name before it.
  private func isLoneName() -> Bool {
    guard kind == .name, !Words.reserved.contains(current.word) else { return false }
    let look = lexer.glance(from: current.span.end)
    return [0, UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ")")].contains(look.byte)
  }

  /// The name that an expression ends with, if it does; only there could an argument belong.
  private func trailingName(of expression: Expression) -> Span? {
    switch expression.kind {
    case .name(let name): Words.reserved.contains(name) || name == "it" ? nil : expression.span
    case .member(let base?, _):
      if case .name = base.kind { expression.span } else { nil }
    case .lambda(_, let body): trailingName(of: body)
    case .conditional(_, _, let otherwise): trailingName(of: otherwise)
    case .binary(_, _, let right, _): trailingName(of: right)
    case .unary(_, let operand): trailingName(of: operand)
    default: nil
    }
  }
}
