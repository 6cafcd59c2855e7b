extension Operator {
  static let windowOn = Operator(
    "windowOn", .collecting, "Cuts the events into signals, whenever another signal sends.",
    takes: [.required("cuts", .signal, "the signal whose events cut")],
    types: TypeRule { .signal($0.input) },
    shape: .cutting(by: "cuts"),
    elsewhere: [Elsewhere("rx.window")],
    examples: [
      Example(
        "cut at each event of the other", "windowOn b | map (it | count) | concatAll",
        in: "-a-b--c|", others: [("b", "----x----")], out: "----x--[y|]", values: "x: 2, y: 1"),
      Example(
        "an error goes into the window too", "windowOn b | flatten", in: "-a#",
        others: [("b", "----x")], out: "-a#"),
      Example(
        "nothing is lost", "windowOn b | flatten", in: "-a-b-c|", others: [("b", "--x-x--")],
        out: "-a-b-c|"),
    ]
  ) { args in
    try CutStage(args, asWindows: true)
  }
}
