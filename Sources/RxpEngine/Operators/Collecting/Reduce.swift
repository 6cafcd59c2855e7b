extension Operator {
  static let reduce = Operator(
    "reduce", aka: ["aggregate", "aggregateWithStart"], .collecting,
    "Keeps a running value and sends it when the source completes.",
    takes: AccumulatingStage.parameters(
      start: "", else: "the first event; of no events nothing is sent"),
    types: TypeRule { context in
      (context.argument("f") ?? .any).joined(with: context.argument("start") ?? context.input)
    },
    holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: $0.has("start") ? 1 : 0).failing },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rac.aggregateWithStart"),
      Elsewhere("rx.reduce", note: "the start comes first here"),
      Elsewhere("rxswift.reduce"),
      Elsewhere("rs.reduce"),
      Elsewhere("combine.reduce"),
      Elsewhere("combine.tryReduce"),
      Elsewhere("rac.foldLeft", written: "foldLeftWithStart:reduce:"),
      Elsewhere("rs.reduceInto", written: "reduce(into:)"),
      Elsewhere(
        "rac.aggregateWithStartFactory", written: "aggregateWithStartFactory:reduce:",
        note: "the start is worked out for each subscription here"),
    ],
    examples: [
      Example(
        "one value, at the end", "reduce \"\", acc + it", in: "-a-b-|", out: "-----[x|]",
        values: "x: \"ab\""),
      Example(
        "of nothing: the start", "reduce 7, acc + it", in: "--|", out: "--[x|]", values: "x: 7"),
      Example("of nothing and without a start: nothing", "reduce acc + it", in: "--|", out: "--|"),
      Example("an error is all there is", "reduce 0, acc + 1", in: "-a-#", out: "---#"),
    ]
  ) { args in
    try ReduceStage(args)
  }
}

/// A1.
final class ReduceStage: AccumulatingStage {
  override func receive(_ batch: Batch, _ input: Int) {
    if case .int(let running)? = value, let last = f.fold(running, batch) {
      value = .int(last)
    } else {
      super.receive(batch, input)
    }
  }

  override func next(_ event: Value, _ input: Int) throws { _ = try accumulate(event) }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, let value { send(value) }
    finish(end)
  }
}
