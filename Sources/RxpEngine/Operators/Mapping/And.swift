extension Operator {
  static let and = Operator(
    "and", .mapping, "Sends whether all members of a list are yes.",
    types: .always(.bool),
    shape: .each,
    elsewhere: [Elsewhere("rac.and")],
    examples: [
      Example(
        "of lists", "and", in: "-x-y|", out: "-t-f|",
        values: "x: [true, true], y: [true, false], t: true, f: false"),
      Example(
        "of the latest values of two signals", "combineLatest b | and", in: "f-t-|",
        others: [("b", "t---|")], out: "f-t-|", values: "t: true, f: false"),
      Example(
        "an empty list is an error", "and", in: "-x|", out: "-#", values: "x: [], error: \"type\""),
    ]
  ) { args in
    LogicStage(args.run) { value in .bool(try LogicStage.flags(value, args).allSatisfy { $0 }) }
  }
}
