import RxpEngine
import RxpSyntax
import RxpText

extension Compiler {
  /// What the place of an expression asks for.
  enum Wanting {
    case any
    /// A value of an event: names of functions are applied to `it`.
    case value
    /// A signal: the name of a `var` stands for what it sends.
    case signal
    /// A function as a value: its name is not applied to `it`.
    case function
  }

  /// An expression where a signal is asked; a list or a range stands for that of its members.
  func compileSignal(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    guard let typed = compileExpression(expression, scope, wanting: .signal) else { return nil }
    guard typed.type.mayBe(.signal(.any)) else {
      report(.valueForSignal(typed.type, current[expression.span], expression.span))
      return nil
    }
    return typed
  }

  func compileSignal(_ pipeline: Pipeline, _ scope: CodeScope) -> Typed? {
    guard let compiled = compile(pipeline, scope, .signal) else { return nil }
    guard compiled.typed.type.mayBe(.signal(.any)) else {
      report(.valueForSignal(compiled.typed.type, current[pipeline.span], pipeline.span))
      return nil
    }
    return compiled.typed
  }

  /// As `compileSignal`, and lists of signals are looked into: their members' names of `var`s stand
  /// for signals too.
  func compileSignals(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    if case .list(let items) = unwrapped(expression).kind, !items.isEmpty,
      items.allSatisfy({ isSignal($0, scope) })
    {
      var members: [Typed] = []
      for item in items {
        guard let typed = compileSignal(item, scope) else { return nil }
        members.append(typed)
      }
      return Typed(
        ListExpr(members.map(\.expr), place(expression.span)), .tuple(members.map(\.type)))
    }
    return compileSignal(expression, scope)
  }

  /// An expression where a value is asked: a signal there is a mistake.
  func compileValue(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    compileExpression(expression, scope, wanting: .any)
  }

  func compileExpression(
    _ expression: Expression, _ scope: CodeScope, wanting: Wanting
  ) -> Typed? {
    let place = place(expression.span)
    switch expression.kind {
    case .nothing: return Typed(ConstantExpr(.null, place), .null)
    case .bool(let flag): return Typed(ConstantExpr(.bool(flag), place), .bool)
    case .int(let number): return Typed(ConstantExpr(.int(number), place), .int)
    case .double(let number, _): return Typed(ConstantExpr(.double(number), place), .number)
    case .duration(let nanoseconds, _):
      let seconds =
        nanoseconds % Time.second == 0
        ? Value.int(nanoseconds / Time.second) : .double(Double(nanoseconds) / 1e9)
      return Typed(ConstantExpr(seconds, place), .number)
    case .string(let text, _): return Typed(ConstantExpr(.string(text), place), .text)
    case .interpolated(let parts): return compileInterpolation(parts, place, scope)
    case .regex(let pattern, let flags):
      do {
        return Typed(ConstantExpr(.regex(try Regex(pattern, flags: flags)), place), .regex)
      } catch let mistake as Regex.Mistake {
        let start = min(expression.span.start + 1 + mistake.offset, expression.span.end)
        report(.badRegex(mistake.message, Span(start, max(start, expression.span.end))))
        return nil
      } catch { return nil }
    case .name(let name): return compileName(name, expression.span, scope, wanting)
    case .list(let items):
      var members: [Typed] = []
      var isWrong = false
      for item in items {
        if let typed = compileExpression(item, scope, wanting: memberWanting(wanting)) {
          members.append(typed)
        } else {
          isWrong = true
        }
      }
      if isWrong { return nil }
      return Typed(ListExpr(members.map(\.expr), place), .tuple(members.map(\.type)))
    case .record(let fields): return compileRecord(fields, place, scope)
    case .member(let base, let name): return compileMember(base, name, expression.span, scope)
    case .index(let base, let key):
      let container = compileExpression(base, scope, wanting: .value)
      let index = compileExpression(key, scope, wanting: .value)
      guard let container, let index else { return nil }
      return Typed(IndexExpr(container.expr, index.expr, place), indexed(container.type, index))
    case .call(let callee, let arguments):
      return compileCall(callee, arguments, expression.span, scope, wanting)
    case .lambda(let parameters, let body):
      return compileLambda(parameters, body, expression.span, scope)
    case .conditional(let condition, let yes, let no):
      let test = compileTruth(condition, scope)
      let first = compileExpression(yes, scope, wanting: wanting)
      let second = compileExpression(no, scope, wanting: wanting)
      guard let test, let first, let second else { return nil }
      return Typed(
        ConditionalExpr(test.expr, first.expr, second.expr, place),
        first.type.joined(with: second.type))
    case .unary(.minus, let operand):
      guard let typed = compileExpression(operand, scope, wanting: .value) else { return nil }
      guard typed.type.mayBe(.number) || typed.type == .null else {
        report(.operandType("-", typed.type, current[operand.span], operand.span))
        return nil
      }
      return Typed(NegateExpr(typed.expr, place), typed.type == .int ? .int : .number)
    case .unary(.not, let operand):
      return compileTruth(operand, scope).map { Typed(NotExpr($0.expr, place), .bool) }
    case .binary(let operation, let left, let right, let operatorSpan):
      return compileBinary(operation, left, right, operatorSpan, expression.span, scope, wanting)
    case .parenthesized(let pipeline):
      if pipeline.stages.count == 1, let stage = pipeline.stages.first, stage.arguments.isEmpty {
        return compileExpression(stage.head, scope, wanting: wanting)
      }
      return compile(pipeline, scope, .definition)?.typed
    case .invalid: return nil
    }
  }

