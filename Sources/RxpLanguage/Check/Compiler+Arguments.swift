import RxpEngine
import RxpSyntax
import RxpText

extension Compiler {
  struct Fitted {
    /// One for each parameter, in their order.
    var plans: [ArgumentPlan]
    /// What is known of each argument given.
    var types: [String: Type]
  }

  /// Fits arguments to an operator's parameters; nil where they do not fit (told in `diagnostics`).
  /// `defaults`: named ones that hold where the program gives none.
  func fit(
    _ definition: Operator, _ arguments: [Argument], defaults: [Argument] = [], _ span: Span,
    input: Type, _ scope: CodeScope, library: String? = nil
  ) -> Fitted? {
    let parameters = definition.parameters
    var given: [String: [Argument]] = [:]
    var free: [Argument] = []
    var isWrong = false
    let openNames = parameters.first { if case .names = $0.kind { true } else { false } }
    var positional = parameters.filter { parameter in
      if case .names = parameter.kind { return false }
      return !parameter.isNamed
    }[...]

    let labels = Set(arguments.compactMap { $0.label?.text })
    var unlabelled = arguments.count { $0.label == nil }

    for argument in arguments {
      if argument.label == nil {
        // What may be left out gives way where the rest is needed: `scan acc + it` has no start.
        let needed = positional.count { !$0.isOptional && !labels.contains($0.name) }
        while positional.first?.isOptional == true, unlabelled <= needed {
          positional.removeFirst()
        }
        unlabelled -= 1
      }
      if let label = argument.label {
        if let parameter = parameters.first(where: { $0.name == label.text }),
          parameter.name != openNames?.name
        {
          if given[parameter.name] != nil {
            report(.givenTwice(label.text, label.span))
            isWrong = true
          }
          given[parameter.name] = [argument]
          positional.removeAll { $0.name == parameter.name }
        } else if openNames != nil {
          free.append(argument)
        } else {
          report(.unknownArgument(definition.name, label, parameters.map(\.name)))
          isWrong = true
        }
      } else if let parameter = nextParameter(&positional, left: unlabelled, labels) {
        given[parameter.name, default: []].append(argument)
        if !parameter.isVariadic { positional.removeFirst() }
      } else {
        report(
          .tooManyArguments(
            definition.name, parameters.filter { !$0.isNamed && !$0.isNames }.count, argument.span))
        isWrong = true
      }
    }

    for option in defaults {
      if let name = option.label?.text, given[name] == nil { given[name] = [option] }
    }

    var fitted = Fitted(plans: [], types: [:])
    for parameter in parameters {
      if parameter.isNames {
        guard let (plan, isEmpty) = compileFree(free, scope) else {
          isWrong = true
          fitted.plans.append(.missing)
          continue
        }
        fitted.plans.append(plan)
        if !isEmpty { fitted.types[parameter.name] = .any }
        continue
      }
      guard let mine = given[parameter.name] else {
        if !parameter.isOptional && !(parameter.isVariadic && definition.role == .sourceOrStage) {
          report(
            .missingArgument(definition.name, parameter.name, parameter.summary, span))
          isWrong = true
        }
        fitted.plans.append(.missing)
        continue
      }
      guard
        let (plan, type) = compileArgument(
          mine, for: parameter, of: definition, input: input, types: fitted.types, scope, library)
      else {
        isWrong = true
        fitted.plans.append(.missing)
        continue
      }
      fitted.plans.append(plan)
      fitted.types[parameter.name] = type
    }
    return isWrong ? nil : fitted
  }

  /// The parameter that the next argument belongs to. One that takes any number of them leaves as
  /// many as those behind it need: `left` come after this one.
  private func nextParameter(
    _ positional: inout ArraySlice<Parameter>, left: Int, _ labels: Set<String>
  ) -> Parameter? {
    guard let first = positional.first else { return nil }
    let needed = positional.dropFirst().count { !$0.isOptional && !labels.contains($0.name) }
    if first.isVariadic, needed > left, positional.count > 1 { positional.removeFirst() }
    return positional.first
  }

  private func compileFree(
    _ arguments: [Argument], _ scope: CodeScope
  ) -> (ArgumentPlan, isEmpty: Bool)? {
    var plans: [(name: String, plan: ArgumentPlan)] = []
    var isWrong = false
    for argument in arguments {
      guard let name = argument.label?.text, let (plan, _) = compileOnce(argument.value, scope)
      else {
        isWrong = true
        continue
      }
      plans.append((name, plan))
    }
    return isWrong ? nil : (.named(plans), arguments.isEmpty)
  }

