extension Operator {
  static let runLength = Operator(
    "runLength", aka: ["countRuns"], .collecting,
    "Sends for each run of equal events the first of them and how many there were.",
    takes: [
      .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself")
    ],
    types: TypeRule {
      .record([.init("value", $0.input), .init("count", .int)], isClosed: true)
    },
    holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule(worksOnValues: true) { $0.input.thinned.shifted.failing },
    examples: [
      Example(
        "once the run is over", "runLength", in: "-a-a-b|", out: "-----x[y|]",
        values: "x: {value: \"a\", count: 2}, y: {value: \"b\", count: 1}"),
      Example("an error drops the last run", "runLength", in: "-a-a#", out: "----#"),
      Example(
        "by a part of it", "runLength len", in: "ab|", out: "--[x|]",
        values: "a: \"up\", b: \"on\", x: {value: \"up\", count: 2}"),
      Example("of nothing: nothing", "runLength", in: "--|", out: "--|"),
    ]
  ) { args in
    RunLengthStage(args.run, by: args.optionalAsked("by"))
  }
}

final class RunLengthStage: Stage {
  private let by: Asked?
  private var current: (value: Value, key: Value, count: Int)?
  private static let shape = Shape(["value", "count"])

  init(_ run: Run, by: Asked?) {
    self.by = by
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let key = try by?(value) ?? value
    if let current, current.key == key {
      self.current?.count += 1
      return
    }
    let before = current
    current = (value, key, 1)
    if let before { send(try record(before)) }
  }

  private func record(_ ended: (value: Value, key: Value, count: Int)) throws -> Value {
    .record(try Record(RunLengthStage.shape, [ended.value, .int(ended.count)]))
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, let current {
      self.current = nil
      send(try record(current))
    }
    finish(end)
  }

  override func stopped() { current = nil }
}
