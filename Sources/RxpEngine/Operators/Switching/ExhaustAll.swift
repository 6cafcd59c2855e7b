extension Operator {
  static let exhaustAll = Operator(
    "exhaustAll", .switching,
    "Follows a signal that is sent to its end, and leaves out those that are sent meanwhile.",
    types: .inner, atEnd: .waits,
    shape: .flattening(nil),
    elsewhere: [
      Elsewhere("rx.exhaustAll"),
      Elsewhere("rx.exhaust"),
      Elsewhere("rs.flattenThrottle", written: "flatten(.throttle)"),
    ],
    examples: [
      Example(
        "what comes meanwhile is left out", "map x | exhaustAll", in: "-ab--c|",
        others: [("x", "cold -1-|")], out: "--1---1-|"),
      Example(
        "an error ends all", "map x | exhaustAll", in: "-a----|", others: [("x", "cold -#")],
        out: "--#"),
      Example(
        "completes after the source and the signal", "map x | exhaustAll", in: "-a|",
        others: [("x", "cold --1|")], out: "---1|"),
    ]
  ) { args in
    FlattenStage(args.run, limit: 1, drops: true) { try $0.switchedSignal() }
  }
}
