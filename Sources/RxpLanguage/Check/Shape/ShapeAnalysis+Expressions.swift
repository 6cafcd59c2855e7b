import RxpEngine
import RxpText

extension ShapeAnalysis {
  /// What is known of the signal that an expression gives, or of that which a list or range may
  /// stand for; nil where it is perhaps neither. `isCut`: what follows lets go of it after some
  /// values.
  func shape(_ expr: Expr, _ locals: Locals, isCut: Bool) -> SignalShape? {
    budget -= 1
    if budget < 0 || nesting >= ShapeAnalysis.nestingLimit { return nil }
    nesting += 1
    defer { nesting -= 1 }
    switch expr {
    case let stage as SignalExpr: return shape(of: stage, locals, isCut: isCut)
    case let name as GlobalExpr: return shape(of: name)
    case let local as LocalExpr: return locals.slots[local.slot]
    case let captured as CapturedExpr:
      return locals.captures.indices.contains(captured.index)
        ? locals.captures[captured.index] : nil
    case let call as CallExpr: return shape(of: call, locals)
    case let choice as ConditionalExpr:
      return joined(
        shape(choice.yes, locals, isCut: isCut), shape(choice.no, locals, isCut: isCut))
    case let choice as CoalesceExpr:
      return joined(
        shape(choice.left, locals, isCut: isCut), shape(choice.right, locals, isCut: isCut))
    case let taken as DestructureExpr: return shape(taken.body, locals, isCut: isCut)
    case let list as ListExpr:
      for item in list.items { _ = shape(item, locals, isCut: isCut) }
      return .items(list.items.count)
    case let record as RecordExpr:
      for value in record.values { _ = shape(value, locals, isCut: isCut) }
      return nil
    case let range as RangeExpr: return shape(of: range)
    case let constant as ConstantExpr:
      if case .list(let list) = constant.value { return .items(list.items.count) }
      return nil
    default: return nil
    }
  }

  /// Whether an expression gives a list or a range, which only stands for a signal.
  func isList(_ expr: Expr) -> Bool {
    switch expr {
    case is ListExpr, is RangeExpr, is ConstantExpr: true
    case let name as GlobalExpr: definition(name.cell)?.isList ?? true
    case is SignalExpr: false
    default: true
    }
  }

  private func shape(of range: RangeExpr) -> SignalShape {
    guard case .int(let low)? = constant(range.low), let last = constant(range.high) else {
      return .items(nil)
    }
    switch last {
    case .int(let high):
      if high < low { return .items(0) }
      let (count, overflow) = high.subtractingReportingOverflow(low)
      return .items(overflow || count == Int.max ? nil : count + 1)
    case .double(.infinity): return .unending
    default: return .items(nil)
    }
  }

  /// What is true of both.
  private func joined(_ a: SignalShape?, _ b: SignalShape?) -> SignalShape? {
    guard let a, let b else { return a == nil && b == nil ? nil : SignalShape() }
    return .oneOf([a, b])
  }

  // MARK: Names and calls

  private func shape(of name: GlobalExpr) -> SignalShape? {
    guard let definition = definition(name.cell), var shape = definition.shape else { return nil }
    if let connected {
      if connected.contains(ObjectIdentifier(name.cell)) { shape.waitsForConnection = false }
    } else {
      shape.waitsForConnection = false
    }
    // A reason that lies in another text is told where this one speaks of it.
    if definition.place?.source !== source { shape.causes = shape.causes.moved(to: name.place) }
    if !definition.isList {
      let stem = SignalShape.Stem(name.cell, use: name.place, shape: shape)
      shape.stems.insert(stem, at: 0)
      if shape.stems.count > ShapeAnalysis.stemLimit {
        shape.stems.removeLast(shape.stems.count - ShapeAnalysis.stemLimit)
      }
    }
    return shape
  }

  /// Names that a signal is remembered to be made from.
  static let stemLimit = 32

  private func shape(of call: CallExpr, _ locals: Locals) -> SignalShape? {
    let arguments = call.arguments.map { self.shape($0, locals, isCut: false) }
    guard let name = call.callee as? GlobalExpr, let code = definition(name.cell)?.code,
      depth < ShapeAnalysis.depthLimit
    else { return nil }
    let key = ObjectIdentifier(name.cell)
    let knowsNothing = arguments.allSatisfy { $0 == nil }
    var result: SignalShape?
    if knowsNothing, let known = results[key] {
      result = known
    } else {
      depth += 1
      quiet += 1
      var inner = Locals()
      for (slot, argument) in arguments.enumerated() { inner.slots[slot] = argument }
      result = shape(code.body, inner, isCut: false)
      depth -= 1
      quiet -= 1
    }
    // What lies in the function is told of at its definition; here the call is the place.
    if let causes = result?.causes { result?.causes = causes.moved(to: call.place) }
    return result
  }

  /// The value of an expression that is the same in every run; nil where it is not.
  func constant(_ expr: Expr) -> Value? {
    switch expr {
    case let constant as ConstantExpr: return constant.value
    case let negated as NegateExpr:
      switch constant(negated.operand) {
      case .double(let number)?: return .double(-number)
      case .int(let number)?: return number == Int.min ? nil : .int(-number)
      default: return nil
      }
    default: return nil
    }
  }
}

extension SignalShape.Causes {
  /// The same reasons, seen from another place.
  func moved(to place: Place?) -> SignalShape.Causes {
    func move(_ cause: Place?) -> Place? { cause == nil ? nil : place }
    var causes = self
    causes.neverCompletes = move(neverCompletes)
    causes.silent = move(silent)
    causes.atOnce = move(atOnce)
    causes.spins = move(spins)
    causes.waitsForConnection = move(waitsForConnection)
    causes.cutShort = move(cutShort)
    causes.runsOn = move(runsOn)
    return causes
  }
}
