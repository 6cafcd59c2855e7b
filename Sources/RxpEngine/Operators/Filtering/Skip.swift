extension Operator {
  static let skip = Operator(
    "skip", .filtering, "Drops the first events.",
    takes: [.required("n", .count, "how many")], types: .sameAsInput,
    shape: .some,
    elsewhere: [
      Elsewhere("rac.skip"),
      Elsewhere("rx.skip"),
      Elsewhere("rxswift.skip"),
      Elsewhere("rs.skip", written: "skip(first:)"),
      Elsewhere("combine.dropFirst", "n: 1"),
      Elsewhere("rs.skipFirst", written: "skip(first:)"),
    ],
    examples: [
      Example("the first two are dropped", "skip 2", in: "-a-b-c|", out: "-----c|"),
      Example("too many: it just completes", "skip 5", in: "-a-b|", out: "----|"),
      Example("an error passes", "skip 1", in: "-a#", out: "--#"),
    ]
  ) { args in
    SkipStage(args.run, try args.count("n") ?? 0)
  }
}

final class SkipStage: Stage {
  private var left: Int
  init(_ run: Run, _ count: Int) {
    left = count
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { fieldsNeededAfter }

  override func receive(_ batch: Batch, _ input: Int) {
    if left == 0 { return send(batch) }
    if batch.mayBePartial { return passRows(of: batch) { _ in isPast() } }
    super.receive(batch, input)
  }
  override func next(_ value: Value, _ input: Int) {
    if isPast() { send(value) }
  }

  /// Counts an event; whether it passes.
  private func isPast() -> Bool {
    if left == 0 { return true }
    left -= 1
    return false
  }
}
