extension Operator {
  static let race = Operator(
    "race", aka: ["amb", "raceWith"], .combining, role: .sourceOrStage,
    "Follows the one of several signals that is the first to send or to end.",
    takes: [.required("signals", .signals, "the signals, subscribed to in this order")],
    types: TypeRule { context in
      let others = (context.argument("signals") ?? .any).sent
      return context.input == .null ? others : context.input.joined(with: others)
    },
    shape: ShapeRule { .raced($0.inputs("signals")) },
    pitfalls: [.listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rx.race"),
      Elsewhere("rx.raceWith"),
      Elsewhere("rxswift.amb"),
    ],
    examples: [
      Example(
        "the first to send is followed", "race b", in: "--a--a|", others: [("b", "-b--b--b|")],
        out: "-b--b--b|"),
      Example(
        "an end counts too", "race b", in: "---a|", others: [("b", "-|")], out: "-|"),
      Example(
        "and so does an error", "race b", in: "---a|", others: [("b", "-#")], out: "-#"),
      Example(
        "who sends at once leaves the rest alone", "startWith 0 | race b", in: "-a|",
        others: [("b", "cold b|")], out: "xa|", values: "x: 0"),
    ]
  ) { args in
    RaceStage(args.run, try args.inputs("signals"))
  }
}

final class RaceStage: Stage {
  private let signals: [Signal]
  private var winner: Int?

  init(_ run: Run, _ signals: [Signal]) {
    self.signals = signals
    super.init(run)
  }

  override func start() {
    for (index, signal) in signals.enumerated() where !isDone && winner == nil {
      connect(signal, input: index)
    }
  }

  override func receive(_ batch: Batch, _ input: Int) { if wins(input) { send(batch) } }
  override func next(_ value: Value, _ input: Int) { if wins(input) { send(value) } }

  private func wins(_ input: Int) -> Bool {
    if winner == nil {
      winner = input
      for upstream in upstreams where upstream.receiverInput != input { disconnect(upstream) }
    }
    return winner == input
  }
}
