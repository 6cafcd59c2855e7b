extension Operator {
  static let subscribeOn = Operator(
    "subscribeOn", .timing, "Subscribes to the source in a later step of the same instant.",
    takes: [.scheduler],
    types: .sameAsInput,
    shape: ShapeRule { $0.input.shifted },
    elsewhere: [
      Elsewhere("rac.subscribeOn"),
      Elsewhere("rx.subscribeOn"),
      Elsewhere("rxswift.subscribe", written: "subscribe(on:)"),
      Elsewhere("rs.start", written: "start(on:)"),
      Elsewhere("combine.subscribe", written: "subscribe(on:)"),
    ],
    examples: [
      Example("same instant, later step", "subscribeOn main", in: "cold -a-|", out: "-a-|"),
      Example("an error passes", "subscribeOn main", in: "cold -a#", out: "-a#"),
      Example(
        "what is hot has sent already by then", "subscribeOn main", in: "a-b|", out: "--b|"),
    ]
  ) { args in
    if try args.word("scheduler") == "immediate" { return RelayStage(args.run, args.upstream) }
    return SubscribeOnStage(args.run)
  }
}

/// K7.
final class SubscribeOnStage: Stage {
  override func start() { wakeLater() }
  override func timer(_ token: Int) throws { try super.start() }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
