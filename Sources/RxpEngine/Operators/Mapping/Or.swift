extension Operator {
  static let or = Operator(
    "or", .mapping, "Sends whether any member of a list is yes.",
    types: .always(.bool),
    shape: .each,
    elsewhere: [Elsewhere("rac.or")],
    examples: [
      Example(
        "of lists", "or", in: "-x-y|", out: "-t-f|",
        values: "x: [false, true], y: [false, false], t: true, f: false"),
      Example("nil counts as no", "or", in: "-x|", out: "-f|", values: "x: [nil, nil], f: false"),
      Example(
        "an empty list is an error", "or", in: "-x|", out: "-#", values: "x: [], error: \"type\""),
    ]
  ) { args in
    LogicStage(args.run) { value in .bool(try LogicStage.flags(value, args).contains(true)) }
  }
}
