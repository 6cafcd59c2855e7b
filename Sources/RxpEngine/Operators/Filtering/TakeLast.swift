extension Operator {
  static let takeLast = Operator(
    "takeLast", .filtering, "Passes the last events, when the source completes.",
    takes: [
      .required("n", .count, "how many"),
      .named(
        "zero", .word(["wait", "complete"]),
        "whether 0 waits for the end of the source, or completes at once and never subscribes",
        else: "wait"),
    ],
    types: .sameAsInput,
    holds: .parameter("n"), atEnd: .flushes,
    shape: ShapeRule { context in
      let shape = context.input.gathered(most: context.number("n"), least: 0).failing
      // None may need no source.
      guard context.has("zero"), (context.number("n") ?? 0) == 0 else { return shape }
      return .oneOf([shape, .items(0)])
    },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rac.takeLast"),
      Elsewhere("rx.takeLast", "zero: complete"),
      Elsewhere("rxswift.takeLast"),
      Elsewhere("rs.takeLast", written: "take(last:)"),
    ],
    examples: [
      Example("in their order, at the end", "takeLast 2", in: "-a-b-c|", out: "------[bc|]"),
      Example("nothing on an error", "takeLast 2", in: "-a-b-#", out: "-----#"),
      Example("fewer came", "takeLast 5", in: "-a|", out: "--[a|]"),
      Example("0 sends none", "takeLast 0", in: "-a|", out: "--|"),
      Example("or needs no source", "takeLast 0, zero: complete", in: "-a|", out: "|"),
    ]
  ) { args in
    let n = try args.count("n") ?? 0
    if n == 0, try args.word("zero") == "complete" { return ItemsStage(args.run, []) }
    return TakeLastStage(args.run, n)
  }
}

/// A3.
final class TakeLastStage: Stage {
  private let limit: Int
  private var last: LastValues

  init(_ run: Run, _ limit: Int) {
    self.limit = limit
    last = LastValues(limit)
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    _ = last.push(value)
    // A number that was given may be held; without one the common limit holds.
    if limit == Int.max { try run.checkHeld(last.count, by: self) }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      for value in last.inOrder where !isDone { send(value) }
    }
    finish(end)
  }

  override func stopped() { last = LastValues(limit) }
}
