import RxpText

extension Printer {
  func flat(_ pipeline: Pipeline) -> String {
    pipeline.stages.enumerated().map { stage($1, isFirst: $0 == 0, .endless) }
      .joined(separator: " | ")
  }

  /// A pipeline on one line, or with its stages under each other.
  func pipeline(_ pipeline: Pipeline, _ place: Place, hanging: Int = step) -> String {
    let stages = pipeline.stages
    guard let first = stages.first else { return "" }
    if stages.count == 1 { return stage(first, isFirst: true, place) }
    if !isBroken(stages) {
      let line = flat(pipeline)
      if place.isEndless { return line }
      // A stage that takes several lines itself would hide where the next one begins.
      if !line.contains("\n"), place.column + columns(line) <= Self.width { return line }
    }
    let indent = place.indent + hanging
    let margin = blanks(indent) + "| "
    var text = stage(first, isFirst: true, place)
    for (index, stage) in stages.enumerated().dropFirst() {
      if let comment = stages[index - 1].trivia.after { text += "  " + written(comment) }
      for comment in stage.trivia.before { text += "\n" + blanks(indent) + written(comment) }
      text += "\n" + margin
      text += self.stage(stage, isFirst: false, place.inLine(after: margin, indent: indent))
    }
    return text
  }

  /// Whether the pipeline was written over several lines, or has comments that need lines.
  private func isBroken(_ stages: [PipelineStage]) -> Bool {
    if keepsOneLine { return false }
    return stages.dropFirst().contains {
      $0.trivia.lineBreakBefore || !$0.trivia.before.isEmpty
    } || stages.dropLast().contains { $0.trivia.after != nil }
  }

  func stage(_ stage: PipelineStage, isFirst: Bool, _ place: Place) -> String {
    guard let first = stage.arguments.first else {
      return head(stage.head, isFirst: isFirst, place)
    }
    var text = flat(stage.head) + " "
    let argument = self.argument(first, place.after(text))
    // A regular expression that begins with a blank would divide there, and the word `is` would
    // end the subject of an expectation.
    let needsParentheses =
      looksLikeDivision(argument)
      || (inSubject && argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" } == "is")
    text += needsParentheses && first.label == nil ? "(\(argument))" : argument
    let others = Array(stage.arguments.dropFirst())
    return others.isEmpty ? text : text + ", " + list(others, place.after(text + ", "))
  }

  private func head(_ head: Expression, isFirst: Bool, _ place: Place) -> String {
    let head = stripped(head)
    switch head.kind {
    case .binary where !isFirst, .unary(.not, _) where !isFirst:
      return "(" + expression(head, 0, place.after("(")) + ")"
    default: return expression(head, 0, place)
    }
  }

  /// A pipeline as a statement, with parentheses where its first words would be read as a statement
  /// of another kind.
  func guarded(_ pipeline: Pipeline, background: Bool) -> Pipeline {
    guard var first = pipeline.stages.first, let word = firstName(first.head),
      Words.statements.contains(word)
    else { return pipeline }
    if first.arguments.isEmpty {
      guard ["let", "var", "expect"].contains(word) else { return pipeline }
      first.head = wrapped(first.head)
    } else if let argument = first.arguments.first, argument.label == nil {
      let text = flat(argument.value)
      let isBare = if case .name = stripped(argument.value).kind { true } else { false }
      let goesOn = pipeline.stages.count > 1 || background
      let needs =
        switch word {
        case "subject", "channel", "command": Words.isName(String(text.prefix(1)))
        case "import", "test": text.hasPrefix("\"") || text.hasPrefix("'") || text.hasPrefix("{")
        default:
          Words.acts.contains(word) && isBare
            && (word != "execute" && first.arguments.count > 1 || !goesOn)
        }
      guard needs else { return pipeline }
      first.arguments[0].value = wrapped(argument.value)
    }
    var result = pipeline
    result.stages[0] = first
    return result
  }

  /// The name that a head begins with.
  private func firstName(_ head: Expression) -> String? {
    var head = stripped(head)
    while true {
      switch head.kind {
      case .name(let name): return name
      case .lambda(let parameters, _) where parameters.count == 1: return parameters[0].text
      case .binary(_, let left, _, _): head = stripped(left)
      case .member(let base?, _), .index(let base, _), .call(let base, _): head = stripped(base)
      default: return nil
      }
    }
  }

  /// Parentheses that are kept.
  func wrapped(_ expression: Expression) -> Expression {
    let stage = PipelineStage(head: expression, span: expression.span)
    let inner = Pipeline(stages: [stage], span: expression.span)
    return Expression(.parenthesized(inner), Printer.kept)
  }

  /// The place of parentheses that the printer has put in itself.
  static let kept = Span(-1, -1)
}
