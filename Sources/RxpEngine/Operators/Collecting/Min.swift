extension Operator {
  static let min = Operator(
    "min", .collecting, "Sends the least event, when the source completes.",
    takes: ExtremeStage.parameters, types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: 0).failing },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rx.min", note: "a comparison by name here, compare:"),
      Elsewhere("combine.min"),
      Elsewhere("combine.tryMin"),
    ],
    examples: [
      Example("at the end", "min", in: "-b-c-a|", out: "------[a|]"),
      Example("of nothing: nothing", "min", in: "--|", out: "--|"),
      Example(
        "by a comparison of one's own", "min compare: it - acc", in: "ab|", out: "--[b|]",
        values: "a: 1, b: 2"),
      Example(
        "what has no order is an error", "min", in: "ab|", out: "-#",
        values: "a: 1, b: \"x\", error: \"type\""),
    ]
  ) { args in
    ExtremeStage(args, sign: -1)
  }
}
