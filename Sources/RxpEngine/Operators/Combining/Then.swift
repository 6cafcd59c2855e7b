extension Operator {
  static let then = Operator(
    "then", .combining, "Ignores the events; follows another signal once the source has completed.",
    takes: [.required("next", .asked(.nothing, wants: .signal(.any)), "the signal to follow then")],
    types: TypeRule { ($0.argument("next") ?? .any).sent }, atEnd: .waits,
    shape: ShapeRule { .inTurn([$0.input.emptied, $0.signal("next").failing]) },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rac.then"),
      Elsewhere("rs.then"),
    ],
    examples: [
      Example(
        "events are ignored", "then b", in: "-a-b|", others: [("b", "cold -c|")], out: "-----c|"),
      Example(
        "an error passes, the other is never made", "then b", in: "-a-#",
        others: [("b", "cold -c|")], out: "---#"),
      Example("after nothing at all", "then (just \"x\")", in: "|", out: "[x|]"),
    ]
  ) { args in
    ThenStage(args.run, try args.asked("next"))
  }
}

/// M2.
final class ThenStage: Stage {
  private let next: Asked
  private static let second = 1
  init(_ run: Run, _ next: Asked) {
    self.next = next
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) {
    if input == ThenStage.second { send(batch) }
  }
  override func next(_ value: Value, _ input: Int) {
    if input == ThenStage.second { send(value) }
  }
  override func ended(_ end: End, _ input: Int) throws {
    guard case .completed = end, input != ThenStage.second else { return finish(end) }
    guard let signal = try next.signal(.null) else { return complete() }
    connect(signal, input: ThenStage.second)
  }
}
