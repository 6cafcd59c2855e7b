extension Operator {
  static let filter = Operator(
    "filter", aka: ["where"], .filtering, "Passes the events for which a test says yes.",
    takes: [.required("test", .asked(.event, wants: .bool), "a yes/no test of the event")],
    types: .sameAsInput, each: .test, shape: .some,
    elsewhere: [
      Elsewhere("rac.filter"),
      Elsewhere("rx.filter"),
      Elsewhere("rxswift.filter"),
      Elsewhere("rs.filter"),
      Elsewhere("combine.filter"),
      Elsewhere("combine.tryFilter"),
    ],
    examples: [
      Example("keeps what passes", "filter it == \"a\"", in: "-a-b-a-|", out: "-a---a-|"),
      Example("an error passes", "filter it == \"a\"", in: "-b-#", out: "---#"),
      Example("nil counts as no", "filter nil", in: "-a-|", out: "---|"),
    ]
  ) { args in
    FilterStage(args.run, try args.asked("test"))
  }
}

final class FilterStage: Stage {
  private let test: Asked
  private let passed = Batch()
  init(_ run: Run, _ test: Asked) {
    self.test = test
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { test.needs.and(fieldsNeededAfter) }
  override var rowStep: RowStep? { .filter(test) }

  override func receive(_ batch: Batch, _ input: Int) {
    guard batch.count > 1, let answers = test.column(batch), case .bools = answers.kind,
      let mask = answers.columns?.words
    else {
      if batch.mayBePartial { return passRows(of: batch, test.test) }
      return super.receive(batch, input)
    }
    passed.keep(mask, from: batch)
    send(passed)
    passed.clear()
  }

  override func next(_ value: Value, _ input: Int) throws {
    if try test.test(value) { send(value) }
  }
}
