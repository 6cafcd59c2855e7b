extension Operator {
  static let notFollowedBy = Operator(
    "notFollowedBy", .timing,
    "Sends an event of one kind after which none of another kind comes within a time, when it is over.",
    takes: FollowingStage.parameters + [
      .named(
        "onEnd", .word(["send", "drop"]),
        "what becomes of events whose time is not over when the source completes", else: "send")
    ],
    types: .sameAsInput, holds: .growing("the first events of the time"), atEnd: .flushes,
    shape: .retimed,
    examples: [
      Example(
        "no b within 300 ms after a", "notFollowedBy it == \"a\", it == \"b\", 300ms",
        in: "-a-b-a------|", out: "--------a---|"),
      Example(
        "an error drops what waits", "notFollowedBy it == \"a\", it == \"b\", 300ms", in: "-a#",
        out: "--#"),
      Example(
        "at the end nothing more can follow", "notFollowedBy it == \"a\", it == \"b\", 1",
        in: "-a|",
        out: "--[a|]"),
      Example(
        "an event in the last instant is too late",
        "notFollowedBy it == \"a\", it == \"b\", 300ms", in: "-a--b-|", out: "----a-|"),
    ]
  ) { args in
    try FollowingStage(args, isNegative: true)
  }
}
