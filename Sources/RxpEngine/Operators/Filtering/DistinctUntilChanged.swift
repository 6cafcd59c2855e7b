extension Operator {
  static let distinctUntilChanged = Operator(
    "distinctUntilChanged", aka: ["skipRepeats"], .filtering, "Drops events that equal the one before.",
    takes: [.named("by", .asked(.event, wants: .any), "what is compared", else: "the event itself")],
    types: .sameAsInput, holds: .atMost(1),
    elsewhere: [
      Elsewhere("rac.distinctUntilChanged"), Elsewhere("rx.distinctUntilChanged"),
      Elsewhere("rxswift.distinctUntilChanged"), Elsewhere("rs.skipRepeats"), Elsewhere("combine.removeDuplicates"),
    ],
    examples: [
      Example("repeats are dropped, the first always passes", "distinctUntilChanged", in: "-a-a-b-b-a|", out: "-a---b---a|"),
      Example("an error passes", "distinctUntilChanged", in: "aa#", out: "a-#"),
      Example("nil equals nil", "distinctUntilChanged", in: "nn-a|", out: "n--a|", values: "n: nil"),
      Example("by a part of it", "distinctUntilChanged by: it % 2", in: "abcd|", out: "a--d|", values: "a: 1, b: 3, c: 5, d: 2"),
    ]
  ) { args in
    DistinctUntilChangedStage(args.run, by: args.optionalAsked("by"))
  }
}

/// B9.
final class DistinctUntilChangedStage: Stage {
  private let by: Asked?
  private var last: Value?
  init(_ run: Run, by: Asked?) {
    self.by = by
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) throws {
    let key = try by?(value) ?? value
    if let last, last == key { return }
    last = key
    send(value)
  }
  override func stopped() { last = nil }
}
