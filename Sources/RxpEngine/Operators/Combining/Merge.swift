extension Operator {
  static let merge = Operator(
    "merge", .combining, role: .sourceOrStage,
    "Sends what several signals send, as it comes; completes after all of them.",
    takes: [
      .required("signals", .signals, "the signals, subscribed to in this order"),
      .named(
        "limit", .count, "how many are followed at once; the others wait for one to complete",
        else: "all"),
    ],
    types: TypeRule { context in
      let others = (context.argument("signals") ?? .any).sent
      return context.input == .null ? others : context.input.joined(with: others)
    },
    atEnd: .waits, rows: .members,
    shape: .merging,
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
      Example(
        "so many at once", "merge b, limit: 1", in: "cold -a-|", others: [("b", "cold -b|")],
        out: "-a--b|"),
    ]
  ) { args in
    let limit = try args.count("limit", minimum: 1) ?? Int.max
    return MergeStage(args.run, try args.inputs("signals"), limit: limit)
  }
}

extension ShapeRule {
  /// With a limit some may never have their turn.
  fileprivate static let merging = ShapeRule { context in
    var shape = SignalShape.merged(context.inputs("signals"))
    if !context.has("limit") { return shape }
    shape.least = 0
    shape.pace = nil
    shape.timing = .unknown
    if shape.completes == .surely { shape.completes = .perhaps }
    shape.fails = min(shape.fails, .perhaps)
    return shape.mayFail
  }
}

final class MergeStage: Stage {
  private var waiting: ArraySlice<Signal>
  private let limit: Int
  private var running = 0
  private var isStarting = false

  init(_ run: Run, _ inputs: [Signal], limit: Int) {
    waiting = inputs[...]
    self.limit = limit
    super.init(run)
  }

  override func start() {
    isStarting = true
    // An error while subscribing ends it: later signals are not subscribed to (M3).
    while !isDone, running < limit, let signal = waiting.popFirst() {
      running += 1
      connect(signal)
    }
    isStarting = false
    if running == 0 { complete() }
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    running -= 1
    if !isStarting { start() }
  }
}
