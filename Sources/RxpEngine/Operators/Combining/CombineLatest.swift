extension Operator {
  static let combineLatest = Operator(
    "combineLatest", aka: ["combineLatestWith"], .combining, role: .sourceOrStage,
    "Sends a list of the latest values of several signals at each new one, once all have sent.",
    takes: [
      .required(
        "signals", .signalsOrRecord,
        "the signals, subscribed to in this order; of a record of them records are made"),
      .named(
        "onEmptyEnd", .word(["wait", "complete"]),
        "what it does that a signal has ended without a value, so that no list can come: wait for "
          + "the end of all, or complete at the next value of the last one that has not ended",
        else: "wait"),
    ],
    types: .listOfInputs("signals"), holds: .growing("the latest value of each signal"),
    atEnd: .waits,
    shape: ShapeRule { context in
      let shape = SignalShape.combined(context.inputs("signals"))
      return context.has("onEmptyEnd") ? shape.ended : shape
    },
    pitfalls: [.mixesLatest(of: "signals", instead: "zip"), .listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rac.combineLatest"),
      Elsewhere("rac.combineLatestWith"),
      Elsewhere("rx.combineLatest"),
      Elsewhere("rx.combineLatestWith"),
      Elsewhere("rxswift.combineLatest", "onEmptyEnd: complete"),
      Elsewhere("rs.combineLatest", written: "combineLatest(with:)"),
      Elsewhere("combine.combineLatest"),
      Elsewhere("rs.combineLatestWith", written: "combineLatest(with:)"),
    ],
    examples: [
      Example(
        "starts when all have sent, completes after all", "combineLatest b", in: "-a---c--|",
        others: [("b", "---b---d-|")], out: "---x-y-z-|",
        values: "x: [\"a\", \"b\"], y: [\"c\", \"b\"], z: [\"c\", \"d\"]"),
      Example(
        "one that ends without a value: waits for the others all the same", "combineLatest b",
        in: "--|", others: [("b", "-b-b-b-|")], out: "-------|"),
      Example(
        "an error passes at once", "combineLatest b", in: "-a-#", others: [("b", "--b----|")],
        out: "--x#", values: "x: [\"a\", \"b\"]"),
      Example(
        "two values in one instant are two lists", "combineLatest b", in: "--[ac]|",
        others: [("b", "-b---|")], out: "--[xy]--|", values: "x: [\"a\", \"b\"], y: [\"c\", \"b\"]"),
      Example(
        "of a record: records", "combineLatest {n: a, m: b}",
        others: [("a", "-a|"), ("b", "--b|")],
        out: "--x|", values: "x: {n: \"a\", m: \"b\"}"),
      Example("of nothing: completes at once", "combineLatest []", out: "|"),
    ]
  ) { args in
    CombineLatestStage(
      args.run, try Members(args),
      completesEarly: try args.word("onEmptyEnd") == "complete")
  }
}

/// M5: one list for each value once all have sent; completes when all have completed.
final class CombineLatestStage: Stage {
  private let members: Members
  private let areListed: Bool
  private let completesEarly: Bool
  private var latest: ReusedList
  private var hasSent: [Bool]
  private var hasEnded: [Bool]
  private var silent: Int
  private var running: Int

  init(_ run: Run, _ members: Members, completesEarly: Bool) {
    self.members = members
    areListed = members.areListed
    self.completesEarly = completesEarly
    latest = ReusedList(count: members.signals.count)
    hasSent = Array(repeating: false, count: members.signals.count)
    hasEnded = hasSent
    silent = members.signals.count
    running = members.signals.count
    super.init(run)
  }

  override func start() {
    if members.signals.isEmpty { return complete() }
    for (index, signal) in members.signals.enumerated() where !isDone {
      connect(signal, input: index)
    }
  }

  override func next(_ value: Value, _ input: Int) throws {
    try latest.set(input, value)
    if !hasSent[input] {
      hasSent[input] = true
      silent -= 1
    }
    if silent == 0 {
      send(areListed ? .list(latest.current) : try members.together(latest.current.items))
    } else if completesEarly, running == 1, !hasEnded[input] {
      complete()
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    hasEnded[input] = true
    running -= 1
    if running == 0 { complete() }
  }

  override func stopped() { latest = ReusedList(count: 0) }
}
