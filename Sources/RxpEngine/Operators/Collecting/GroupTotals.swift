/// `groupBy key | flatMap g => (g | … | count | …)` as one stage: what each group sends is one value at
/// the end, so that groups are numbers and need no signals. What is sent, in which order, and what
/// fails where, is as if the groups were signals.
final class GroupTotalsStage: Stage {
  private struct Step {
    let asked: Asked
    let isFilter: Bool
    let place: Place?
    let passed = Batch()
  }

  private let source: Signal
  private let grouping: Signal
  private let key: Asked
  private let steps: [Step]
  private let total: Accumulator
  private let chain: GroupChain
  /// What the code of flatMap captured.
  private let outer: [Value]
  private let table = KeyTable()
  private let groups = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
  private let made = Batch()

  /// nil where the stage is of another form. `f` is what flatMap makes of a group.
  init?(_ args: Arguments, _ f: Asked) throws {
    guard let grouping = args.signal.upstream,
      let keyName = grouping.definition.groupKey, grouping.hasOnlyFirstArgument,
      args.signal.hasOnlyFirstArgument, let source = grouping.upstream,
      let chain = GroupChain(f.closure.code.body)
    else { return nil }
    let outer = f.closure.captures
    let steps = chain.before.map { step in
      Step(
        asked: Asked(
          Closure(step.code, step.captures.map { $0.value(outer) }), args.run, step.place),
        isFilter: step.isFilter, place: step.place)
    }
    let inner = Signal(
      chain.total.definition, arguments: chain.total.arguments.map { $0.bind(outer) },
      place: chain.total.place)
    guard steps.allSatisfy(\.asked.isStateless),
      let total = try inner.definition.accumulator?(Arguments(signal: inner, run: args.run)),
      total.isStateless
    else { return nil }
    key = try Arguments(signal: grouping, run: args.run).asked(keyName)
    self.source = source
    self.grouping = grouping
    self.chain = chain
    self.outer = outer
    self.steps = steps
    self.total = total
    super.init(args.run)
  }

  deinit { groups.deallocate() }

  override func start() throws { connect(source) }

  override func fieldsNeeded(_ input: Int) -> FieldNeeds {
    // Up to the first map the event is the source's own.
    var needs = key.needs
    for step in steps {
      needs = needs.and(step.asked.needs)
      if !step.isFilter { return needs }
    }
    return needs.and(total.needs)
  }

  /// What is asked of the source's own rows: behind a step they are others.
  override var rowStep: RowStep? {
    .reading(([key] + (steps.first.map { [$0.asked] } ?? total.asked)).map(\.rowNode))
  }

  // MARK: Events

  override func receive(_ batch: Batch, _ input: Int) {
    if batch.count > 1, add(batch) { return }
    super.receive(batch, input)
  }

  /// Whether the batch could be added whole; if not, nothing of it was added.
  private func add(_ batch: Batch) -> Bool {
    guard let keys = key.column(batch), number(keys, batch.count) else { return false }
    total.grow(to: table.count)
    var current = batch
    for step in steps {
      guard let answers = step.asked.column(current) else { return false }
      step.passed.clear()
      if step.isFilter {
        guard case .bools = answers.kind, let mask = answers.columns?.words else { return false }
        step.passed.keep(mask, from: current)
        var kept = 0
        for row in 0..<current.count {
          groups[kept] = groups[row]
          kept &+= mask[row]
        }
      } else if !step.passed.take(answers, of: current) {
        return false
      }
      current = step.passed
    }
    return current.count == 0 || total.add(current, groups)
  }

  /// The group of each row; false where that has to be found out row by row.
  private func number(_ keys: Vector, _ count: Int) -> Bool {
    guard let columns = keys.columns, table.count + count <= Limits.heldKeys else { return false }
    switch keys.kind {
    case .slices:
      table.expect(columns.starts, columns.lengths, count)
      for row in 0..<count {
        groups[row] = table.number(ofBytes: columns.starts[row], columns.lengths[row])
      }
    case .ints:
      table.expect(columns.words, count)
      for row in 0..<count { groups[row] = table.number(ofWhole: columns.words[row]) }
    default: return false
    }
    return true
  }

  override func next(_ value: Value, _ input: Int) throws {
    // As of the stage that the mistake is in.
    var place = grouping.place
    var subject = value
    var isWhole = false
    do {
      let group = table.number(of: try key(value))
      try run.checkHeld(table.count, by: grouping)
      total.grow(to: table.count)
      var event = value
      for step in steps {
        place = step.place
        subject = event
        if !step.isFilter {
          event = try step.asked(event)
          isWhole = true
        } else if try !step.asked.test(event) {
          return
        }
      }
      place = chain.total.place
      subject = event
      try total.add(event, group)
    } catch {
      // Of a record of the source's only some fields may be here: who asks has all of it.
      throw Failure.of(error).at(
        place, subject: isWhole ? subject : nil, origin: run.originText)
    }
  }

  // MARK: The end

  override func ended(_ end: End, _ input: Int) {
    guard case .completed = end else { return finish(end) }
    run.origin = nil
    for group in 0..<table.count {
      if isDone || !run.mayGoOn() { return }
      do {
        guard let value = try last(group) else { continue }
        made.append(value)
      } catch {
        deliver()
        return finish(.failed(Failure.of(error)))
      }
      if made.count >= run.batchLimit { deliver() }
    }
    deliver()
    complete()
  }

  private func deliver() {
    send(made)
    made.clear()
  }

  /// What a group comes to; nil for nothing.
  private func last(_ group: Int) throws -> Value? {
    var value = total.result(group)
    if chain.after.isEmpty { return value }
    let signal = Value.signal(.standing(on: Subject(key: table.keys[group])))
    for step in chain.after {
      let closure = Closure(step.code, step.captures.map { $0.value(outer, event: signal) })
      do {
        let asked = Asked(closure, run, step.place)
        if !step.isFilter {
          value = try asked(value)
        } else if try !asked.test(value) {
          return nil
        }
      } catch {
        throw Failure.of(error).at(step.place, subject: value)
      }
    }
    return value
  }

  override func stopped() { made.clear() }
}

extension Signal {
  /// Whether no argument but the first was given.
  fileprivate var hasOnlyFirstArgument: Bool {
    arguments.dropFirst().allSatisfy { if case .missing = $0 { true } else { false } }
  }
}

extension CaptureSource {
  /// The value where the code that captures has `event` as its only local.
  fileprivate func value(_ captures: [Value], event: Value = .null) -> Value {
    switch self {
    case .local(let slot): slot == Code.itSlot ? event : .null
    case .captured(let index): index < captures.count ? captures[index] : .null
    }
  }
}

extension ArgumentPlan {
  /// With the captures of the code that it stands in, and no event.
  fileprivate func bind(_ captures: [Value]) -> BoundArgument {
    switch self {
    case .once(let code, let sources): .once(Closure(code, sources.map { $0.value(captures) }))
    case .asked(let code, let sources): .asked(Closure(code, sources.map { $0.value(captures) }))
    default: .missing
    }
  }
}
