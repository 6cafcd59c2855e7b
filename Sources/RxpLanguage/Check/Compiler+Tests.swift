import RxpEngine
import RxpSyntax
import RxpText

extension Compiler {
  /// A `test` block: its statements have names of their own.
  func compileTest(
    _ title: Expression, _ arguments: [Argument], _ statements: [Statement], _ span: Span
  ) -> Step? {
    let outer = (names, hasEffects, laterNames)
    names = NameScope(inside: outer.0)
    laterNames = [:]
    defer {
      warnOfUnused(names)
      (names, _, laterNames) = (outer.0, false, outer.2)
    }
    var frame = 100 * Time.millisecond
    var text = "test"
    if case .string(let literal, _) = title.kind { text = literal }
    for argument in arguments {
      guard argument.label?.text == "frame", case .duration(let length, _) = argument.value.kind,
        length > 0
      else {
        report(.testArgument(argument.span))
        continue
      }
      frame = length
    }
    var steps: [Step] = []
    var expectations: [Expectation] = []
    for statement in statements {
      switch statement.kind {
      case .expect(let subject, let wanted, let arguments):
        let made = noting(statement) {
          compileExpectation(subject, wanted, arguments, statement.span)
        }
        if let made { expectations.append(made) }
      case .test:
        report(.testInTest(statement.span))
      default:
        if let step = noting(statement, { compile(statement) }) { steps.append(step) }
      }
    }
    return .test(
      TestStep(
        title: text, frame: frame, steps: steps, expectations: expectations, place: place(span)))
  }

  private func compileExpectation(
    _ subject: Pipeline, _ wanted: Pipeline, _ arguments: [Argument], _ span: Span
  ) -> Expectation? {
    let top = CodeScope(inside: nil, names: names)
    var frame: Expr?
    var subscribe: Expr?
    var unsubscribe: Expr?
    var error: Expr?
    var values: [(name: String, Expr)] = []
    for argument in arguments {
      guard let label = argument.label else {
        report(.expectArgument(argument.span))
        continue
      }
      guard let typed = compileExpression(argument.value, top, wanting: .signal) else { return nil }
      switch label.text {
      case "frame": frame = typed.expr
      case "subscribe": subscribe = typed.expr
      case "unsubscribe": unsubscribe = typed.expr
      case "error": error = typed.expr
      default: values.append((label.text, typed.expr))
      }
    }
    let what: Expectation.Subject?
    let isSubscriptions: Bool
    if let target = subscriptionsOf(subject) {
      isSubscriptions = true
      what = compileSignal(target, top).map { .subscriptions($0.expr) }
    } else {
      isSubscriptions = false
      what = compileSignal(subject, top).map { .events($0.expr) }
    }
    let expected = compileWanted(wanted, isSubscriptions, values, error, top)
    guard let what, let expected else { return nil }
    return Expectation(
      subject: what, wanted: expected, frame: frame, subscribe: subscribe,
      unsubscribe: unsubscribe, place: place(span))
  }

  /// `subscriptions(a)`: the diagram's name.
  private func subscriptionsOf(_ pipeline: Pipeline) -> Expression? {
    guard pipeline.stages.count == 1, let stage = pipeline.stages.first, stage.arguments.isEmpty,
      case .call(let callee, let arguments) = stage.head.kind, arguments.count == 1,
      case .name("subscriptions") = callee.kind
    else { return nil }
    return arguments[0].value
  }

  private func compileWanted(
    _ pipeline: Pipeline, _ isSubscriptions: Bool, _ values: [(name: String, Expr)],
    _ error: Expr?, _ scope: CodeScope
  ) -> Expectation.Wanted? {
    if pipeline.stages.count == 1, let stage = pipeline.stages.first, stage.arguments.isEmpty {
      switch stage.head.kind {
      case .string(let diagram, _):
        guard checkMarble(stage.head) else { return nil }
        if isSubscriptions { return .subscriptions([(diagram, place(stage.head.span))]) }
        return .diagram(diagram, values: values, error: error, place(stage.head.span))
      case .list(let items) where isSubscriptions:
        var diagrams: [(String, Place)] = []
        for item in items {
          guard case .string(let diagram, _) = item.kind, checkMarble(item) else {
            report(.subscriptionDiagrams(item.span))
            return nil
          }
          diagrams.append((diagram, place(item.span)))
        }
        return .subscriptions(diagrams)
      default: break
      }
    }
    if isSubscriptions {
      report(.subscriptionDiagrams(pipeline.span))
      return nil
    }
    return compileSignal(pipeline, scope).map { .sameAs($0.expr) }
  }
}
