import RxpText

extension Printer {
  mutating func script(_ script: Script) -> String {
    var lines: [String] = []
    if let shebang = script.shebang { lines.append(shebang) }
    append(script.statements, script.trailing, to: &lines, indent: 0)
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  /// Statements with what stands around them, line by line.
  private mutating func append(
    _ statements: [Statement], _ trailing: [Comment], to lines: inout [String], indent: Int
  ) {
    let isFirst = lines.isEmpty || lines.last?.hasSuffix("{") == true
    let margin = blanks(indent)
    let padding = alignment(of: statements, indent: indent)
    for (index, statement) in statements.enumerated() {
      if statement.trivia.blankLineBefore, index > 0 || !isFirst { lines.append("") }
      for comment in statement.trivia.before {
        lines.append(margin + written(comment))
        if comment.blankLineAfter { lines.append("") }
      }
      var text = margin + self.statement(statement, indent: indent, padding: padding[index])
      if let after = statement.trivia.after { text += "  " + written(after) }
      lines.append(text)
    }
    for (index, comment) in trailing.enumerated() {
      if comment.blankLineBefore, index > 0 || !statements.isEmpty || !isFirst { lines.append("") }
      lines.append(margin + written(comment))
    }
  }

  /// How many blanks stand before the `is` of each statement, so that those of expectations that
  /// follow one another stand under each other: then their diagrams do.
  private mutating func alignment(of statements: [Statement], indent: Int) -> [Int] {
    var padding = Array(repeating: 0, count: statements.count)
    var run: [(index: Int, width: Int)] = []
    func finish() {
      let widest = run.map(\.width).max() ?? 0
      let narrowest = run.map(\.width).min() ?? 0
      if widest - narrowest <= Printer.widestPadding {
        for (index, width) in run { padding[index] = widest - width }
      }
      run = []
    }
    for (index, statement) in statements.enumerated() {
      guard case .expect(let subject, _, _) = statement.kind else {
        finish()
        continue
      }
      if statement.trivia.blankLineBefore || !statement.trivia.before.isEmpty { finish() }
      let text = subjectText(subject, Place(column: indent + 7, indent: indent))
      if text.contains("\n") {
        finish()
      } else {
        run.append((index, columns(text)))
      }
    }
    finish()
    return padding
  }

  private static let widestPadding = 40

  private mutating func subjectText(_ subject: Pipeline, _ place: Place) -> String {
    inSubject = true
    defer { inSubject = false }
    return pipeline(subject, place)
  }

  /// A statement without what stands around it.
  private mutating func statement(_ statement: Statement, indent: Int, padding: Int = 0) -> String {
    let start = Place(column: indent, indent: indent)
    func with(_ prefix: String, _ pipeline: Pipeline) -> String {
      prefix + self.pipeline(pipeline, start.after(prefix))
    }
    func with(_ prefix: String, _ value: Expression) -> String {
      prefix + expression(value, 0, start.after(prefix))
    }
    switch statement.kind {
    case .pipeline(let pipeline, let background):
      return self.pipeline(guarded(pipeline, background: background), start)
        + (background ? " &" : "")
    case .define(let name, let parameters, let pipeline):
      return with("let \(name.text)\(parameters.map(names) ?? "") = ", pipeline)
    case .subject(let name, let arguments):
      return "subject \(name.text)" + further(arguments, start)
    case .channel(let name, let arguments):
      return "channel \(name.text)" + further(arguments, start)
    case .variable(let name, let value, let arguments):
      let text = with("var \(name.text) = ", value)
      return text + further(arguments, start.after(text))
    case .assign(let name, let value): return with("\(name.text) = ", value)
    case .assignMember(let object, let member, let value):
      let stage = PipelineStage(
        head: Expression(.member(object, member), object.span.union(member.span)), span: object.span
      )
      let guarded = guarded(Pipeline(stages: [stage], span: object.span), background: false)
      return with(self.pipeline(guarded, start) + " = ", value)
    case .bind(let name, let pipeline): return with("\(name.text) <~ ", pipeline)
    case .bindBoth(let one, let other, let arguments):
      let text = with(head(one, start) + " <~> ", other)
      return text + further(arguments, start.after(text))
    case .send(let target, let value): return with(head(target, start) + " <- ", value)
    case .act(let verb, let arguments):
      return verb.text + " " + list(arguments, start.after(verb.text + " "))
    case .command(let name, let parameters, let condition, let options, let pipeline):
      var text = "command \(name.text)\(parameters.isEmpty ? "" : names(parameters))"
      if let condition {
        text += " when "
        text += expression(condition, 0, start.after(text))
      }
      text += further(options, start.after(text))
      return with(text + " = ", pipeline)
    case .at(let time, let inner):
      let text = expression(time, 0, start.after("at "))
      return "at " + (looksLikeDivision(text) ? "(\(text)) " : text + " ")
        + self.statement(afterTime(inner), indent: indent)
    case .importFile(let path): return "import \"\(escaped(path.text))\""
    case .test(let title, let arguments, let statements, let trailing):
      let head = "test \(flat(title))" + further(arguments, start) + " {"
      if statements.isEmpty, trailing.isEmpty { return head + "}" }
      var lines = [head]
      append(statements, trailing, to: &lines, indent: indent + Self.step)
      return lines.joined(separator: "\n") + "\n" + blanks(indent) + "}"
    case .expect(let subject, let expected, let arguments):
      var text = "expect " + subjectText(subject, start.after("expect "))
      text += blanks(padding) + " is "
      text += self.pipeline(expected, start.after(text))
      return text + further(arguments, start.after(text))
    case .invalid: return ""
    }
  }

  /// An expression at the head of a statement.
  private mutating func head(_ expression: Expression, _ start: Place) -> String {
    let stage = PipelineStage(head: expression, span: expression.span)
    return pipeline(
      guarded(Pipeline(stages: [stage], span: expression.span), background: false), start)
  }

  private func further(_ arguments: [Argument], _ place: Place) -> String {
    arguments.isEmpty ? "" : ", " + list(arguments, place.after(", "))
  }

  func names(_ names: [Name]) -> String {
    "(" + names.map(\.text).joined(separator: ", ") + ")"
  }

  /// A statement after `at T`: what could go on with the expression T stands in parentheses.
  private func afterTime(_ statement: Statement) -> Statement {
    guard case .pipeline(var pipeline, let background) = statement.kind,
      let head = pipeline.stages.first?.head, pipeline.stages[0].arguments.isEmpty
    else { return statement }
    let text = flat(head)
    guard text.hasPrefix("-") || text.hasPrefix("/") else { return statement }
    pipeline.stages[0].head = wrapped(head)
    var result = statement
    result.kind = .pipeline(pipeline, background: background)
    return result
  }
}
