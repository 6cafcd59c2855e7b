import RxpEngine
import RxpSyntax
import RxpText

/// Commands: their definition, executions, members that can be set.
extension Compiler {
  func compileCommand(
    _ name: Name, _ parameters: [Name], _ condition: Expression?, _ options: [Argument],
    _ pipeline: Pipeline, _ span: Span, _ top: CodeScope
  ) -> Step? {
    hasEffects = true
    guard mayDefine(name) else { return nil }
    reportDuplicates(parameters)
    let before = diagnostics.count { $0.severity == .error }
    let when = condition.flatMap { compileCondition($0, top) }
    let concurrent = compileCommandOptions(options, top)
    let scope = CodeScope(inside: top, names: names)
    for (slot, parameter) in parameters.enumerated() {
      scope.bind(parameter.text, slot: slot, .any)
    }
    defining.append(name)
    let work = compileSignal(pipeline, scope)
    defining.removeLast()
    let cell = Cell(name.text)
    // Also where it is wrong: what uses the name need not be told of it too.
    define(
      name, .value(cell),
      .command(arity: parameters.count, sends: work?.type.sent ?? .any))
    guard let work, diagnostics.count(where: { $0.severity == .error }) == before else {
      return nil
    }
    let code = Code(
      name: name.text, body: work.expr, arity: parameters.count, localCount: scope.localCount)
    let place = place(span)
    return .define(
      cell,
      CommandExpr(
        name.text, work: ClosureExpr(code, scope.captures, place), condition: when?.expr,
        concurrent: concurrent?.expr, self.place(name.span)))
  }

  /// What stands behind `when`: a signal of yes and no.
  private func compileCondition(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    guard let typed = compileSignal(expression, scope) else { return nil }
    guard typed.type.sent.mayBe(.bool) || typed.type.sent == .null else {
      report(.conditionNeedsTruth(typed.type.sent, expression.span))
      return nil
    }
    return typed
  }

  private func compileCommandOptions(_ options: [Argument], _ scope: CodeScope) -> Typed? {
    var concurrent: Typed?
    for option in options {
      guard let label = option.label else {
        report(.commandOption(option.span))
        continue
      }
      guard label.text == CommandMember.concurrent.rawValue else {
        report(.unknownArgument("a command", label, [CommandMember.concurrent.rawValue]))
        continue
      }
      if concurrent != nil { report(.givenTwice(label.text, label.span)) }
      concurrent = compileFlag(option.value, scope)
    }
    return concurrent
  }

  /// `true` or `false` as what `concurrent` is set to.
  private func compileFlag(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    guard let typed = compileValue(expression, scope) else { return nil }
    guard typed.type.mayBe(.bool) else {
      report(.wrongType("concurrent", "true or false", typed.type, expression.span))
      return nil
    }
    return typed
  }

  // MARK: Executions

  /// `execute login, "ann"`.
  func compileExecution(
    _ verb: Name, _ arguments: [Argument], _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    let found = FoundOperator(
      definition: Catalog.execute, options: [], name: verb.text, library: nil)
    return compileOperator(found, arguments, span, upstream: nil, scope)?.typed
  }

  /// Whether a statement is an execution and nothing else: then it is done for its effect.
  func isExecutionAlone(_ pipeline: Pipeline, _ scope: CodeScope) -> Bool {
    guard pipeline.stages.count == 1, let head = headName(pipeline.stages[0].head) else {
      return false
    }
    if case .name(let name) = head.kind, scope.find(name) != nil { return false }
    return findOperator(head)?.definition.name == Catalog.execute.name
  }

  /// As many arguments as the command takes; where one is missing, the event stands in first.
  func fitExecution(
    _ fitted: inout Fitted, of arguments: [Argument], _ span: Span, _ scope: CodeScope
  ) -> Bool {
    let parameters = Catalog.execute.parameters
    guard case .command(let arity, _)? = fitted.types["command"],
      let at = parameters.firstIndex(where: { $0.name == "with" })
    else { return true }
    var plans: [ArgumentPlan] = []
    if case .several(let given) = fitted.plans[at] { plans = given }
    let given = plans.count
    if given + 1 == arity, itIfAny(span, scope) != nil,
      let (it, _) = compileOnce(Expression(.name("it"), span), scope)
    {
      plans.insert(it, at: 0)
    }
    guard plans.count == arity else {
      let name = arguments.first.map { current[$0.value.span] } ?? "this command"
      report(.executionArguments(name, arity, given, span))
      return false
    }
    fitted.plans[at] = .several(plans)
    return true
  }

  // MARK: Commands as values

  /// An expression where a command is asked.
  func compileCommandValue(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    guard let typed = compileExpression(expression, scope, wanting: .value) else { return nil }
    guard typed.type.mayBe(.command(arity: 0, sends: .any)) else {
      report(
        .notACommand(current[expression.span], typed.type, expression.span, definition(expression)))
      return nil
    }
    return typed
  }

  /// A command's name as the object of `complete`; nil for anything else, of which nothing is told.
  func compileCommandReference(_ expression: Expression, _ scope: CodeScope) -> Expr? {
    guard case .name(let name) = expression.kind, scope.find(name) == nil,
      let symbol = names.find(name), case .command = symbol.type
    else { return nil }
    return compileExpression(expression, scope, wanting: .value)?.expr
  }

  private func definition(_ expression: Expression) -> Span? {
    guard case .name(let name) = expression.kind, let symbol = names.find(name),
      symbol.source === current
    else { return nil }
    return symbol.name.span
  }

  /// `login.concurrent = true`.
  func compileAssignment(
    of member: Name, of object: Expression, _ value: Expression, _ span: Span, _ scope: CodeScope
  ) -> Step? {
    hasEffects = true
    guard let command = compileCommandMemberOwner(object, member, scope) else {
      _ = compileValue(value, scope)
      return nil
    }
    guard let flag = compileFlag(value, scope) else { return nil }
    return .setConcurrent(command: command.expr, flag.expr)
  }

  private func compileCommandMemberOwner(
    _ object: Expression, _ member: Name, _ scope: CodeScope
  ) -> Typed? {
    guard let typed = compileExpression(object, scope, wanting: .value) else { return nil }
    guard typed.type.mayBe(.command(arity: 0, sends: .any)) else {
      report(.cannotSetMember(member, of: typed.type))
      return nil
    }
    guard let known = CommandMember(rawValue: member.text) else {
      report(.unknownMember(member, CommandMember.allCases.map(\.rawValue)))
      return nil
    }
    guard known == .concurrent else {
      report(.cannotSetMember(member, of: typed.type))
      return nil
    }
    return typed
  }
}
