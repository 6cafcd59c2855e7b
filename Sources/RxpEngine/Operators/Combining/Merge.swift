extension Operator {
  static let merge = Operator(
    "merge", .combining, role: .sourceOrStage,
    "Sends what several signals send, as it comes; completes after all of them.",
    takes: [.required("signals", .signals, "the signals, subscribed to in this order")],
    types: TypeRule { context in
      let others = (context.argument("signals") ?? .any).sent
      return context.input == .null ? others : context.input.joined(with: others)
    },
    atEnd: .waits, rows: .members,
    shape: ShapeRule { .merged($0.inputs("signals")) },
    pitfalls: [.listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rac.merge"),
      Elsewhere("rx.merge"),
      Elsewhere("rx.mergeWith"),
      Elsewhere("rxswift.merge"),
      Elsewhere("rs.merge"),
      Elsewhere("combine.merge", written: "merge(with:)"),
      Elsewhere("combine.MergeMany"),
    ],
    examples: [
      Example(
        "interleaves, completes after all", "merge b", in: "-a--a|", others: [("b", "--b---b-|")],
        out: "-ab-a-b-|"),
      Example(
        "the first error ends it", "merge b", in: "-a--#", others: [("b", "--b---b-|")],
        out: "-ab-#"),
      Example("of nothing: completes at once", "merge []", out: "|"),
    ]
  ) { args in
    MergeStage(args.run, try args.inputs("signals"))
  }
}

final class MergeStage: Stage {
  private let inputs: [Signal]
  private var running = 0
  init(_ run: Run, _ inputs: [Signal]) {
    self.inputs = inputs
    super.init(run)
  }

  override func start() {
    running = inputs.count
    if running == 0 { return complete() }
    // An error while subscribing ends it: later signals are not subscribed to (M3).
    for (index, signal) in inputs.enumerated() where !isDone { connect(signal, input: index) }
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    running -= 1
    if running == 0 { complete() }
  }
}
