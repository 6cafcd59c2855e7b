extension Operator {
  static let `repeat` = Operator(
    "repeat", .repeating, "Subscribes again when the source completes.",
    takes: [
      .optional("n", .count, "how many runs there are in all; 0: none", else: "for ever"),
      .named(
        "delay", .asked(.nothing, wants: .any),
        "how long to wait before, or a signal to wait for; index counts", else: "not at all"),
      ResubscribingStage.again,
    ],
    types: .sameAsInput, atEnd: .restarts,
    shape: .repeating,
    pitfalls: [
      .restarts(after: .completion, limit: "n", delay: "delay", instead: "repeat delay: 1s")
    ],
    elsewhere: [
      Elsewhere("rac.repeat"), Elsewhere("rx.repeat", "again: atOnce"),
      Elsewhere("rxswift.repeat", "again: atOnce"), Elsewhere("rs.repeat", "again: atOnce"),
    ],
    examples: [
      Example(
        "for ever, until something ends it", "cold \"-a|\" | repeat | take 3", out: "-a-a-[a|]"),
      Example("n counts all runs", "cold \"-a|\" | repeat 2", out: "-a-a|"),
      Example("an error passes", "cold \"-a#\" | repeat", out: "-a#"),
      Example("0 completes at once and never subscribes", "repeat 0", in: "-a|", out: "|"),
      Example("with a time between", "cold \"-a|\" | repeat 2, delay: 200ms", out: "-a---a|"),
    ]
  ) { args in
    let n = try args.count("n")
    if n == 0 { return ItemsStage(args.run, []) }
    return RepeatStage(
      args.run, runs: n, delay: args.optionalAsked("delay"), again: try args.word("again"))
  }
}

extension ShapeRule {
  fileprivate static let repeating = ShapeRule { context in
    let input = context.input
    var shape = input
    shape.pace = nil
    let waits = context.has("delay")
    let isCued = waits && context.value("delay")?.number == nil
    if context.has("n") {
      let runs = context.number("n")
      shape.most = runs == SignalShape.unlimited ? nil : SignalShape.product(input.most, runs)
      shape.least = runs == 0 ? 0 : input.least
      if runs == 0 { return .items(0) }
      if runs != 1, input.timing != .atOnce || waits { shape.timing = .unknown }
      if runs == nil || runs == SignalShape.unlimited { shape.completes = .perhaps }
      if isCued { shape = shape.waiting(for: context.signal("delay")) }
      return shape.failing
    }
    shape.completes = .never
    if input.completes == .surely, input.least > 0 { shape.least = SignalShape.unlimited }
    if input.completes != .never, input.most != 0 { shape.most = nil }
    if waits { shape = shape.failing }
    // A cue that ends instead of coming ends it.
    if isCued {
      shape = shape.waiting(for: context.signal("delay"))
      shape.completes = .perhaps
      shape.least = input.least
    }
    shape.spins = input.spins || input.timing == .atOnce && input.completes == .surely && !waits
    if input.timing == .atOnce { shape.timing = .unknown }
    // It starts over for ever, but the source need not be what never ends.
    if input.completes != .never { shape.causes.neverCompletes = nil }
    return shape
  }
}

/// R1.
final class RepeatStage: ResubscribingStage {
  private var left: Int?

  init(_ run: Run, runs: Int?, delay: Asked?, again: String?) {
    left = runs.map { $0 - 1 }
    super.init(run, delay: delay, again: again)
  }

  override func ended(_ end: End, _ input: Int) throws {
    guard input == ResubscribingStage.source, case .completed = end, left != 0 else {
      return finish(end)
    }
    left = left.map { $0 - 1 }
    try again(.null)
  }
}
