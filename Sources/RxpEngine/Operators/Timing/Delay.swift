extension Operator {
  static let delay = Operator(
    "delay", .timing, "Sends events and the completion later; an error passes at once.",
    takes: [
      .required("time", .duration, "how much later"),
      .named(
        "onEnd", .word(["shift", "wait"]),
        "whether the completion comes later too, or as soon as all events have been sent",
        else: "shift"),
      .named(
        "onError", .word(["now", "shift"]),
        "whether an error passes at once, and waiting events are lost, or comes later too",
        else: "now"),
    ],
    types: .sameAsInput, holds: .growing("the events of the last stretch of time"), atEnd: .waits,
    shape: ShapeRule { $0.input.shifted },
    elsewhere: [
      Elsewhere("rac.delay"), Elsewhere("rx.delay", "onEnd: wait"), Elsewhere("rxswift.delay"),
      Elsewhere("rs.delay"), Elsewhere("combine.delay", "onError: shift"),
    ],
    examples: [
      Example("events and completion are shifted", "delay 300ms", in: "-a-b|", out: "----a-b|"),
      Example("an error is not; what waits is lost", "delay 300ms", in: "-a-b-#", out: "----a#"),
      Example("0 still waits for a later step of the instant", "delay 0", in: "-a|", out: "-a|"),
      Example(
        "the completion may come as soon as nothing waits", "delay 300ms, onEnd: wait", in: "-a-|",
        out: "----[a|]"),
    ]
  ) { args in
    DelayStage(
      args.run, time: try args.duration("time") ?? 0,
      shiftsCompletion: try args.word("onEnd") != "wait",
      shiftsErrors: try args.word("onError") == "shift")
  }
}

/// T6. What waits is a queue with one timer, which takes for each event the place in the order of
/// instants that the event's own timer would have had.
final class DelayStage: Stage {
  private struct Waiting {
    let instant: Instant
    let place: UInt64
    var content: Event.Content
  }

  private let time: Int
  private let shiftsCompletion: Bool
  private let shiftsErrors: Bool
  private var waiting = Fifo<Waiting>()
  private var sourceEnded = false
  private let holdsBack: Bool
  private var isDelivering = false

  /// `holdsBack`: where it holds as much as it may, the oldest goes on before another is taken: who
  /// sends waits meanwhile, as before a full queue.
  init(
    _ run: Run, time: Int, shiftsCompletion: Bool, shiftsErrors: Bool, holdsBack: Bool = false
  ) {
    self.holdsBack = holdsBack
    self.time = time
    self.shiftsCompletion = shiftsCompletion
    self.shiftsErrors = shiftsErrors
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws { try hold(.next(value)) }

  override func ended(_ end: End, _ input: Int) throws {
    switch end {
    case .completed where shiftsCompletion: try hold(.completed)
    case .completed:
      sourceEnded = true
      if waiting.isEmpty { complete() }
    case .failed(let failure) where shiftsErrors: try hold(.error(failure))
    case .failed: finish(end)
    }
  }

  private func hold(_ content: Event.Content) throws {
    guard let place = reserve() else { return }
    let item = Waiting(instant: Time.sum(run.now, time), place: place, content: content)
    waiting.append(item)
    if waiting.count == 1 { set(item) }
    if holdsBack, !isDelivering, waiting.count > signal.definition.memory.limit,
      let first = waiting.popFirst()
    {
      deliver(first)
      if isDone { return }
    }
    try run.checkHeld(waiting.count, by: self)
  }

  private func set(_ item: Waiting) {
    run.schedule(self, at: item.instant, token: 0, place: item.place)
  }

  override func timer(_ token: Int) {
    guard let item = waiting.popFirst() else { return }
    if let next = waiting.first { set(next) }
    deliver(item)
    if sourceEnded, waiting.isEmpty { complete() }
  }

  private func deliver(_ item: Waiting) {
    isDelivering = true
    defer { isDelivering = false }
    switch item.content {
    case .next(let value): send(value)
    case .error(let failure): finish(.failed(failure))
    case .completed: complete()
    }
  }

  override func stopped() { waiting.removeAll() }
}
