extension Operator {
  static let collect = Operator(
    "collect", aka: ["toArray"], .collecting,
    "Sends all events as one list, when the source completes.",
    takes: [
      .named(
        "onError", .word(["fail", "nil"]), "what an error of the source gives", else: "fail")
    ],
    types: TypeRule { .list($0.input) }, holds: .growing("every event until the end"),
    atEnd: .flushes,
    shape: ShapeRule { context in
      let input = context.has("onError") ? context.input.forgiven : context.input
      return input.gathered().failing
    },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rac.collect"),
      Elsewhere("rac.toArray", "onError: nil", note: "blocks there"),
      Elsewhere("rx.toArray"),
      Elsewhere("rxswift.toArray"),
      Elsewhere("rs.collect"),
      Elsewhere("combine.collect"),
      Elsewhere("rac.array", written: "array"),
    ],
    examples: [
      Example(
        "a list, at the end", "collect", in: "-a-b-|", out: "-----[x|]", values: "x: [\"a\", \"b\"]"
      ),
      Example("of nothing: an empty list", "collect", in: "--|", out: "--[x|]", values: "x: []"),
      Example("an error is all there is", "collect", in: "-a-#", out: "---#"),
      Example(
        "or nil in its place", "collect onError: nil", in: "-a-#", out: "---[x|]", values: "x: nil"),
    ]
  ) { args in
    CollectStage(args.run, sendsNil: try args.word("onError") == "nil")
  }
}

/// A2.
final class CollectStage: Stage {
  private let sendsNil: Bool
  private var items: [Value] = []

  /// `sendsNil`: in place of an error.
  init(_ run: Run, sendsNil: Bool) {
    self.sendsNil = sendsNil
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    items.append(value)
    guard items.count <= Limits.listItems else {
      throw Failure(kind: "limit", Text("a list of more than \(Limits.listItems) items"))
    }
  }
  override func ended(_ end: End, _ input: Int) throws {
    switch end {
    case .completed: sendLast(.list(try List(items)))
    case .failed: if sendsNil { sendLast(.null) } else { finish(end) }
    }
  }
  override func stopped() { items = [] }
}
