extension Operator {
  static let collect = Operator(
    "collect", aka: ["toArray"], .collecting,
    "Sends all events as one list, when the source completes.",
    types: TypeRule { .list($0.input) }, holds: .growing("every event until the end"),
    atEnd: .flushes,
    shape: .gathering,
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rac.collect"), Elsewhere("rx.toArray"), Elsewhere("rxswift.toArray"),
      Elsewhere("rs.collect"), Elsewhere("combine.collect"),
    ],
    examples: [
      Example(
        "a list, at the end", "collect", in: "-a-b-|", out: "-----[x|]", values: "x: [\"a\", \"b\"]"
      ),
      Example("of nothing: an empty list", "collect", in: "--|", out: "--[x|]", values: "x: []"),
      Example("an error is all there is", "collect", in: "-a-#", out: "---#"),
    ]
  ) { args in
    CollectStage(args.run)
  }
}

/// A2.
final class CollectStage: Stage {
  private var items: [Value] = []
  override func next(_ value: Value, _ input: Int) throws {
    items.append(value)
    guard items.count <= Limits.listItems else {
      throw Failure(kind: "limit", Text("a list of more than \(Limits.listItems) items"))
    }
  }
  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end { send(.list(try List(items))) }
    finish(end)
  }
  override func stopped() { items = [] }
}
