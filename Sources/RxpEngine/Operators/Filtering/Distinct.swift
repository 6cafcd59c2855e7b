extension Operator {
  static let distinct = Operator(
    "distinct", .filtering, "Drops events that equal any that came before.",
    takes: [
      .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself"),
      .named(
        "flush", .signal, "with each of its events all that came before is forgotten", else: "never"
      ),
    ],
    types: .sameAsInput, holds: .keys("every event that differs from the others"),
    shape: .leavingOutEqual,
    elsewhere: [Elsewhere("rx.distinct"), Elsewhere("rs.uniqueValues")],
    examples: [
      Example("each value once", "distinct", in: "-a-b-a-c-b|", out: "-a-b---c--|"),
      Example(
        "by a part of it", "distinct it % 2", in: "abc|", out: "a-c|", values: "a: 1, b: 3, c: 2"),
      Example(
        "forgets where a signal says so", "distinct flush: f", in: "-a-a-a|",
        others: [("f", "--x|")], out: "-a-a--|"),
      Example("an error passes", "distinct", in: "-a-a#", out: "-a--#"),
    ]
  ) { args in
    DistinctStage(args.run, by: args.optionalAsked("by"), flush: try args.signal("flush"))
  }
}

final class DistinctStage: Stage {
  private let by: Asked?
  private let forgetting: Signal?
  private var seen: Set<Value> = []
  private static let source = 0
  private static let cue = 1

  init(_ run: Run, by: Asked?, flush forgetting: Signal?) {
    self.by = by
    self.forgetting = forgetting
    super.init(run)
  }

  override func start() throws {
    try super.start()
    if !isDone, let forgetting { connect(forgetting, input: DistinctStage.cue) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == DistinctStage.cue { return seen.removeAll() }
    if seen.insert(try by?(value) ?? value).inserted {
      try run.checkHeld(seen.count, by: self)
      send(value)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, input == DistinctStage.cue { return }
    finish(end)
  }

  override func stopped() { seen = [] }
}
