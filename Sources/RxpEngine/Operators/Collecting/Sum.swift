extension Operator {
  static let sum = Operator(
    "sum", .collecting, "Sends the sum of all events, when the source completes.",
    takes: [
      .optional(
        "of", .asked(.event, wants: .number), "what to add for an event", else: "the event itself")
    ],
    types: TypeRule { ($0.argument("of") ?? $0.input) == .int ? .int : .number },
    holds: .atMost(1), atEnd: .flushes,
    shape: .gathering,
    pitfalls: [.waitsForEnd],
    examples: [
      Example("at the end", "sum", in: "-a-b|", out: "----[x|]", values: "a: 1, b: 2, x: 3"),
      Example("of a part of each", "sum len", in: "-a-b|", out: "----[x|]", values: "x: 2"),
      Example("of nothing: 0", "sum", in: "--|", out: "--[x|]", values: "x: 0"),
      Example(
        "nil is left out", "sum", in: "ab|", out: "--[x|]", values: "a: nil, b: 2, x: 2"),
      Example(
        "what is no number is an error", "sum", in: "-a|", out: "-#", values: "error: \"type\""),
    ]
  ) { args in
    SumStage(args.run, args.optionalAsked("of")) { sum, _ in sum }
  }.accumulating { args in SumAccumulator("sum", args.optionalAsked("of")) { sum, _ in sum } }
}

/// Adds up; whole numbers stay whole, and a sum that does not fit is an error.
final class SumStage: Stage {
  private let f: Asked?
  private let result: (_ sum: Value, _ count: Int) -> Value
  private var sum = Value.int(0)
  private var count = 0

  init(_ run: Run, _ f: Asked?, _ result: @escaping (_ sum: Value, _ count: Int) -> Value) {
    self.f = f
    self.result = result
    super.init(run)
  }

  override func fieldsNeeded(_ input: Int) -> FieldNeeds { f?.needs ?? .all }

  override func receive(_ batch: Batch, _ input: Int) {
    if f == nil {
      if batch.count > 1, add(Vector(of: batch), batch.count) { return }
    } else if batch.count > 1, let column = f?.column(batch) {
      if add(column, batch.count) { return }
      f?.unask(batch.count)
    }
    super.receive(batch, input)
  }

  /// Whether the column could be added whole.
  private func add(_ column: Vector?, _ rows: Int) -> Bool {
    guard let column, let words = column.columns?.words else { return false }
    switch (column.kind, sum) {
    case (.ints, .int(var whole)):
      var overflows = false
      for row in 0..<rows {
        let (next, overflow) = whole.addingReportingOverflow(words[row])
        whole = next
        overflows = overflows || overflow
      }
      if overflows { return false }
      sum = .int(whole)
    case (.ints, .double(var real)):
      for row in 0..<rows { real += Double(words[row]) }
      sum = .double(real)
    case (.doubles, .int), (.doubles, .double):
      // In order, as one by one.
      var real = sum.number ?? 0
      for row in 0..<rows { real += Double(bitPattern: UInt64(bitPattern: Int64(words[row]))) }
      sum = .double(real)
    default: return false
    }
    count += rows
    return true
  }

  override func next(_ event: Value, _ input: Int) throws {
    let value = try f?(event) ?? event
    if case .null = value { return }
    guard value.number != nil else {
      throw Failure.type("\(signal.name) needs numbers: got \(value.excerpt())")
    }
    sum = try Value.arithmetic(.add, sum, value)
    count += 1
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end { send(result(sum, count)) }
    finish(end)
  }
}
