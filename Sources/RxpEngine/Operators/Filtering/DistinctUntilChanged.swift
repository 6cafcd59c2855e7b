extension Operator {
  static let distinctUntilChanged = Operator(
    "distinctUntilChanged", aka: ["skipRepeats"], .filtering,
    "Drops events that equal the one before.",
    takes: [
      .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself"),
      .named(
        "same", .asked(.accumulator(start: ""), wants: .bool),
        "whether two are the same: acc is the last that passed, it the new one",
        else: "they are equal"),
    ],
    types: .sameAsInput, holds: .atMost(1),
    elsewhere: [
      Elsewhere("rac.distinctUntilChanged"), Elsewhere("rx.distinctUntilChanged"),
      Elsewhere("rxswift.distinctUntilChanged"),
      Elsewhere("rx.distinctUntilKeyChanged", note: "the key as an expression: .name"),
      Elsewhere("rs.skipRepeats"), Elsewhere("combine.removeDuplicates"),
    ],
    examples: [
      Example(
        "repeats are dropped, the first always passes", "distinctUntilChanged", in: "-a-a-b-b-a|",
        out: "-a---b---a|"),
      Example("an error passes", "distinctUntilChanged", in: "aa#", out: "a-#"),
      Example(
        "nil equals nil", "distinctUntilChanged", in: "nn-a|", out: "n--a|", values: "n: nil"),
      Example(
        "by a part of it", "distinctUntilChanged by: it % 2", in: "abcd|", out: "a--d|",
        values: "a: 1, b: 3, c: 5, d: 2"),
      Example(
        "by a comparison of one's own", "distinctUntilChanged same: abs(it - acc) < 3", in: "abcd|",
        out: "a--d|", values: "a: 1, b: 2, c: 3, d: 4"),
    ]
  ) { args in
    DistinctUntilChangedStage(
      args.run, by: args.optionalAsked("by"), same: args.optionalAsked("same"))
  }
}

/// B9.
final class DistinctUntilChangedStage: Stage {
  private let by: Asked?
  private let same: Asked?
  private var last: Value?
  init(_ run: Run, by: Asked?, same: Asked?) {
    self.by = by
    self.same = same
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) throws {
    let key = try by?(value) ?? value
    if let last, try same?.test(acc: last, key) ?? (last == key) { return }
    last = key
    send(value)
  }
  override func stopped() { last = nil }
}
