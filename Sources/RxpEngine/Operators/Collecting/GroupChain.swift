/// What flatMap makes of a group, where that is one value at its end: filters and maps, a total, and
/// filters and maps again.
struct GroupChain {
  /// A `map` or `filter`.
  struct Step {
    let code: Code
    let captures: [CaptureSource]
    let isFilter: Bool
    let place: Place?

    /// Whether it looks at the group itself.
    var capturesGroup: Bool { captures.contains { $0.isEvent } }
  }

  let before: [Step]
  let total: SignalExpr
  let after: [Step]

  /// nil where it is something else. `body` has the group as its event.
  init?(_ body: Expr) {
    var before: [Step] = []
    var after: [Step] = []
    var total: SignalExpr?
    var expr = body
    while let stage = expr as? SignalExpr, let upstream = stage.upstream {
      if stage.definition.accumulator != nil, total == nil {
        guard !stage.arguments.contains(where: \.mayCaptureEvent) else { return nil }
        total = stage
      } else {
        guard let step = Step(stage) else { return nil }
        if total == nil { after.append(step) } else { before.append(step) }
      }
      expr = upstream
    }
    guard let total, let group = expr as? LocalExpr, group.slot == Code.itSlot else { return nil }
    self.before = before.reversed()
    self.total = total
    self.after = after.reversed()
    if self.before.contains(where: \.capturesGroup) { return nil }
  }
}

extension GroupChain.Step {
  fileprivate init?(_ stage: SignalExpr) {
    guard let form = stage.definition.eventForm, stage.arguments.count == 1,
      case .asked(let code, let captures) = stage.arguments[0]
    else { return nil }
    self.init(code: code, captures: captures, isFilter: form == .test, place: stage.place)
  }
}

extension CaptureSource {
  fileprivate var isEvent: Bool {
    if case .local(Code.itSlot) = self { true } else { false }
  }
}

extension ArgumentPlan {
  /// Whether it may look at the event of the code that it stands in.
  fileprivate var mayCaptureEvent: Bool {
    switch self {
    case .missing: false
    case .once(_, let captures), .asked(_, let captures): captures.contains { $0.isEvent }
    case .fixed, .several, .named: true
    }
  }
}
