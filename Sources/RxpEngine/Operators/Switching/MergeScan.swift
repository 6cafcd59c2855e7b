extension Operator {
  static let mergeScan = Operator(
    "mergeScan", .switching,
    "Keeps a running value: a signal made of it and the event sends its next values.",
    takes: [
      .required("start", .value, "the running value before the first event; not sent"),
      .required(
        "f", .asked(.accumulator(start: "start"), wants: .signal(.any)),
        "the signal of next running values, from acc and it"),
      FlattenStage.limit, FlattenStage.zero,
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent },
    holds: .growing("with a limit, the events that wait"), atEnd: .waits,
    shape: .flattening("f"),
    pitfalls: [.runsSideBySide(made: "f", limit: "limit", instead: "switchScan")],
    elsewhere: [
      Elsewhere("rx.mergeScan", "zero: none", note: "the start comes first here")
    ],
    examples: [
      Example(
        "each signal starts from the running value", "mergeScan \"\", just(acc + it)", in: "-a-b|",
        out: "-a-x|", values: "x: \"ab\""),
      Example(
        "an error of one ends all", "mergeScan 0, p", in: "-a---|", others: [("p", "cold -#")],
        out: "--#"),
      Example("the start itself is not sent", "mergeScan 0, empty", in: "-a|", out: "--|"),
    ]
  ) { args in
    let state = RunningValue(try args.value("start") ?? .null, try args.asked("f"))
    return FlattenStage(
      args.run, limit: try FlattenStage.limit(args, "limit"), seen: { state.value = $0 },
      make: { try state.signal($0) })
  }
}

/// A running value whose next ones are what signals send.
final class RunningValue {
  var value: Value
  private let f: Asked

  init(_ start: Value, _ f: Asked) {
    value = start
    self.f = f
  }

  /// The signal for an event; nil stands for none.
  func signal(_ event: Value) throws -> Signal? { try f(acc: value, event).switchedSignal() }
}
