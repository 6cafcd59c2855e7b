import RxpEngine
import RxpSyntax
import RxpText

/// Statements of observable values: `var`, `channel`, `<~>`.
extension Compiler {
  /// `var name = value, nilValue: other`.
  func compileVariable(
    _ name: Name, _ expression: Expression, _ arguments: [Argument], _ span: Span,
    _ top: CodeScope
  ) -> Step? {
    hasEffects = true
    let value = compileValue(expression, top)
    let parameter = "nilValue"
    var plans: [String: ArgumentPlan] = [:]
    var isWrong = value == nil
    for argument in arguments {
      guard argument.label?.text == parameter else {
        if let label = argument.label {
          report(.unknownArgument("var", label, [parameter]))
        } else {
          report(.tooManyArguments("var", 1, argument.span))
        }
        isWrong = true
        continue
      }
      if plans[parameter] != nil {
        report(.givenTwice(parameter, argument.span))
        isWrong = true
      }
      guard let (plan, _) = compileOnce(argument.value, top) else {
        isWrong = true
        continue
      }
      plans[parameter] = plan
    }
    guard mayDefine(name) else { return nil }
    let cell = Cell(name.text)
    define(name, .variable(cell), value?.type.widened ?? .any, isSubject: true)
    guard let value, !isWrong else { return nil }
    plans["start"] = .once(Code(body: value.expr, localCount: top.localCount), [])
    return .define(
      cell,
      SignalExpr(
        Catalog.subject, upstream: nil,
        arguments: Catalog.subject.parameters.map { plans[$0.name] ?? .missing }, place(span)))
  }

  /// `channel c`, `channel c, over: name`.
  func compileChannel(_ name: Name, _ arguments: [Argument], _ span: Span) -> Step? {
    hasEffects = true
    var property: Expr?
    var isWrong = false
    for argument in arguments {
      guard let label = argument.label else {
        report(.tooManyArguments("channel", 0, argument.span))
        isWrong = true
        continue
      }
      guard label.text == "over" else {
        report(.unknownArgument("channel", label, ["over"]))
        isWrong = true
        continue
      }
      if property != nil {
        report(.givenTwice(label.text, argument.span))
        isWrong = true
      }
      guard case .name(let text) = argument.value.kind,
        let cell = variable(Name(text, argument.value.span))
      else {
        if case .name = argument.value.kind {
        } else {
          report(.channelOverNoVar(argument.value.span))
        }
        isWrong = true
        continue
      }
      property = GlobalExpr(cell, place(argument.value.span))
    }
    guard mayDefine(name) else { return nil }
    let cell = Cell(name.text)
    define(name, .value(cell), ChannelExpr.type)
    names.own(name.text)?.isChannel = true
    return isWrong ? nil : .define(cell, ChannelExpr(over: property, place(span)))
  }

  /// `a <~> b, from: …, to: …`.
  func compileBindBoth(
    _ one: Expression, _ other: Expression, _ arguments: [Argument], _ span: Span,
    _ top: CodeScope
  ) -> Step? {
    hasEffects = true
    let left = compileTerminal(one, top)
    let right = compileTerminal(other, top)
    var maps: [String: [ArgumentPlan]] = [:]
    var isWrong = false
    for argument in arguments {
      guard let label = argument.label, ["from", "to"].contains(label.text) else {
        if let label = argument.label {
          report(.unknownArgument("<~>", label, ["from", "to"]))
        } else {
          report(.bindBothArgument(argument.span))
        }
        isWrong = true
        continue
      }
      if maps[label.text] != nil {
        report(.givenTwice(label.text, argument.span))
        isWrong = true
      }
      let input = label.text == "from" ? right?.type.sent : left?.type.sent
      guard
        let fitted = fit(
          Catalog.map, [Argument(value: argument.value)], argument.span, input: input ?? .any, top)
      else {
        isWrong = true
        continue
      }
      maps[label.text] = fitted.plans
    }
    guard let left, let right, !isWrong else { return nil }
    let (a, b) = (Cell("a"), Cell("b"))
    func mapped(_ cell: Cell, _ plans: [ArgumentPlan]?) -> Expr {
      let end = GlobalExpr(cell, place(span))
      guard let plans else { return end }
      return SignalExpr(Catalog.map, upstream: end, arguments: plans, place(span))
    }
    return .bindBoth(
      TwoWayBinding(
        left: left.expr, right: right.expr, leftEnd: a, rightEnd: b,
        inward: mapped(b, maps["from"]), outward: mapped(a, maps["to"]), place: place(span)))
  }

  /// A var, or an end of a channel.
  private func compileTerminal(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    if case .name(let name) = expression.kind, scope.find(name) == nil,
      let symbol = names.find(name)
    {
      symbol.isUsed = true
      if case .variable(let cell) = symbol.meaning {
        return Typed(GlobalExpr(cell, place(expression.span)), .signal(symbol.type))
      }
      report(
        symbol.isChannel
          ? .channelNeedsEnd(name, expression.span)
          : .noTerminal(name, expression.span, symbol.name.span))
      return nil
    }
    return compileSignal(expression, scope)
  }

  /// `complete c`, `fail c, why` of a channel: one of its ends, which is the end of both; nil where
  /// the expression names no channel.
  func compileChannelsEnd(_ expression: Expression, _ scope: CodeScope) -> Expr? {
    guard case .name(let name) = expression.kind, scope.find(name) == nil,
      let symbol = names.find(name), symbol.isChannel, case .value(let cell) = symbol.meaning
    else { return nil }
    symbol.isUsed = true
    let place = place(expression.span)
    return MemberExpr(GlobalExpr(cell, place), "following", place)
  }
}
