extension Operator {
  static let `repeat` = Operator(
    "repeat", .repeating, "Subscribes again when the source completes.",
    takes: [
      .optional("n", .count, "how many runs there are in all; 0: none", else: "for ever"),
      .named(
        "delay", .asked(.nothing, wants: .any),
        "how long to wait before, or a signal to wait for; index counts", else: "not at all"),
    ],
    types: .sameAsInput, atEnd: .restarts,
    elsewhere: [
      Elsewhere("rac.repeat"), Elsewhere("rx.repeat"), Elsewhere("rxswift.repeat"),
      Elsewhere("rs.repeat"),
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
    return RepeatStage(args.run, runs: n, delay: args.optionalAsked("delay"))
  }
}

/// R1.
final class RepeatStage: ResubscribingStage {
  private var left: Int?

  init(_ run: Run, runs: Int?, delay: Asked?) {
    left = runs.map { $0 - 1 }
    super.init(run, delay: delay)
  }

  override func ended(_ end: End, _ input: Int) throws {
    guard input == ResubscribingStage.source, case .completed = end, left != 0 else {
      return finish(end)
    }
    left = left.map { $0 - 1 }
    try again(.null)
  }
}
