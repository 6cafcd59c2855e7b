extension Operator {
  static let allTrue = Operator(
    "allTrue", .combining, role: .sourceOrStage,
    "Sends whether the latest values of all signals are yes, at each new one, once all have sent.",
    takes: [.required("signals", .signals, "signals of yes/no values")],
    types: .always(.bool), holds: .growing("the latest value of each signal"), atEnd: .waits,
    shape: ShapeRule { SignalShape.combined($0.inputs("signals")).failing },
    pitfalls: [.listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rs.and", written: "and(with:)"), Elsewhere("rs.all", written: "all(_:)"),
    ],
    examples: [
      Example(
        "both", "allTrue b", in: "f-t--|", others: [("b", "t---f|")], out: "f-t-f|",
        values: "t: true, f: false"),
      Example(
        "an error passes at once", "allTrue b", in: "t-#", others: [("b", "t---|")], out: "t-#",
        values: "t: true"),
      Example("of nothing: completes at once", "allTrue []", out: "|"),
    ]
  ) { args in
    TruthStage(args, .and)
  }
}

/// The latest values of several signals, taken together by an operator on lists.
final class TruthStage: Stage {
  private let joined: Signal

  init(_ args: Arguments, _ operation: Operator) {
    let latest = Signal(
      .combineLatest, upstream: args.signal.upstream, arguments: args.signal.arguments,
      place: args.place)
    joined = Signal(operation, upstream: latest, place: args.place)
    super.init(args.run)
  }

  override func start() { connect(joined) }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
