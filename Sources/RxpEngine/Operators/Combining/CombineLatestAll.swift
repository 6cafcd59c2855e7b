extension Operator {
  static let combineLatestAll = Operator(
    "combineLatestAll", aka: ["combineAll"], .combining,
    "Gathers the signals that are sent; at the end combines their latest values.",
    types: TypeRule { .list($0.input.sent) }, holds: .growing("the signals"), atEnd: .waits,
    shape: .gatheringSignals,
    pitfalls: [.waitsForEnd],
    elsewhere: [Elsewhere("rx.combineLatestAll"), Elsewhere("rx.combineAll")],
    examples: [
      Example(
        "starts at the end of the source", "map a | combineLatestAll", in: "-xx|",
        others: [("a", "cold -a-b|")], out: "----y-[zw]|",
        values: "y: [\"a\", \"a\"], z: [\"b\", \"a\"], w: [\"b\", \"b\"]"),
      Example(
        "an error passes at once", "map a | combineLatestAll", in: "-x#",
        others: [("a", "cold a|")], out: "--#"),
      Example("of nothing: completes", "combineLatestAll", in: "--|", out: "--|"),
    ]
  ) { args in
    JoinAllStage(args.run) { Signal(.combineLatest, arguments: [.several($0), .missing]) }
  }
}

/// Gathers signals, and at the end of the source follows what is made of all of them.
final class JoinAllStage: Stage {
  private let join: ([BoundArgument]) -> Signal
  private var gathered: [BoundArgument] = []
  private var hasJoined = false

  init(_ run: Run, _ join: @escaping ([BoundArgument]) -> Signal) {
    self.join = join
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if hasJoined { send(batch) } else { super.receive(batch, input) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if hasJoined { return send(value) }
    guard let signal = try value.switchedSignal() else { return }
    gathered.append(.fixed(.signal(signal)))
    try run.checkHeld(gathered.count, by: self)
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, !hasJoined {
      hasJoined = true
      connect(join(gathered))
      gathered = []
    } else {
      finish(end)
    }
  }

  override func stopped() { gathered = [] }
}
