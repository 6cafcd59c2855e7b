extension Operator {
  static let pairwise = Operator(
    "pairwise", .mapping, "Sends each event together with the one before it, as a list of two.",
    types: TypeRule { .tuple([$0.input, $0.input]) }, holds: .atMost(1),
    shape: .some,
    elsewhere: [Elsewhere("rx.pairwise")],
    examples: [
      Example(
        "from the second event on", "pairwise", in: "-a-b-c|", out: "---x-y|",
        values: "x: [\"a\", \"b\"], y: [\"b\", \"c\"]"),
      Example("one alone has no pair", "pairwise", in: "-a-|", out: "---|"),
      Example("an error passes", "pairwise", in: "-a#", out: "--#"),
    ]
  ) { args in
    CombinePreviousStage(args.run, nil, nil)
  }
}