  private func memberWanting(_ wanting: Wanting) -> Wanting { wanting == .signal ? .any : wanting }

  private func indexed(_ container: Type, _ index: Typed) -> Type {
    switch container {
    case .list(let item): return item
    case .tuple(let items):
      if case .int(let at)? = constant(index.expr), items.indices.contains(at) { return items[at] }
      return .any
    case .text: return .any
    case .range: return .any
    default: return .any
    }
  }

  func compileTruth(_ expression: Expression, _ scope: CodeScope) -> Typed? {
    guard let typed = compileExpression(expression, scope, wanting: .value) else { return nil }
    guard typed.type.mayBe(.bool) || typed.type == .null else {
      report(.needsTruth(typed.type, current[expression.span], expression.span))
      return nil
    }
    return typed
  }

  private func compileInterpolation(
    _ parts: [StringPart], _ place: Place, _ scope: CodeScope
  ) -> Typed? {
    var compiled: [InterpolationExpr.Part] = []
    var isWrong = false
    for part in parts {
      switch part {
      case .text(let text): compiled.append(.text(Array(text.utf8)))
      case .value(let expression):
        guard let typed = compileExpression(expression, scope, wanting: .value) else {
          isWrong = true
          continue
        }
        if case .signal = typed.type {
          report(.signalForValue("a string can show values only", expression.span))
          isWrong = true
        }
        compiled.append(.value(typed.expr))
      }
    }
    return isWrong ? nil : Typed(InterpolationExpr(compiled, place), .text)
  }

  private func compileRecord(
    _ fields: [RecordField], _ place: Place, _ scope: CodeScope
  ) -> Typed? {
    var keys: [Text] = []
    var values: [Expr] = []
    var types: [Type.RecordType.Field] = []
    var isWrong = false
    for field in fields {
      if keys.contains(Text(field.key.text)) {
        report(.fieldTwice(field.key))
        isWrong = true
      }
      let value = field.value ?? Expression(.name(field.key.text), field.key.span)
      guard let typed = compileExpression(value, scope, wanting: .value) else {
        isWrong = true
        continue
      }
      keys.append(Text(field.key.text))
      values.append(typed.expr)
      types.append(.init(field.key.text, typed.type))
    }
    if isWrong { return nil }
    return Typed(RecordExpr(keys, values, place), .record(types, isClosed: true))
  }

  private func compileMember(
    _ base: Expression?, _ name: Name, _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    let container: Typed?
    if let base {
      if case .name(let library) = base.kind, Compiler.libraries.contains(library),
        scope.find(library) == nil, names.find(library) == nil
      {
        let full = Expression(.member(base, name), span)
        guard let found = findOperator(full) else {
          report(.unknownQualified("\(library).\(name.text)", span))
          return nil
        }
        return compileOperator(found, [], span, upstream: nil, scope)?.typed
      }
      container = compileExpression(base, scope, wanting: .value)
    } else {
      container = compileIt(span, scope)
    }
    guard let container else { return nil }
    let place = place(span)
    let result = Typed(MemberExpr(container.expr, Text(name.text), place), .any)
    switch container.type {
    case .record(let fields, let isClosed):
      if let field = fields.first(where: { $0.name == name.text }) {
        return Typed(result.expr, field.type)
      }
      if isClosed {
        report(.unknownField(name, fields.map(\.name)))
        return nil
      }
      return result
    case .any, .null, .signal: return result
    case .event(let item):
      switch name.text {
      case "kind": return Typed(result.expr, .text)
      case "value": return Typed(result.expr, item)
      case "error": return Typed(result.expr, .any)
      default:
        report(.unknownField(name, ["kind", "value", "error"]))
        return nil
      }
    case .command(_, let sends):
      if let member = CommandMember(rawValue: name.text) {
        return Typed(result.expr, member.type(sends: sends))
      }
      report(.unknownMember(name, CommandMember.allCases.map(\.rawValue)))
      return nil
    case .failure:
      switch name.text {
      case "kind", "message": return Typed(result.expr, .text)
      case "value": return result
      default:
        report(.unknownField(name, ["kind", "message", "value"]))
        return nil
      }
    default:
      report(.noFields(name, container.type))
      return nil
    }
  }