  private func compileArgument(
    _ given: [Argument], for parameter: Parameter, of definition: Operator, input: Type,
    types: [String: Type], _ scope: CodeScope, _ library: String?
  ) -> (ArgumentPlan, Type)? {
    let value = given[0].value
    switch parameter.kind {
    case .count: return once(value, .int, "a whole number", parameter, definition, scope)
    case .duration, .period:
      return once(
        value, .number, "a duration, for example 0.5 or 500ms,", parameter, definition, scope)
    case .bool: return once(value, .bool, "true or false", parameter, definition, scope)
    case .text, .path: return once(value, .text, "a string", parameter, definition, scope)
    case .value, .names: return compileOnce(value, scope)
    case .word(let words):
      guard let word = bareWord(value), words.contains(word) else {
        report(.unknownWord(parameter.name, current[value.span], words, value.span))
        return nil
      }
      return (.fixed(ConstantExpr(.string(word), place(value.span))), .text)
    case .marble:
      guard checkMarble(value) else { return nil }
      return once(value, .text, "a diagram in a string", parameter, definition, scope)
    case .signal:
      guard let typed = compileSignal(value, scope) else { return nil }
      return (.fixed(typed.expr), typed.type.sent)
    case .subject:
      guard let expr = compileSubjectReference(value, scope) else { return nil }
      return (.fixed(expr), .any)
    case .command:
      guard let typed = compileCommandValue(value, scope) else { return nil }
      return (.fixed(typed.expr), typed.type)
    case .signals, .signalsOrRecord:
      if case .signalsOrRecord = parameter.kind, given.count == 1, !isSignal(value, scope),
        let (expr, type) = recordOfSignals(value, scope)
      {
        return (.several([.fixed(expr)]), type)
      }
      var plans: [ArgumentPlan] = []
      var sent: [Type] = []
      for argument in given {
        guard let typed = compileSignals(argument.value, scope) else { return nil }
        plans.append(.fixed(typed.expr))
        if case .tuple(let items) = typed.type, given.count == 1,
          items.allSatisfy({ if case .signal = $0 { true } else { false } })
        {
          sent += items.map(\.sent)
        } else {
          sent.append(typed.type.sent)
        }
      }
      return (.several(plans), .tuple(sent))
    case .values, .paths:
      var plans: [ArgumentPlan] = []
      var known: [Type] = []
      for argument in given {
        guard let (plan, type) = compileOnce(argument.value, scope) else { return nil }
        if case .paths = parameter.kind, !type.mayBe(.text) {
          report(
            .wrongArgument(
              definition.name, "names of files", parameter.name, type, current[argument.span],
              argument.span))
          return nil
        }
        plans.append(plan)
        known.append(type)
      }
      return (.several(plans), .tuple(known))
    case .asked(let asking, let wants):
      return compileAsked(
        value, asking, wants, of: definition, parameter, input: input, types: types, scope, library)
    }
  }

  /// A record whose fields are all signals, and the type of a record of what these send; nil for
  /// anything else, of which nothing is reported here.
  private func recordOfSignals(_ expression: Expression, _ scope: CodeScope) -> (Expr, Type)? {
    let key = answerKey(expression)
    if let key, isNoRecordOfSignals.contains(key) { return nil }
    let before = (diagnostics, hasEffects)
    guard let typed = compileExpression(expression, scope, wanting: .any),
      case .record(let fields, isClosed: true) = typed.type,
      fields.allSatisfy({ if case .signal = $0.type { true } else { false } })
    else {
      (diagnostics, hasEffects) = before
      if let key { isNoRecordOfSignals.insert(key) }
      return nil
    }
    let sent = fields.map { Type.RecordType.Field($0.name, $0.type.sent) }
    return (typed.expr, .record(sent, isClosed: true))
  }

  // MARK: Worked out once

  /// A value worked out at each subscription; `() => x` is the same as `x`.
  func compileOnce(_ expression: Expression, _ scope: CodeScope) -> (ArgumentPlan, Type)? {
    var body = expression
    if case .lambda(let parameters, let inner) = expression.kind {
      if parameters.isEmpty { body = inner }
    }
    let inner = CodeScope(inside: scope, names: names)
    guard let typed = compileExpression(body, inner, wanting: .any) else { return nil }
    let code = Code(body: typed.expr, localCount: inner.localCount)
    return (.once(code, inner.captures), typed.type)
  }

