extension Operator {
  static let zipAll = Operator(
    "zipAll", .combining,
    "Gathers the signals that are sent; at the end sends lists of their first values, second ones …",
    types: TypeRule { .list($0.input.sent) }, holds: .growing("the signals, then as zip"),
    atEnd: .waits,
    shape: .gatheringSignals,
    pitfalls: [.waitsForEnd],
    elsewhere: [Elsewhere("rx.zipAll")],
    examples: [
      Example(
        "starts at the end of the source", "map a | zipAll", in: "-xx|",
        others: [("a", "cold -a-b|")], out: "----y-z|",
        values: "y: [\"a\", \"a\"], z: [\"b\", \"b\"]"),
      Example(
        "an error passes at once", "map a | zipAll", in: "-x#", others: [("a", "cold a|")],
        out: "--#"),
      Example("of nothing: completes", "zipAll", in: "--|", out: "--|"),
    ]
  ) { args in
    JoinAllStage(args.run) {
      Signal(.zip, arguments: [.several($0), .missing, .fixed(.bool(false))])
    }
  }
}
