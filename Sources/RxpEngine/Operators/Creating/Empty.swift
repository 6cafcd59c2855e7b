extension Operator {
  static let empty = Operator(
    "empty", .creating, role: .source, "Completes at once.",
    types: .always(.any), atEnd: .ends, rows: .arguments,
    shape: ShapeRule { _ in .items(0) },
    elsewhere: [
      Elsewhere("rac.empty"),
      Elsewhere("rx.EMPTY"),
      Elsewhere("rx.empty"),
      Elsewhere("rxswift.empty"),
      Elsewhere("rs.empty"),
      Elsewhere("combine.Empty"),
    ],
    examples: [
      Example("completes at subscription", "empty", out: "|"),
      Example(
        "what follows starts in the same instant", "empty | concat (just \"a\")", out: "[a|]"),
      Example("nothing to count", "empty | count", out: "[a|]", values: "a: 0"),
    ]
  ) { args in
    ItemsStage(args.run, [])
  }
}