  private func once(
    _ expression: Expression, _ wanted: Type, _ phrase: String, _ parameter: Parameter,
    _ definition: Operator, _ scope: CodeScope
  ) -> (ArgumentPlan, Type)? {
    guard let (plan, type) = compileOnce(expression, scope) else { return nil }
    guard type.mayBe(wanted) else {
      if case .signal = type {
        report(
          .signalForValue(
            "\(definition.name) needs \(phrase) as \(parameter.name)", expression.span))
      } else {
        report(
          .wrongArgument(
            definition.name, phrase, parameter.name, type, current[expression.span], expression.span
          ))
      }
      return nil
    }
    if case .once(let code, _) = plan, let constant = constant(code.body) {
      if let problem = Compiler.unsuitable(constant, for: parameter.kind) {
        report(.unsuitableValue(definition.name, parameter.name, problem, expression.span))
        return nil
      }
    }
    return (plan, type)
  }

  /// The value of an expression that is the same in every run; nil where it is not.
  func constant(_ expr: Expr) -> Value? {
    switch expr {
    case let constant as ConstantExpr: constant.value
    case let negated as NegateExpr:
      constant(negated.operand) == nil
        ? nil : try? Machine().call(Closure(Code(body: negated, localCount: 0)), place: nil)
    default: nil
    }
  }

  private static func unsuitable(
    _ value: Value, for kind: Parameter.Kind
  ) -> String? {
    guard let number = value.number else { return nil }
    switch kind {
    case .count:
      if number == .infinity { return nil }
      return number < 0 || number.rounded() != number ? "a whole number, 0 or more, is needed" : nil
    case .duration: return number < 0 ? "a time cannot be negative" : nil
    case .period:
      if number < 0 { return "a time cannot be negative" }
      return number == 0 ? "a time above 0 is needed, or it would never come to an end" : nil
    default: return nil
    }
  }

