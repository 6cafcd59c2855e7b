extension Operator {
  static let endWith = Operator(
    "endWith", .combining, "Sends values once the source has completed, then completes.",
    takes: [.required("values", .values, "what to send at the end, in order")],
    types: TypeRule { $0.input.joined(with: ($0.argument("values") ?? .any).sent) },
    atEnd: .flushes,
    shape: ShapeRule { .inTurn([$0.input, .items($0.count("values")).failing]) },
    pitfalls: [.waitsForEnd],
    elsewhere: [Elsewhere("rx.endWith")],
    examples: [
      Example("at the completion", "endWith \"x\"", in: "-a-|", out: "-a-[x|]"),
      Example("several", "endWith \"x\", \"y\"", in: "-a-|", out: "-a-[xy|]"),
      Example("not after an error", "endWith \"x\"", in: "-a#", out: "-a#"),
    ]
  ) { args in
    EndWithStage(args.run, try args.values("values"))
  }
}

final class EndWithStage: Stage {
  private let values: [Value]

  init(_ run: Run, _ values: [Value]) {
    self.values = values
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      for value in values where !isDone { send(value) }
    }
    finish(end)
  }
}
