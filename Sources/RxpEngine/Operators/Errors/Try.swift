extension Operator {
  static let `try` = Operator(
    "try", .errors, "Passes events until a test refuses one, then ends with an error.",
    takes: [
      .required(
        "test", .asked(.event, wants: .any),
        "true to pass; false, nil or an error value to refuse")
    ],
    types: .sameAsInput,
    shape: ShapeRule(worksOnValues: true) { $0.input.thinned.mayFail },
    elsewhere: [Elsewhere("rac.try"), Elsewhere("rs.attempt")],
    examples: [
      Example(
        "an error at the first that is refused", "try it < \"b\"", in: "-a-b-c|", out: "-a-#",
        values: "error: \"refused\""),
      Example(
        "an error of one's own", "try if it < \"b\" then true else error(\"no\")", in: "-a-b-c|",
        out: "-a-#", values: "error: \"no\""),
      Example("all accepted", "try true", in: "-a-|", out: "-a-|"),
    ]
  ) { args in
    TryStage(args.run, try args.asked("test"))
  }
}

/// R5.
final class TryStage: Stage {
  private let test: Asked

  init(_ run: Run, _ test: Asked) {
    self.test = test
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    switch try test(value) {
    case .bool(true): send(value)
    case .bool(false), .null: throw Failure(kind: "refused", "try refused this event")
    case .failure(let failure): throw failure
    case let other:
      throw Failure.type("try needs true, false or an error: got \(other.excerpt())")
    }
  }
}
