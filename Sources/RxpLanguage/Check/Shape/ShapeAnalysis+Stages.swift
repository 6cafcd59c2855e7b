import RxpEngine
import RxpText

extension ShapeAnalysis {
  /// What is known of a stage's input and arguments.
  struct Surroundings {
    let stage: SignalExpr
    /// nil for a source.
    let input: SignalShape?
    let isCut: Bool
    var signals: [String: [SignalShape]] = [:]
    /// Where each signal of an argument stands.
    var places: [String: [Expr]] = [:]
    var values: [String: Value] = [:]
    var counts: [String: Int] = [:]

    var definition: Operator { stage.definition }
    var place: Place? { stage.place }
    func has(_ name: String) -> Bool { counts[name] != nil }

    /// The signal before the stage and those of a parameter, with the expressions that give them.
    func inputs(_ name: String) -> [(shape: SignalShape, expr: Expr)] {
      var all: [(shape: SignalShape, expr: Expr)] = []
      if let input, let upstream = stage.upstream { all.append((input, upstream)) }
      all += zip(signals[name] ?? [], places[name] ?? []).map { (shape: $0, expr: $1) }
      return all
    }
  }

  /// A loop over the stages, not a recursion: pipelines are long.
  func shape(of last: SignalExpr, _ locals: Locals, isCut: Bool) -> SignalShape {
    var stages = [(stage: last, isCut: isCut)]
    while let (stage, isCut) = stages.last, let before = stage.upstream as? SignalExpr {
      stages.append((before, isCut || stage.definition.shape.stopsEarly))
      budget -= 1
    }
    var input: SignalShape?
    if let first = stages.last, let upstream = first.stage.upstream {
      let isCut = first.isCut || first.stage.definition.shape.stopsEarly
      input = shape(upstream, locals, isCut: isCut) ?? SignalShape()
    }
    for (stage, isCut) in stages.reversed() {
      input = shape(of: stage, after: input, locals, isCut: isCut)
    }
    return input ?? SignalShape()
  }

  private func shape(
    of stage: SignalExpr, after input: SignalShape?, _ locals: Locals, isCut: Bool
  ) -> SignalShape {
    let definition = stage.definition
    var around = Surroundings(stage: stage, input: input, isCut: isCut)
    for (parameter, plan) in zip(definition.parameters, stage.arguments) {
      read(plan, of: parameter, locals, into: &around)
    }
    let facts = around
    var result = definition.shape.apply(
      ShapeRule.Context(
        input: input, signals: { facts.signals[$0] ?? [] }, value: { facts.values[$0] },
        count: { facts.counts[$0] ?? 0 }))
    settle(&result, stage.place)
    if quiet == 0 {
      for shapes in facts.signals.values {
        for shape in shapes { warnOfMissingConnection(shape, subscribedBy: stage.place) }
      }
      look(at: facts, result)
    }
    return result
  }

  /// Where a property begins with this stage, this is its reason.
  private func settle(_ shape: inout SignalShape, _ place: Place?) {
    func settle(_ cause: inout Place?, _ holds: Bool) { cause = holds ? cause ?? place : nil }
    settle(&shape.causes.neverCompletes, shape.completes == .never)
    settle(&shape.causes.silent, shape.isSilent)
    settle(&shape.causes.atOnce, shape.timing == .atOnce)
    settle(&shape.causes.spins, shape.spins)
    settle(&shape.causes.waitsForConnection, shape.waitsForConnection)
    settle(&shape.causes.runsOn, shape.runsOn)
    settle(&shape.causes.cutShort, shape.isCutShort || shape.runsOn)
  }

  // MARK: Arguments

  private func read(
    _ plan: ArgumentPlan, of parameter: Parameter, _ locals: Locals,
    into around: inout Surroundings
  ) {
    let name = parameter.name
    switch plan {
    case .missing: break
    case .once(let code, let captures):
      around.counts[name] = 1
      around.values[name] = constant(code.body)
      let inner = Locals(captures: captures.map { value($0, locals) })
      if let shape = shape(code.body, inner, isCut: false) {
        around.signals[name] = [shape]
        around.places[name] = [code.body]
      }
    case .asked(let code, let captures):
      around.counts[name] = 1
      around.values[name] = constant(code.body)
      var inner = Locals(captures: captures.map { value($0, locals) })
      if case .asked(.event, _) = parameter.kind { inner.slots[Code.itSlot] = around.input?.inner }
      if let shape = shape(code.body, inner, isCut: around.isCut) {
        around.signals[name] = [shape]
        around.places[name] = [code.body]
      }
    case .fixed(let expr):
      around.counts[name] = 1
      around.values[name] = constant(expr)
      if case .signal = parameter.kind {
        around.signals[name] = [shape(expr, locals, isCut: false) ?? SignalShape()]
        around.places[name] = [expr]
      }
    case .several(let plans):
      around.counts[name] = plans.count
      around.values[name] = constants(plans)
      readSeveral(plans, name, locals, into: &around)
    case .named(let pairs):
      if !pairs.isEmpty { around.counts[name] = pairs.count }
    }
  }

  /// A list of the values, where all are the same in every run.
  private func constants(_ plans: [ArgumentPlan]) -> Value? {
    var values: [Value] = []
    for plan in plans {
      guard case .once(let code, _) = plan, let value = constant(code.body) else { return nil }
      values.append(value)
    }
    return (try? List(values)).map { .list($0) }
  }

  private func readSeveral(
    _ plans: [ArgumentPlan], _ name: String, _ locals: Locals, into around: inout Surroundings
  ) {
    var exprs: [Expr] = []
    for plan in plans { if case .fixed(let expr) = plan { exprs.append(expr) } }
    if exprs.count == 1 {
      switch exprs[0] {
      // Alone a list or a record of signals stands for these.
      case let list as ListExpr where !list.items.contains(where: isList): exprs = list.items
      case let record as RecordExpr: exprs = record.values
      default:
        if isList(exprs[0]) {
          _ = shape(exprs[0], locals, isCut: around.isCut)
          around.signals[name] = [SignalShape()]
          around.places[name] = exprs
          return
        }
      }
    }
    around.signals[name] = exprs.map { shape($0, locals, isCut: around.isCut) ?? SignalShape() }
    around.places[name] = exprs
  }

  private func value(_ source: CaptureSource, _ locals: Locals) -> SignalShape? {
    switch source {
    case .local(let slot): locals.slots[slot]
    case .captured(let index):
      locals.captures.indices.contains(index) ? locals.captures[index] : nil
    }
  }
}
