import RxpEngine
import RxpSyntax
import RxpText

extension Compiler {
  func compileCall(
    _ callee: Expression, _ arguments: [Argument], _ span: Span, _ scope: CodeScope,
    _ wanting: Wanting
  ) -> Typed? {
    if case .name(let name) = callee.kind {
      if scope.find(name) == nil {
        if let symbol = names.find(name) {
          symbol.isUsed = true
          return compileSymbolCall(symbol, callee, arguments, span, scope)
        }
        let definition = Catalog.find(name)
        let function = Functions.find(name)
        if let definition, definition.role != .stage, definition.role != .sink,
          !isFunctionOfThatName(definition, name, arguments),
          function == nil
            || definition.role == .source && wanting == .signal && scope.find("it") == nil
            || arguments.contains(where: { isSignal($0.value, scope) })
        {
          return compileOperatorCall(definition, arguments, span, scope)
        }
        if let function { return compileFunctionCall(function, arguments, span, scope, wanting) }
        return reportUnknownCall(name, callee.span, scope)
      }
    } else if headName(callee) != nil, let found = findOperator(callee) {
      return compileOperator(found, arguments, span, upstream: nil, scope)?.typed
    }
    guard let function = compileExpression(callee, scope, wanting: .function) else { return nil }
    return compileValueCall(function, callee, arguments, span, scope)
  }

  /// A source in a call: where one argument is missing, the event stands in first.
  private func compileOperatorCall(
    _ definition: Operator, _ arguments: [Argument], _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    let found = FoundOperator(
      definition: definition, options: [], name: definition.name, library: nil)
    let required = definition.parameters.filter { !$0.isOptional && !$0.isNamed }
    let positional = arguments.filter { $0.label == nil }
    var all = arguments
    if positional.count + 1 == required.count, itIfAny(span, scope) != nil {
      all.insert(Argument(value: Expression(.name("it"), span)), at: 0)
    }
    return compileOperator(found, all, span, upstream: nil, scope)?.typed
  }

  private func reportUnknownCall(_ name: String, _ span: Span, _ scope: CodeScope) -> Typed? {
    if let later = laterNames[name] {
      report(.usedBeforeDefined(name, span, later.span))
    } else if let own = defining.first(where: { $0.text == name }) {
      report(.recursion(name, span, own.span))
    } else if Catalog.find(name) != nil {
      report(.operatorAsValue(name, span))
    } else {
      report(.unknownFunction(name, span, among: Functions.names + names.names + scope.visible))
    }
    return nil
  }

  // MARK: Functions of the language

  private func compileFunctionCall(
    _ function: Builtin, _ arguments: [Argument], _ span: Span, _ scope: CodeScope,
    _ wanting: Wanting
  ) -> Typed? {
    if let labeled = arguments.first(where: { $0.label != nil }), let label = labeled.label {
      report(.unknownArgument(function.name, label, []))
      return nil
    }
    let most = function.isVariadic ? Int.max : function.parameters.count
    guard arguments.count <= most else {
      report(
        .functionArguments(
          function.name, function.signature, required: most, given: arguments.count, span))
      return nil
    }
    var it: Typed?
    if arguments.count < function.required {
      // One argument fewer than it takes: the event comes first.
      guard arguments.count + 1 == function.required else {
        report(
          .functionArguments(
            function.name, function.signature, required: function.required,
            given: arguments.count, span))
        return nil
      }
      if wanting == .function || scope.find("it") == nil {
        return compilePartial(function, arguments, span, scope)
      }
      it = itIfAny(span, scope)
    }
    let shift = it == nil ? 0 : 1
    var values: [Typed] = it.map { [$0] } ?? []
    var spans: [Span] = it.map { _ in [span] } ?? []
    for (index, argument) in arguments.enumerated() {
      let parameter = function.parameter(index + shift)
      var wantsFunction = false
      if case .function = parameter?.type { wantsFunction = true }
      guard
        let typed = compileExpression(
          argument.value, scope, wanting: wantsFunction ? .function : .value)
      else { return nil }
      values.append(typed)
      spans.append(argument.value.span)
    }
    return call(function, values, span, spans)
  }

  private func compilePartial(
    _ function: Builtin, _ arguments: [Argument], _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    var rest: [Expr] = []
    for argument in arguments {
      guard let typed = compileExpression(argument.value, scope, wanting: .any) else { return nil }
      rest.append(typed.expr)
    }
    let callee = ConstantExpr(.function(Function(.builtin(function))), place(span))
    return Typed(
      PartialExpr(callee, rest, place(span)),
      .function(arity: 1, returns: function.result([])))
  }

