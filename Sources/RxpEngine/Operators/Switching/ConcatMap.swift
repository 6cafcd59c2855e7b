extension Operator {
  static let concatMap = Operator(
    "concatMap", .switching,
    "Makes a signal of each event when the one before has ended, and sends what they send.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)), "the signal to make of the event; nil for none")
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent },
    holds: .growing("the events whose signals wait"), atEnd: .waits,
    shape: .flattening("f"),
    pitfalls: [.runsInTurn(made: "f", instead: "switchMap")],
    elsewhere: [
      Elsewhere("rx.concatMap"),
      Elsewhere("rx.concatMapTo"),
      Elsewhere("rxswift.concatMap"),
      Elsewhere("rs.flatMapConcat", written: "flatMap(.concat)"),
    ],
    examples: [
      Example(
        "one after the other", "concatMap p", in: "-ab|", others: [("p", "cold --1-|")],
        out: "---1---1-|"),
      Example(
        "an error of one ends all", "concatMap p", in: "-ab|", others: [("p", "cold --#")],
        out: "---#"),
      Example("nil is no signal", "concatMap nil", in: "-a|", out: "--|"),
    ]
  ) { args in
    let f = try args.asked("f")
    return FlattenStage(args.run, limit: 1, rows: RowsPlan(f, args.run)) { try f.signal($0) }
  }
}
