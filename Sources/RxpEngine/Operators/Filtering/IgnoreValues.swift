extension Operator {
  static let ignoreValues = Operator(
    "ignoreValues", aka: ["ignoreElements"], .filtering, "Passes the end only.",
    types: .always(.any),
    shape: .silencing,
    elsewhere: [
      Elsewhere("rac.ignoreValues"),
      Elsewhere("rx.ignoreElements"),
      Elsewhere("rxswift.ignoreElements"),
      Elsewhere("rs.wait", note: "blocks there"),
      Elsewhere("combine.ignoreOutput"),
    ],
    examples: [
      Example("only the completion", "ignoreValues", in: "-a-b-|", out: "-----|"),
      Example("only the error", "ignoreValues", in: "-a-b-#", out: "-----#"),
      Example("nothing at all", "ignoreValues", in: "-a-b-", out: "-"),
    ]
  ) { args in
    IgnoreValuesStage(args.run)
  }
}

extension ShapeRule {
  fileprivate static let silencing = ShapeRule(worksOnValues: true) { $0.input.emptied }
}

final class IgnoreValuesStage: Stage {
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { .none }
  override func receive(_ batch: Batch, _ input: Int) {}
  override func next(_ value: Value, _ input: Int) {}
}
