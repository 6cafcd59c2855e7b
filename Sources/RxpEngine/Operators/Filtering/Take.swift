extension Operator {
  static let take = Operator(
    "take", .filtering, "Passes the first events, and completes with the last of them.",
    takes: [.required("n", .count, "how many")],
    types: .sameAsInput,
    shape: ShapeRule(worksOnValues: true, stopsEarly: true) {
      $0.input.limited(to: $0.number("n"))
    },
    elsewhere: [
      Elsewhere("rac.take"),
      Elsewhere("rx.take"),
      Elsewhere("rxswift.take"),
      Elsewhere("rs.take", written: "take(first:)"),
      Elsewhere("combine.prefix"),
      Elsewhere("rs.takeFirst", written: "take(first:)"),
    ],
    examples: [
      Example("completes in the instant of the last", "take 2", in: "-a-b-c|", out: "-a-[b|]"),
      Example("an error after the end is not seen", "take 2", in: "ab#", out: "a[b|]"),
      Example("take 0 completes at once and never subscribes", "take 0", in: "-a-b|", out: "|"),
    ]
  ) { args in
    TakeStage(args.run, try args.count("n") ?? 0)
  }
}

final class TakeStage: Stage {
  private var left: Int
  init(_ run: Run, _ count: Int) {
    left = count
    super.init(run)
  }
  override func start() throws {
    if left == 0 { complete() } else { try super.start() }
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { fieldsNeededAfter }

  override func receive(_ batch: Batch, _ input: Int) {
    if batch.count >= left {
      if !batch.mayBePartial { return super.receive(batch, input) }
      deafen()
      passRows(of: batch) { _ in
        left -= 1
        return left >= 0
      }
      return complete()
    }
    left -= batch.count
    send(batch)
  }
  override func next(_ value: Value, _ input: Int) {
    left -= 1
    if left > 0 { return send(value) }
    sendLast(value)
  }
}
