extension Operator {
  static let average = Operator(
    "average", .collecting, "Sends the mean of all events, when the source completes.",
    takes: [
      .optional(
        "of", .asked(.event, wants: .number), "what to count for an event", else: "the event itself"
      )
    ],
    types: .always(.number), holds: .atMost(2), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: 0).failing },
    pitfalls: [.waitsForEnd],
    examples: [
      Example("at the end", "average", in: "-a-b|", out: "----[x|]", values: "a: 1, b: 2, x: 1.5"),
      Example("of nothing: nil", "average", in: "--|", out: "--[x|]", values: "x: nil"),
      Example("an error is all there is", "average", in: "-a#", out: "--#", values: "a: 1"),
    ]
  ) { args in
    SumStage(args.run, args.optionalAsked("of"), mean)
  }.accumulating { args in SumAccumulator("average", args.optionalAsked("of"), mean) }
}

private func mean(_ sum: Value, _ count: Int) -> Value {
  count == 0 ? .null : .double((sum.number ?? 0) / Double(count))
}
