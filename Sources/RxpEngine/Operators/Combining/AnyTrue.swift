extension Operator {
  static let anyTrue = Operator(
    "anyTrue", .combining, role: .sourceOrStage,
    "Sends whether the latest value of any signal is yes, at each new one, once all have sent.",
    takes: [.required("signals", .signals, "signals of yes/no values")],
    types: .always(.bool), holds: .growing("the latest value of each signal"), atEnd: .waits,
    shape: ShapeRule { SignalShape.combined($0.inputs("signals")).failing },
    pitfalls: [.listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rs.or", written: "or(with:)"), Elsewhere("rs.any", written: "any(_:)"),
    ],
    examples: [
      Example(
        "either", "anyTrue b", in: "f-t--|", others: [("b", "f---t|")], out: "f-t-t|",
        values: "t: true, f: false"),
      Example(
        "an error passes at once", "anyTrue b", in: "f-#", others: [("b", "f---|")], out: "f-#",
        values: "f: false"),
      Example("of nothing: completes at once", "anyTrue []", out: "|"),
    ]
  ) { args in
    TruthStage(args, .or)
  }
}
