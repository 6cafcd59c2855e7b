extension Operator {
  static let exhaustMap = Operator(
    "exhaustMap", aka: ["flatMapFirst"], .switching,
    "Makes a signal of an event and follows it to its end; events meanwhile are left out.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)), "the signal to make of the event; nil for none")
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent }, atEnd: .waits,
    shape: .flattening("f"),
    elsewhere: [
      Elsewhere("rx.exhaustMap"),
      Elsewhere("rxswift.flatMapFirst"),
      Elsewhere("rs.flatMapThrottle", written: "flatMap(.throttle)"),
    ],
    examples: [
      Example(
        "events meanwhile are left out", "exhaustMap p", in: "-ab--c|",
        others: [("p", "cold -1-|")], out: "--1---1-|"),
      Example(
        "an error of the source ends all", "exhaustMap p", in: "-a-#",
        others: [("p", "cold -1--|")], out: "--1#"),
      Example(
        "a signal that ends at once keeps nothing out", "exhaustMap [it]", in: "[ab]|", out: "[ab]|"
      ),
    ]
  ) { args in
    let f = try args.asked("f")
    return FlattenStage(args.run, limit: 1, drops: true, rows: RowsPlan(f, args.run)) {
      try f.signal($0)
    }
  }
}
