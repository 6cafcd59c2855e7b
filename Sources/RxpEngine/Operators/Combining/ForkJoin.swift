extension Operator {
  static let forkJoin = Operator(
    "forkJoin", .combining, role: .source,
    "Sends one list of the last values of several signals, when all have completed.",
    takes: [
      .required(
        "signals", .signalsOrRecord,
        "the signals, subscribed to in this order; of a record of them a record is made")
    ],
    types: .listOfInputs("signals"), holds: .growing("the last value of each signal"),
    atEnd: .flushes,
    shape: ShapeRule { SignalShape.together($0.signals("signals")) },
    pitfalls: [.waitsForEnds(of: "signals", all: true), .listensTogether(to: "signals")],
    elsewhere: [Elsewhere("rx.forkJoin")],
    examples: [
      Example(
        "the last of each", "forkJoin a, b", others: [("a", "-a-b|"), ("b", "--c---|")],
        out: "------[x|]", values: "x: [\"b\", \"c\"]"),
      Example(
        "completes as soon as one has ended without a value", "forkJoin a, b",
        others: [("a", "-a-b|"), ("b", "--|")], out: "--|"),
      Example(
        "an error passes at once", "forkJoin a, b", others: [("a", "-a-#"), ("b", "--c---|")],
        out: "---#"),
      Example("of nothing: completes at once", "forkJoin []", out: "|"),
    ]
  ) { args in
    ForkJoinStage(args.run, try Members(args))
  }
}

final class ForkJoinStage: Stage {
  private let members: Members
  private var last: [Value?]
  private var running: Int

  init(_ run: Run, _ members: Members) {
    self.members = members
    last = Array(repeating: nil, count: members.signals.count)
    running = members.signals.count
    super.init(run)
  }

  override func start() {
    if members.signals.isEmpty { return complete() }
    for (index, signal) in members.signals.enumerated() where !isDone {
      connect(signal, input: index)
    }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    last[input] = .some(batch[batch.count - 1])
  }
  override func next(_ value: Value, _ input: Int) { last[input] = .some(value) }

  override func ended(_ end: End, _ input: Int) throws {
    if case .failed = end { return finish(end) }
    running -= 1
    if running > 0 && last[input] != nil { return }
    let values = last.compactMap { $0 }
    if values.count == members.signals.count { send(try members.together(values)) }
    complete()
  }

  override func stopped() { last = [] }
}
