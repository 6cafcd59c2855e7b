extension Operator {
  static let combinePrevious = Operator(
    "combinePrevious", aka: ["combinePreviousWithStart"], .mapping,
    "Sends what a function makes of each event and the one before it.",
    takes: [
      .optional(
        "start", .value, "what stands before the first event",
        else: "nothing: the first is not sent"),
      .optional(
        "f", .asked(.accumulator(start: ""), wants: .any),
        "what to make of acc, the one before, and it", else: "the list of the two"),
    ],
    types: TypeRule { context in
      if let made = context.argument("f") { return made }
      return .tuple([
        context.argument("start").map { $0.joined(with: context.input) } ?? context.input,
        context.input,
      ])
    },
    holds: .atMost(1),
    shape: ShapeRule(worksOnValues: true) {
      $0.has("start") ? ShapeRule.each.apply($0) : ShapeRule.some.apply($0)
    },
    elsewhere: [Elsewhere("rac.combinePreviousWithStart"), Elsewhere("rs.combinePrevious")],
    examples: [
      Example(
        "the start stands in for the missing one", "combinePrevious 0, it - acc", in: "-a-b-c|",
        out: "-a-x-y|", values: "a: 1, b: 3, c: 6, x: 2, y: 3"),
      Example(
        "as a function", "combinePrevious \"0\", (p, x) => p + x", in: "-a-b|", out: "-x-y|",
        values: "x: \"0a\", y: \"ab\""),
      Example(
        "without one the list of the two", "combinePrevious nil", in: "-a-b|", out: "-x-y|",
        values: "x: [nil, \"a\"], y: [\"a\", \"b\"]"),
      Example("an error passes", "combinePrevious 0, acc", in: "-#", out: "-#"),
    ]
  ) { args in
    CombinePreviousStage(args.run, try args.value("start"), args.optionalAsked("f"))
  }
}

/// B11.
final class CombinePreviousStage: Stage {
  private var previous: Value?
  private let f: Asked?

  init(_ run: Run, _ start: Value?, _ f: Asked?) {
    previous = start
    self.f = f
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let before = previous
    previous = value
    guard let before else { return }
    send(try f?(acc: before, value) ?? .list(try List([before, value])))
  }

  override func stopped() { previous = nil }
}
