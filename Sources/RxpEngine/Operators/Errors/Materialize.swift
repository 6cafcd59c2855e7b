extension Operator {
  static let materialize = Operator(
    "materialize", .errors, "Sends each event as a value, the end too, then completes.",
    types: TypeRule { .event($0.input) },
    shape: ShapeRule { $0.input.asValues },
    elsewhere: [
      Elsewhere("rac.materialize"), Elsewhere("rx.materialize"), Elsewhere("rxswift.materialize"),
      Elsewhere("rs.materialize"),
    ],
    examples: [
      Example(
        "events as values", "materialize", in: "-a-|", out: "-x-[y|]",
        values: "x: next(\"a\"), y: completed"),
      Example(
        "an error becomes a value, then it completes", "materialize", in: "-a-#", out: "-x-[y|]",
        values: "x: next(\"a\"), y: failed(error(\"error\"))"),
      Example(
        "of nothing: the completion", "materialize", in: "--|", out: "--[y|]",
        values: "y: completed"),
    ]
  ) { args in
    MaterializeStage(args.run)
  }
}

/// R7.
final class MaterializeStage: Stage {
  override func next(_ value: Value, _ input: Int) throws { send(.event(try Event(.next(value)))) }
  override func ended(_ end: End, _ input: Int) {
    switch end {
    case .completed: send(.event(.completed))
    case .failed(let failure): send(.event(.error(failure)))
    }
    complete()
  }
}
