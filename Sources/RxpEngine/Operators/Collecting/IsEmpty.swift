extension Operator {
  static let isEmpty = Operator(
    "isEmpty", .collecting, "Sends whether the source completes without an event.",
    types: .always(.bool), atEnd: .flushes,
    shape: .picking,
    elsewhere: [Elsewhere("rx.isEmpty")],
    examples: [
      Example("no at the first event", "isEmpty", in: "-a-b|", out: "-[f|]", values: "f: false"),
      Example("yes at the completion", "isEmpty", in: "--|", out: "--[t|]", values: "t: true"),
      Example("an error passes", "isEmpty", in: "--#", out: "--#"),
    ]
  ) { args in
    IsEmptyStage(args.run)
  }
}

final class IsEmptyStage: Stage {
  override func next(_ value: Value, _ input: Int) { sendLast(.bool(false)) }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end { sendLast(.bool(true)) } else { finish(end) }
  }
}
