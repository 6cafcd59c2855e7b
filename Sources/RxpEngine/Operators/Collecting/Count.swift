extension Operator {
  static let count = Operator(
    "count", .collecting, "Sends how many events there were, when the source completes.",
    takes: [
      .optional(
        "test", .asked(.event, wants: .bool), "counts only those for which this says yes",
        else: "all")
    ],
    types: .always(.int), holds: .atMost(1), atEnd: .flushes,
    shape: .gathering,
    pitfalls: [.waitsForEnd],
    elsewhere: [Elsewhere("rx.count"), Elsewhere("combine.count")],
    examples: [
      Example("at the end", "count", in: "-a-b-|", out: "-----[x|]", values: "x: 2"),
      Example("only some", "count it == \"a\"", in: "-a-b-a|", out: "------[x|]", values: "x: 2"),
      Example("an error is all there is", "count", in: "-a-#", out: "---#"),
    ]
  ) { args in
    CountStage(args.run, args.optionalAsked("test"))
  }.accumulating { args in CountAccumulator(args.optionalAsked("test")) }
}

final class CountStage: Stage {
  private let test: Asked?
  private var total = 0
  init(_ run: Run, _ test: Asked?) {
    self.test = test
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { test?.needs ?? .none }

  override var rowStep: RowStep? { .reading([test?.rowNode]) }

  override func receive(_ batch: Batch, _ input: Int) {
    guard let test else {
      total += batch.count
      return
    }
    guard batch.count > 1, let answers = test.column(batch) else {
      return super.receive(batch, input)
    }
    guard case .bools = answers.kind, let words = answers.columns?.words else {
      test.unask(batch.count)
      return super.receive(batch, input)
    }
    for row in 0..<batch.count { total &+= words[row] }
  }
  override func next(_ value: Value, _ input: Int) throws {
    if let test, try !test.test(value) { return }
    total += 1
  }
  override func ended(_ end: End, _ input: Int) {
    if case .completed = end { send(.int(total)) }
    finish(end)
  }
}