  /// Checks what is known of the arguments and makes the call.
  func call(_ function: Builtin, _ arguments: [Typed], _ span: Span, _ spans: [Span]) -> Typed? {
    for (index, argument) in arguments.enumerated() {
      guard let parameter = function.parameter(index) else { continue }
      guard argument.type.mayBe(parameter.type) || argument.type == .null else {
        if case .signal = argument.type {
          report(.signalForValue("\(function.name) works on values", spans[index]))
        } else {
          report(
            .wrongArgument(
              function.name, parameter.type.phrase, parameter.name, argument.type,
              current[spans[index]], spans[index]))
        }
        return nil
      }
    }
    let callee = ConstantExpr(.function(Function(.builtin(function))), place(span))
    return Typed(
      CallExpr(callee, arguments.map(\.expr), place(span)),
      function.result(arguments.map(\.type)))
  }

  // MARK: Functions of the program

  private func compileSymbolCall(
    _ symbol: Symbol, _ callee: Expression, _ arguments: [Argument], _ span: Span,
    _ scope: CodeScope
  ) -> Typed? {
    switch symbol.meaning {
    case .stages:
      report(.stagesAsValue(symbol.name.text, callee.span))
      return nil
    case .variable(let cell):
      return compileValueCall(
        Typed(VariableExpr(cell, place(callee.span)), symbol.type), callee, arguments, span, scope)
    case .value(let cell):
      return compileValueCall(
        Typed(GlobalExpr(cell, place(callee.span)), symbol.type), callee, arguments, span, scope)
    }
  }

  private func compileValueCall(
    _ function: Typed, _ callee: Expression, _ arguments: [Argument], _ span: Span,
    _ scope: CodeScope
  ) -> Typed? {
    if let label = arguments.first(where: { $0.label != nil })?.label {
      report(.unknownArgument(current[callee.span], label, []))
      return nil
    }
    var values: [Expr] = []
    var isWrong = false
    for argument in arguments {
      // A signal handed to a function of the program stays one.
      if let typed = compileExpression(
        argument.value, scope, wanting: argumentWanting(argument.value, scope))
      {
        values.append(typed.expr)
      } else {
        isWrong = true
      }
    }
    if isWrong { return nil }
    switch function.type {
    case .function(let arity, let result):
      if values.count + 1 == arity {
        if let it = itIfAny(span, scope) {
          values.insert(it.expr, at: 0)
        } else {
          return Typed(
            PartialExpr(function.expr, values, place(span)), .function(arity: 1, returns: result))
        }
      }
      guard values.count == arity else {
        report(.argumentCount(current[callee.span], arity, arguments.count, span))
        return nil
      }
      return Typed(CallExpr(function.expr, values, place(span)), result)
    case .any: return Typed(CallExpr(function.expr, values, place(span)), .any)
    default:
      report(.notAFunction(current[callee.span], function.type, span))
      return nil
    }
  }

  private func argumentWanting(_ expression: Expression, _ scope: CodeScope) -> Wanting {
    scope.find("it") == nil ? .function : .value
  }

  // MARK: Operators between expressions

