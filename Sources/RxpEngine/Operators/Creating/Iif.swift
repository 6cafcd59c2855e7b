extension Operator {
  static let iif = Operator(
    "iif", .creating, role: .source,
    "Follows one of two signals, as a question answers at the subscription.",
    takes: [
      .required("condition", .asked(.nothing, wants: .bool), "asked once for each subscription"),
      .required("then", .signal, "the signal to follow after a yes"),
      .optional("else", .signal, "the signal to follow after a no", else: "empty"),
    ],
    types: TypeRule { context in
      (context.argument("then") ?? .any).joined(with: context.argument("else") ?? .any)
    },
    atEnd: .ends,
    shape: ShapeRule { context in
      let other = context.has("else") ? context.signal("else") : .items(0)
      return SignalShape.oneOf([context.signal("then"), other]).failing
    },
    elsewhere: [Elsewhere("rx.iif"), Elsewhere("rxswift.ifThen")],
    examples: [
      Example("after a yes", "iif 1 < 2, a, b", others: [("a", "-a|"), ("b", "-b|")], out: "-a|"),
      Example("after a no", "iif 1 > 2, a, b", others: [("a", "-a|"), ("b", "-b|")], out: "-b|"),
      Example(
        "after a no, and nothing to follow", "iif 1 > 2, a", others: [("a", "-a|")], out: "|"),
      Example(
        "asked anew at each subscription", "iif index == 0, a, b | repeat 2",
        others: [("a", "cold -a|"), ("b", "cold -b|")], out: "-a-a|"),
      Example(
        "what is no yes or no is a mistake", "iif raise(\"why\"), a", others: [("a", "-a|")],
        out: "#", values: "error: \"why\""),
    ]
  ) { args in
    let condition = try args.asked("condition")
    let (yes, no) = (try args.signal("then"), try args.signal("else"))
    return ChoiceStage(args.run) { try condition.test(.null) ? yes : no }
  }
}

/// Follows what a question gives at the subscription; nil for nothing.
final class ChoiceStage: Stage {
  private let choose: () throws -> Signal?
  init(_ run: Run, _ choose: @escaping () throws -> Signal?) {
    self.choose = choose
    super.init(run)
  }
  override func start() throws {
    if let chosen = try choose() { connect(chosen) } else { complete() }
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
