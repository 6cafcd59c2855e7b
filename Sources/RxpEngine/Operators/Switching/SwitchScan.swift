extension Operator {
  static let switchScan = Operator(
    "switchScan", .switching,
    "Keeps a running value: the newest signal made of it and an event sends its next values.",
    takes: [
      .required("start", .value, "the running value before the first event; not sent"),
      .required(
        "f", .asked(.accumulator(start: "start"), wants: .signal(.any)),
        "the signal of next running values, from acc and it"),
      SwitchStage.order,
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent },
    holds: .atMost(1), atEnd: .waits,
    shape: .flattening("f"),
    elsewhere: [
      Elsewhere("rx.switchScan", "order: oldFirst", note: "the start comes first here")
    ],
    examples: [
      Example(
        "each signal starts from the running value", "switchScan \"\", just(acc + it)", in: "-a-b|",
        out: "-a-x|", values: "x: \"ab\""),
      Example(
        "the newest is followed", "switchScan 0, p", in: "-a--a---|",
        others: [("p", "cold -1--2|")], out: "--1--1--2|"),
      Example(
        "an error of it ends all", "switchScan 0, p", in: "-a---|", others: [("p", "cold -#")],
        out: "--#"),
    ]
  ) { args in
    let state = RunningValue(try args.value("start") ?? .null, try args.asked("f"))
    return SwitchStage(
      args.run, oldFirst: try SwitchStage.oldFirst(args), seen: { state.value = $0 },
      choose: { try state.signal($0) })
  }
}
