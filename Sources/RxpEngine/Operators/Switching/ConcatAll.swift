extension Operator {
  static let concatAll = Operator(
    "concatAll", .switching,
    "Follows the signals that are sent one after the other, each from the end of the one before.",
    types: .inner, holds: .growing("the signals that wait"), atEnd: .waits,
    shape: .flattening(nil),
    pitfalls: [.runsInTurn(made: nil, instead: "switchToLatest")],
    elsewhere: [
      Elsewhere("rac.concatInner", written: "-concat"),
      Elsewhere("rx.concatAll"),
      Elsewhere("rxswift.concatInner", written: "concat()"),
      Elsewhere("rs.flattenConcat", written: "flatten(.concat)"),
    ],
    examples: [
      Example(
        "one after the other", "map x | concatAll", in: "-ab|", others: [("x", "cold --1-|")],
        out: "---1---1-|"),
      Example(
        "an error of the source is not queued", "map x | concatAll", in: "-ab#",
        others: [("x", "cold -1-|")], out: "--1#"),
      Example("lists are signals too", "map [it, it] | concatAll", in: "-a-b|", out: "-[aa]-[bb]|"),
    ]
  ) { args in
    FlattenStage(args.run, limit: 1) { try $0.switchedSignal() }
  }
}
