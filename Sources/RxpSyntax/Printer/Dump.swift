import RxpText

/// The tree of a script as S-expressions, one statement a line, without places and comments.
///
/// Two texts with the same dump mean the same. Parentheses around an expression alone mean nothing
/// and are left out: `(a + b) * c` is `(* (+ a b) c)`.
public func dump(_ script: Script) -> String {
  script.statements.map { Dumper().statement($0) }.joined(separator: "\n")
}

/// The tree of an expression as an S-expression.
public func dump(_ expression: Expression) -> String {
  Dumper().expression(expression)
}

private struct Dumper {
  func statement(_ statement: Statement) -> String {
    switch statement.kind {
    case .pipeline(let pipeline, let background):
      node(background ? "show&" : "show", [self.pipeline(pipeline)])
    case .define(let name, let parameters, let pipeline):
      node("let", [name.text] + (parameters.map { [names($0)] } ?? []) + [self.pipeline(pipeline)])
    case .subject(let name, let arguments): node("subject", [name.text] + all(arguments))
    case .channel(let name, let arguments): node("channel", [name.text] + all(arguments))
    case .variable(let name, let value, let arguments):
      node("var", [name.text, expression(value)] + all(arguments))
    case .assign(let name, let value): node("set", [name.text, expression(value)])
    case .assignMember(let object, let member, let value):
      node("set.", [expression(object), member.text, expression(value)])
    case .bind(let name, let pipeline): node("bind", [name.text, self.pipeline(pipeline)])
    case .bindBoth(let one, let other, let arguments):
      node("bind2", [expression(one), expression(other)] + all(arguments))
    case .send(let target, let value): node("send", [expression(target), expression(value)])
    case .act(let verb, let arguments): node(verb.text + "!", all(arguments))
    case .command(let name, let parameters, let condition, let options, let pipeline):
      node(
        "command",
        [name.text, names(parameters)] + (condition.map { ["when", expression($0)] } ?? [])
          + all(options) + [self.pipeline(pipeline)])
    case .at(let time, let inner): node("at", [expression(time), self.statement(inner)])
    case .importFile(let path): node("import", [quoted(path.text)])
    case .test(let title, let arguments, let statements, _):
      node("test", [expression(title)] + all(arguments) + statements.map { self.statement($0) })
    case .expect(let subject, let expected, let arguments):
      node("expect", [pipeline(subject), pipeline(expected)] + all(arguments))
    case .invalid: "(invalid)"
    }
  }

  func pipeline(_ pipeline: Pipeline) -> String {
    pipeline.stages.count == 1
      ? stage(pipeline.stages[0]) : node("|", pipeline.stages.map(stage))
  }

  private func stage(_ stage: PipelineStage) -> String {
    stage.arguments.isEmpty
      ? expression(stage.head)
      : node("stage", [expression(stage.head)] + all(stage.arguments))
  }

  func expression(_ expression: Expression) -> String {
    switch expression.kind {
    case .nothing: "nil"
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .double(_, let text), .duration(_, let text): text
    case .string(let text, _): quoted(text)
    case .interpolated(let parts): node("string", parts.map(part))
    case .regex(let pattern, let flags): "/" + pattern + "/" + flags
    case .name(let name): name
    case .list(let items): node("list", items.map(self.expression))
    case .record(let fields): node("record", fields.map(field))
    case .member(nil, let name): "." + name.text
    case .member(let base?, let name): node(".", [self.expression(base), name.text])
    case .index(let base, let index):
      node("index", [self.expression(base), self.expression(index)])
    case .call(let callee, let arguments):
      node("call", [self.expression(callee)] + all(arguments))
    case .lambda(let parameters, let body):
      node("=>", [names(parameters), self.expression(body)])
    case .conditional(let condition, let then, let otherwise):
      node("if", [condition, then, otherwise].map(self.expression))
    case .unary(let op, let operand): node(op.rawValue, [self.expression(operand)])
    case .binary(let op, let left, let right, _):
      node(op.rawValue, [self.expression(left), self.expression(right)])
    case .parenthesized(let pipeline):
      if let inner = pipeline.onlyExpression {
        self.expression(inner)
      } else {
        node("pipeline", [self.pipeline(pipeline)])
      }
    case .invalid: "(invalid)"
    }
  }

  private func part(_ part: StringPart) -> String {
    switch part {
    case .text(let text): quoted(text)
    case .value(let value): expression(value)
    }
  }

  private func field(_ field: RecordField) -> String {
    node(quoted(field.key.text), field.value.map { [expression($0)] } ?? [])
  }

  private func all(_ arguments: [Argument]) -> [String] {
    arguments.map { argument in
      (argument.label.map { $0.text + ": " } ?? "") + expression(argument.value)
    }
  }

  private func names(_ names: [Name]) -> String {
    "(" + names.map(\.text).joined(separator: " ") + ")"
  }

  private func node(_ head: String, _ children: [String]) -> String {
    "(" + ([head] + children).joined(separator: " ") + ")"
  }

  private func quoted(_ text: String) -> String {
    "\"" + escaped(text) + "\""
  }
}

extension Pipeline {
  /// The expression that the pipeline is, if it is one and nothing more.
  var onlyExpression: Expression? {
    stages.count == 1 && stages[0].arguments.isEmpty ? stages[0].head : nil
  }
}
