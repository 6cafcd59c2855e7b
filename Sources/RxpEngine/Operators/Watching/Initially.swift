extension Operator {
  static let initially = Operator(
    "initially", .watching,
    "Works something out for its effect at each subscription, before the source is subscribed to.",
    takes: [.required("f", .asked(.nothing, wants: .any), "asked once for each subscription")],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: nil)],
    elsewhere: [
      Elsewhere("rac.initially"),
      Elsewhere("rx.tapSubscribe", written: "tap({subscribe})"),
      Elsewhere("rs.onStarting", written: "on(starting:)"),
      Elsewhere("rxswift.doOnSubscribe", written: "do(onSubscribe:)"),
      Elsewhere("combine.handleSubscription", written: "handleEvents(receiveSubscription:)"),
    ],
    examples: [
      Example("events pass unchanged", "initially 1", in: "-a-|", out: "-a-|"),
      Example(
        "a mistake in it is an error of the signal", "initially raise(\"why\")", in: "-a-|",
        out: "#", values: "error: \"why\""),
      Example("an error passes", "initially 1", in: "-a#", out: "-a#"),
    ]
  ) { args in
    InitiallyStage(args.run, try args.asked("f"))
  }
}

/// R6.
final class InitiallyStage: Stage {
  private let f: Asked

  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }

  override func start() throws {
    _ = try f()
    if !isDone { try super.start() }
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