  private func compileIt(_ span: Span, _ scope: CodeScope) -> Typed? {
    switch scope.find("it") {
    case .local(let slot, let type)?: return Typed(LocalExpr(slot, place(span)), type)
    case .captured(let index, let type)?: return Typed(CapturedExpr(index, place(span)), type)
    default:
      report(.noEvent(span))
      return nil
    }
  }

  private func compileLambda(
    _ parameters: [Name], _ body: Expression, _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    reportDuplicates(parameters)
    let inner = CodeScope(inside: scope, names: names)
    for (slot, parameter) in parameters.enumerated() {
      inner.bind(parameter.text, slot: slot, .any)
    }
    guard let typed = compileExpression(body, inner, wanting: .any) else { return nil }
    let code = Code(body: typed.expr, arity: parameters.count, localCount: inner.localCount)
    return Typed(
      ClosureExpr(code, inner.captures, place(span)),
      .function(arity: parameters.count, returns: typed.type))
  }

  // MARK: Names

  private func compileName(
    _ name: String, _ span: Span, _ scope: CodeScope, _ wanting: Wanting
  ) -> Typed? {
    let place = place(span)
    switch scope.find(name) {
    case .local(let slot, let type)?: return Typed(LocalExpr(slot, place), type)
    case .captured(let index, let type)?: return Typed(CapturedExpr(index, place), type)
    case .alias(let alias)?:
      let outer = (current, names, scope.writtenIn)
      (current, names, scope.writtenIn) = (alias.source, alias.scope.names, alias.scope)
      defer { (current, names, scope.writtenIn) = outer }
      return compileExpression(alias.argument.value, scope, wanting: wanting)
    case nil: break
    }
    if let symbol = names.find(name) {
      symbol.isUsed = true
      return compileSymbol(symbol, span, scope, wanting)
    }
    switch name {
    case "it", "acc", "index":
      report(.noEvent(span, name))
      return nil
    case "inf": return Typed(ConstantExpr(.double(.infinity), place), .number)
    default: break
    }
    let definition = Catalog.find(name)
    if let function = Functions.find(name),
      !(wanting == .signal && definition?.role == .source && scope.find("it") == nil)
    {
      return compileFunctionName(function, span, scope, wanting)
    }
    if let definition, definition.role != .stage, definition.role != .sink {
      return compileOperatorName(definition, span, scope)
    }
    if let later = laterNames[name] {
      report(.usedBeforeDefined(name, span, later.span))
    } else if let own = defining.first(where: { $0.text == name }) {
      report(.recursion(name, span, own.span))
    } else if definition != nil {
      report(.operatorAsValue(name, span))
    } else {
      report(.unknownName(name, span, among: scope.visible + names.names + Functions.names))
    }
    return nil
  }

  private func compileSymbol(
    _ symbol: Symbol, _ span: Span, _ scope: CodeScope, _ wanting: Wanting
  ) -> Typed? {
    let place = place(span)
    switch symbol.meaning {
    case .variable(let cell):
      if wanting == .signal { return Typed(GlobalExpr(cell, place), .signal(symbol.type)) }
      return Typed(VariableExpr(cell, place), symbol.type)
    case .stages:
      report(.stagesAsValue(symbol.name.text, span))
      return nil
    case .value(let cell):
      let global = GlobalExpr(cell, place)
      if case .function(let arity, let result) = symbol.type, wanting != .function {
        // The `it` rule: a function of one argument, its name alone, is asked with the event.
        if arity == 1, let it = itIfAny(span, scope) {
          return Typed(CallExpr(global, [it.expr], place), result)
        }
      }
      return Typed(global, symbol.type)
    }
  }

  func itIfAny(_ span: Span, _ scope: CodeScope) -> Typed? {
    scope.find("it") == nil ? nil : compileIt(span, scope)
  }

  private func compileFunctionName(
    _ function: Builtin, _ span: Span, _ scope: CodeScope, _ wanting: Wanting
  ) -> Typed? {
    if wanting != .function, let it = itIfAny(span, scope) {
      if function.required == 0 { return call(function, [], span, []) }
      guard function.required == 1 else {
        report(
          .functionArguments(
            function.name, function.signature, required: function.required, given: 0, span))
        return nil
      }
      return call(function, [it], span, [span])
    }
    if function.required == 0, function.parameters.isEmpty { return call(function, [], span, []) }
    return Typed(
      ConstantExpr(.function(Function(.builtin(function))), place(span)),
      .function(arity: function.required, returns: function.result([])))
  }

  private func compileOperatorName(
    _ definition: Operator, _ span: Span, _ scope: CodeScope
  ) -> Typed? {
    let found = FoundOperator(
      definition: definition, options: [], name: definition.name, library: nil)
    let required = definition.parameters.filter { !$0.isOptional }
    if required.count == 1, itIfAny(span, scope) != nil {
      let it = Argument(value: Expression(.name("it"), span))
      return compileOperator(found, [it], span, upstream: nil, scope)?.typed
    }
    return compileOperator(found, [], span, upstream: nil, scope)?.typed
  }
}
