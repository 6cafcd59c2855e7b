extension Operator {
  static let followedBy = Operator(
    "followedBy", .timing,
    "Sends an event of one kind together with one of another kind that comes within a time after it.",
    takes: FollowingStage.parameters,
    types: TypeRule { .tuple([$0.input, $0.input]) },
    holds: .growing("the first events of the time whose second has not come"),
    shape: .cutting,
    examples: [
      Example(
        "b within 300 ms after a", "followedBy it == \"a\", it == \"b\", 300ms", in: "-a-b-a---b|",
        out: "---x------|", values: "x: [\"a\", \"b\"]"),
      Example(
        "an error passes", "followedBy it == \"a\", it == \"b\", 300ms", in: "-a#", out: "--#"),
      Example(
        "the second may be compared with the first, which is acc",
        "followedBy true, it == acc + 1, 500ms", in: "-abc|", out: "---x|",
        values: "a: 1, b: 5, c: 2, x: [1, 2]"),
      Example(
        "one second event is that of all that wait, or of one",
        "followedBy it == \"a\", it == \"b\", 1, each: oldest", in: "-aab|", out: "---x|",
        values: "x: [\"a\", \"b\"]"),
    ]
  ) { args in
    try FollowingStage(args, isNegative: false)
  }
}
