extension Operator {
  static let fail = Operator(
    "fail", aka: ["throwError"], .creating, role: .source, "Ends with an error at once.",
    takes: [.optional("why", .value, "the error, or what it is to carry", else: "\"error\"")],
    types: .always(.any), atEnd: .ends,
    shape: .failure,
    elsewhere: [
      Elsewhere("rac.error"), Elsewhere("rx.throwError"), Elsewhere("rxswift.error"),
      Elsewhere("rs.error"), Elsewhere("combine.Fail"),
    ],
    examples: [
      Example("an error at subscription", "fail \"why\"", out: "#", values: "error: \"why\""),
      Example("without a reason", "fail", out: "#"),
      Example(
        "catch sees it", "fail \"why\" | catch e => just(e.message)", out: "[a|]",
        values: "a: \"why\""),
    ]
  ) { args in
    FailingStage(args.run, Failure.from(try args.value("why") ?? .null))
  }
}

extension ShapeRule {
  fileprivate static let failure = ShapeRule { _ in
    var shape = SignalShape.items(0)
    shape.completes = .never
    shape.fails = .surely
    return shape
  }
}