  /// A word written as a name or as a string.
  private func bareWord(_ expression: Expression) -> String? {
    switch expression.kind {
    case .name(let name): name
    case .string(let text, _): text
    case .nothing: "nil"
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// Points at the column of a diagram that cannot be read.
  func checkMarble(_ expression: Expression, countsFromCaret: Bool = false) -> Bool {
    guard case .string(let text, _) = expression.kind else { return true }
    do {
      _ = try Marble(text, frame: 1, countsFromCaret: countsFromCaret)
      return true
    } catch let mistake as Marble.Mistake {
      let prefix = String(text.prefix(mistake.column)).utf8.count
      let start = min(expression.span.start + 1 + prefix, expression.span.end)
      report(.badMarble(mistake.message, Span(start, min(start + 1, expression.span.end))))
      return false
    } catch {
      return true
    }
  }

  // MARK: Asked for each event

  private func compileAsked(
    _ expression: Expression, _ asking: Parameter.Asking, _ wants: Type, of definition: Operator,
    _ parameter: Parameter, input: Type, types: [String: Type], _ scope: CodeScope,
    _ library: String?
  ) -> (ArgumentPlan, Type)? {
    let inner = CodeScope(inside: scope, names: names)
    let it: Type
    switch asking {
    case .event:
      it = input
      inner.bind("it", slot: Code.itSlot, it)
    case .accumulator(let start):
      it = input
      inner.bind("it", slot: Code.itSlot, it)
      inner.bind("acc", slot: Code.accSlot, types[start]?.widened ?? .any)
    case .failure:
      it = .failure
      inner.bind("it", slot: Code.itSlot, it)
    case .sent(let name):
      it = types[name] ?? .any
      inner.bind("it", slot: Code.itSlot, it)
    case .together(let name):
      it =
        if case .tuple(let items)? = types[name], items.count == 1 { items[0] } else {
          types[name] ?? .any
        }
      inner.bind("it", slot: Code.itSlot, it)
    case .given(let type):
      it = type
      inner.bind("it", slot: Code.itSlot, it)
    case .nothing: it = .null
    }
    inner.bind("index", slot: Code.indexSlot, .int)

    let wanting: Wanting = if case .signal = wants { .signal } else { .value }
    let typed: Typed?
    if case .lambda(let parameters, let body) = unwrapped(expression).kind {
      typed = compileLambdaAsked(
        parameters, body, expression.span, asking, it, wanting, library, inner, definition)
    } else {
      typed = compileExpression(expression, inner, wanting: wanting)
    }
    guard let typed else { return nil }
    guard typed.type.mayBe(wants) || typed.type == .null else {
      reportUnwanted(typed.type, wants, expression, definition, parameter)
      return nil
    }
    if case .together = asking, case .signal = typed.type {
      report(
        .wrongArgument(
          definition.name, "a function", parameter.name, typed.type, current[expression.span],
          expression.span))
      return nil
    }
    if wants == .any, case .function(let arity, _) = typed.type, arity > 0, asking == .event {
      report(.functionNotCalled(definition.name, current[expression.span], arity, expression.span))
      return nil
    }
    let code = Code(body: typed.expr, localCount: inner.localCount)
    return (.asked(code, inner.captures), typed.type)
  }

  private func compileLambdaAsked(
    _ parameters: [Name], _ body: Expression, _ span: Span, _ asking: Parameter.Asking, _ it: Type,
    _ wanting: Wanting, _ library: String?, _ inner: CodeScope, _ definition: Operator
  ) -> Typed? {
    reportDuplicates(parameters)
    switch asking {
    case .accumulator:
      guard parameters.count == 2 || parameters.count == 3 else {
        report(
          .lambdaParameters(
            definition.name, "the running value and the event", 2, parameters.count, span))
        return nil
      }
      for (parameter, (slot, outer)) in zip(
        parameters,
        [(Code.accSlot, "acc"), (Code.itSlot, "it"), (Code.indexSlot, "index")])
      {
        inner.bind(parameter.text, slot: slot, inner.locals[outer]?.type ?? .any)
      }
      return compileExpression(body, inner, wanting: wanting)
    case .nothing:
      guard parameters.isEmpty else {
        report(.lambdaParameters(definition.name, "nothing", 0, parameters.count, span))
        return nil
      }
      return compileExpression(body, inner, wanting: wanting)
    case .event, .failure, .sent, .together, .given: break
    }
    if parameters.count == 2, library == "rx" {
      inner.bind(parameters[0].text, slot: Code.itSlot, it)
      inner.bind(parameters[1].text, slot: Code.indexSlot, .int)
      return compileExpression(body, inner, wanting: wanting)
    }
    if parameters.count < 2 {
      if let parameter = parameters.first { inner.bind(parameter.text, slot: Code.itSlot, it) }
      return compileExpression(body, inner, wanting: wanting)
    }
    // Two or more parameters take apart a list (reduceEach).
    guard it.mayBe(.list(.any)) else {
      report(.cannotTakeApart(parameters.count, it, span))
      return nil
    }
    if case .tuple(let items) = it, items.count < parameters.count {
      report(.tooFewMembers(parameters.count, items.count, span))
      return nil
    }
    let first = inner.freshSlots(parameters.count)
    for (offset, parameter) in parameters.enumerated() {
      let type: Type =
        switch it {
        case .tuple(let items): items[offset]
        case .list(let item): item
        default: .any
        }
      inner.bind(parameter.text, slot: first + offset, type)
    }
    return compileExpression(body, inner, wanting: wanting).map {
      Typed(
        DestructureExpr(
          source: Code.itSlot, first: first, count: parameters.count, body: $0.expr, place(span)),
        $0.type)
    }
  }

  /// A lambda in parentheses is that lambda.
  func unwrapped(_ expression: Expression) -> Expression {
    if case .parenthesized(let pipeline) = expression.kind, pipeline.stages.count == 1,
      let stage = pipeline.stages.first, stage.arguments.isEmpty
    {
      return unwrapped(stage.head)
    }
    return expression
  }

  private func reportUnwanted(
    _ got: Type, _ wants: Type, _ expression: Expression, _ definition: Operator,
    _ parameter: Parameter
  ) {
    let text = current[expression.span]
    switch wants {
    case .signal:
      report(.needsSignal(definition.name, text, got, expression.span, stage: definition))
    case .bool:
      report(.needsTest(definition.name, text, got, expression.span))
    default:
      report(
        .wrongArgument(definition.name, wants.phrase, parameter.name, got, text, expression.span))
    }
  }
}

extension Parameter {
  var isVariadic: Bool {
    switch kind {
    case .signals, .signalsOrRecord, .values, .paths: true
    default: false
    }
  }

  var isNames: Bool {
    if case .names = kind { return true }
    return false
  }
}
