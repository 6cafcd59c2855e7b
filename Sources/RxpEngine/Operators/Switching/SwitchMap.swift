extension Operator {
  static let switchMap = Operator(
    "switchMap", aka: ["flatMapLatest"], .switching,
    "Makes a signal of each event and follows the newest one.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)), "the signal to make of the event; nil for none"),
      SwitchStage.order,
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent }, atEnd: .waits,
    shape: .flattening("f"),
    elsewhere: [
      Elsewhere("rx.switchMap", "order: oldFirst"),
      Elsewhere("rx.switchMapTo", "order: oldFirst"),
      Elsewhere("rxswift.flatMapLatest", "order: oldFirst"),
      Elsewhere("rs.flatMapLatest", "order: oldFirst", written: "flatMap(.latest)"),
    ],
    examples: [
      Example(
        "follows the newest", "switchMap p", in: "-x---y---|", others: [("p", "cold -1-2-3|")],
        out: "--1-2-1-2-3|"),
      Example(
        "an error of the source ends all", "switchMap p", in: "-x-#", others: [("p", "cold -1-2|")],
        out: "--1#"),
      Example("lists are signals too", "switchMap [it, it]", in: "-a-b|", out: "-[aa]-[bb]|"),
    ]
  ) { args in
    let f = try args.asked("f")
    return SwitchStage(
      args.run, oldFirst: try SwitchStage.oldFirst(args), rows: RowsPlan(f, args.run)
    ) { try f.signal($0) }
  }
}
