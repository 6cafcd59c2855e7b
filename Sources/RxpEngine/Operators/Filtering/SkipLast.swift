extension Operator {
  static let skipLast = Operator(
    "skipLast", .filtering, "Drops the last events: each passes once so many more have come.",
    takes: [.required("n", .count, "how many")], types: .sameAsInput,
    holds: .parameter("n"),
    shape: .some,
    elsewhere: [Elsewhere("rx.skipLast")],
    examples: [
      Example("each waits for two more", "skipLast 2", in: "-a-b-c-d|", out: "-----a-b|"),
      Example("0 drops none", "skipLast 0", in: "-a|", out: "-a|"),
      Example("an error passes at once", "skipLast 1", in: "-a-b#", out: "---a#"),
    ]
  ) { args in
    SkipLastStage(args.run, try args.count("n") ?? 0)
  }
}

final class SkipLastStage: Stage {
  private let limit: Int
  private var last: LastValues

  init(_ run: Run, _ limit: Int) {
    self.limit = limit
    last = LastValues(limit)
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    // Without an end nothing will ever pass: nothing needs to be kept.
    if limit == Int.max { return }
    if let passing = last.push(value) { send(passing) }
  }

  override func stopped() { last = LastValues(limit) }
}
