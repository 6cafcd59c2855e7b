extension Operator {
  static let flatten = Operator(
    "flatten", aka: ["mergeAll"], .switching,
    "Sends what all the signals send that are sent, as it comes.",
    takes: [
      .optional(
        "n", .count, "how many signals may run at once; the others wait in order; 0 for no limit",
        else: "no limit"),
      FlattenStage.zero,
    ],
    types: .inner, holds: .growing("with a limit, the signals that wait"), atEnd: .waits,
    shape: .flattening(nil),
    pitfalls: [.runsSideBySide(made: nil, limit: "n", instead: "switchToLatest")],
    elsewhere: [
      Elsewhere("rac.flatten"),
      Elsewhere("rx.mergeAll", "zero: none"),
      Elsewhere("rxswift.mergeInner", written: "merge(maxConcurrent:)"),
      Elsewhere("rs.flatten"),
      Elsewhere("rs.flattenMerge", written: "flatten(.merge)"),
      Elsewhere("rs.flattenConcurrent", written: "flatten(.concurrent(limit:))"),
    ],
    examples: [
      Example(
        "side by side", "map x | flatten", in: "-ab|", others: [("x", "cold 1--2|")],
        out: "-11-22|"),
      Example(
        "one after the other", "map x | flatten 1", in: "-a-b|", others: [("x", "cold -1-|")],
        out: "--1--1-|"),
      Example(
        "an error of one ends all", "map x | flatten", in: "-a----|", others: [("x", "cold -#")],
        out: "--#"),
      Example("nil is no signal", "map nil | flatten", in: "-a|", out: "--|"),
    ]
  ) { args in
    FlattenStage(args.run, limit: try FlattenStage.limit(args, "n")) { try $0.switchedSignal() }
  }
}