  func compileBinary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, _ operatorSpan: Span,
    _ span: Span, _ scope: CodeScope, _ wanting: Wanting
  ) -> Typed? {
    let place = place(span)
    switch operation {
    case .and, .or:
      let a = compileTruth(left, scope)
      let b = compileTruth(right, scope)
      guard let a, let b else { return nil }
      return Typed(LogicExpr(isAnd: operation == .and, a.expr, b.expr, place), .bool)
    default: break
    }
    let a = compileExpression(left, scope, wanting: operation == .coalesce ? wanting : .value)
    let b = compileExpression(right, scope, wanting: operation == .coalesce ? wanting : .value)
    guard let a, let b else { return nil }
    for (operand, expression) in [(a, left), (b, right)] {
      if case .signal = operand.type, operation != .coalesce, operation != .equal,
        operation != .notEqual
      {
        report(.signalForValue("\(operation.rawValue) works on values", expression.span))
        return nil
      }
    }
    switch operation {
    case .coalesce:
      return Typed(
        CoalesceExpr(a.expr, b.expr, place), a.type == .null ? b.type : a.type.joined(with: b.type))
    case .equal, .notEqual:
      guard a.type.mayBe(b.type) || b.type.mayBe(a.type) || a.type == .null || b.type == .null
      else {
        report(.neverEqual(a.type, b.type, operatorSpan))
        return nil
      }
      return Typed(
        ComparisonExpr(operation == .equal ? .equal : .notEqual, a.expr, b.expr, place), .bool)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard Compiler.haveOrder(a.type, b.type) else {
        report(.noOrder(operation.rawValue, a.type, b.type, operatorSpan, span))
        return nil
      }
      let relation: ComparisonExpr.Relation =
        switch operation {
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        default: .greaterOrEqual
        }
      return Typed(ComparisonExpr(relation, a.expr, b.expr, place), .bool)
    case .matches, .notMatches:
      return compileMatch(operation, a, b, right, place, left, scope)
    case .isIn: return Typed(MembershipExpr(item: a.expr, container: b.expr, place), .bool)
    case .contains: return Typed(MembershipExpr(item: b.expr, container: a.expr, place), .bool)
    case .range:
      for (operand, expression) in [(a, left), (b, right)]
      where !operand.type.mayBe(.int) {
        report(.operandType("..", operand.type, current[expression.span], expression.span))
        return nil
      }
      return Typed(RangeExpr(a.expr, b.expr, place), .range)
    case .add, .subtract, .multiply, .divide, .remainder:
      guard let type = Compiler.arithmetic(operation, a.type, b.type) else {
        report(
          .arithmeticTypes(operation.rawValue, a.type, b.type, operatorSpan, left.span, right.span))
        return nil
      }
      guard let kind = ArithmeticExpr.Operation(rawValue: operation.rawValue) else { return nil }
      return Typed(ArithmeticExpr(kind, a.expr, b.expr, place), type)
    case .and, .or: return nil
    }
  }

  private func compileMatch(
    _ operation: BinaryOperator, _ a: Typed, _ b: Typed, _ right: Expression, _ place: Place,
    _ left: Expression, _ scope: CodeScope
  ) -> Typed? {
    guard a.type.mayBe(.text) || a.type == .null else {
      report(.operandType("~", a.type, current[left.span], left.span))
      return nil
    }
    var pattern = b
    if case .text(let text)? = constant(b.expr) {
      // A string is taken as a pattern.
      do {
        pattern = Typed(
          ConstantExpr(.regex(try Regex(text.string, flags: "")), self.place(right.span)), .regex)
      } catch let mistake as Regex.Mistake {
        report(.badRegex(mistake.message, right.span))
        return nil
      } catch { return nil }
    }
    guard pattern.type.mayBe(.regex) else {
      report(.operandType("~", pattern.type, current[right.span], right.span))
      return nil
    }
    return Typed(
      MatchExpr(isNegated: operation == .notMatches, a.expr, pattern.expr, place), .bool)
  }

  private static func haveOrder(_ a: Type, _ b: Type) -> Bool {
    switch (a, b) {
    case (.any, _), (_, .any), (.null, _), (_, .null): true
    case (.int, .int), (.int, .number), (.number, .int), (.number, .number): true
    case (.text, .text), (.bool, .bool): true
    case (.list, .list), (.list, .tuple), (.tuple, .list), (.tuple, .tuple): true
    default: false
    }
  }

  /// The type of a result; nil where the two cannot be taken together.
  private static func arithmetic(_ operation: BinaryOperator, _ a: Type, _ b: Type) -> Type? {
    switch (a, b) {
    case (.null, _), (_, .null): return .null
    case (.any, let known), (let known, .any):
      switch known {
      case .any, .int, .number: return operation == .add ? .any : .number
      case .text, .list, .tuple: return operation == .add ? .any : nil
      default: return nil
      }
    case (.int, .int): return operation == .divide ? .number : .int
    case (.int, .number), (.number, .int), (.number, .number): return .number
    case (.text, .text) where operation == .add: return .text
    case (.tuple(let x), .tuple(let y)) where operation == .add: return .tuple(x + y)
    case (.list, .list), (.tuple, .list), (.list, .tuple):
      return operation == .add ? .list(a.sent.joined(with: b.sent)) : nil
    default: return nil
    }
  }
}

extension Builtin {
  func parameter(_ index: Int) -> Parameter? {
    index < parameters.count ? parameters[index] : isVariadic ? parameters.last : nil
  }
}
