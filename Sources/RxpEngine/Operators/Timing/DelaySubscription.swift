extension Operator {
  static let delaySubscription = Operator(
    "delaySubscription", .timing, "Subscribes to the source after a time.",
    takes: [.required("time", .duration, "how long to wait before it")],
    types: .sameAsInput, shape: ShapeRule { $0.input.shifted },
    elsewhere: [Elsewhere("rxswift.delaySubscription")],
    examples: [
      Example("a cold one begins later", "delaySubscription 300ms", in: "cold -a|", out: "----a|"),
      Example(
        "what is hot has sent by then", "delaySubscription 300ms", in: "-a--b|", out: "----b|"),
      Example("an error passes", "delaySubscription 100ms", in: "cold a#", out: "-a#"),
    ]
  ) { args in
    DelaySubscriptionStage(args.run, try args.duration("time") ?? 0)
  }
}

final class DelaySubscriptionStage: Stage {
  private let time: Int
  init(_ run: Run, _ time: Int) {
    self.time = time
    super.init(run)
  }
  override func start() { wake(at: Time.sum(run.now, time)) }
  override func timer(_ token: Int) throws { try super.start() }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
