extension Operator {
  static let takeUntil = Operator(
    "takeUntil", .filtering,
    "Passes events until another signal sends or completes, then completes.",
    takes: [
      .required("trigger", .signal, "what ends it; subscribed to first"),
      .named(
        "onEnd", .word(["complete", "ignore"]), "what the trigger's completion does",
        else: "complete"),
      .named(
        "onError", .word(["ignore", "fail"]), "what the trigger's error does", else: "ignore"),
    ],
    types: .sameAsInput,
    shape: .cutShort(by: "trigger"),
    pitfalls: [.endsBy("trigger", instead: "(timer 5s)")],
    elsewhere: [
      Elsewhere("rac.takeUntil"),
      Elsewhere("rx.takeUntil", "onEnd: ignore, onError: fail"),
      Elsewhere("rxswift.takeUntil", "onEnd: ignore, onError: fail", written: "take(until:)"),
      Elsewhere("rs.takeUntil", written: "take(until:)"),
      Elsewhere("combine.prefixUntilOutput", "onEnd: ignore", written: "prefix(untilOutputFrom:)"),
    ],
    examples: [
      Example(
        "a value of the trigger completes", "takeUntil t", in: "-a-b-c|",
        others: [("t", "----x--|")], out: "-a-b|"),
      Example(
        "its completion does too", "takeUntil t", in: "-a-b-c|", others: [("t", "----|")],
        out: "-a-b|"),
      Example(
        "its error is ignored", "takeUntil t", in: "-a-b-c|", others: [("t", "----#")],
        out: "-a-b-c|"),
      Example(
        "as in Rx the completion is ignored", "takeUntil t, onEnd: ignore", in: "-a-b-c|",
        others: [("t", "----|")], out: "-a-b-c|"),
      Example(
        "a trigger that is there already: the source is never subscribed to", "takeUntil (just 1)",
        in: "-a|", out: "|"),
    ]
  ) { args in
    guard let trigger = try args.signal("trigger") else {
      throw args.mistake("trigger", "a signal", .null)
    }
    return TakeUntilStage(
      args.run, trigger, completesOnEnd: try args.word("onEnd") != "ignore",
      failsOnError: try args.word("onError") == "fail")
  }
}

extension ShapeRule {
  /// A trigger that time must pass for cannot stop what leaves no time.
  fileprivate static func cutShort(by parameter: String) -> ShapeRule {
    ShapeRule { context in
      let trigger = context.signal(parameter)
      if trigger.isSilent, trigger.isEndless { return context.input.failing }
      var shape = context.input.failing.ended
      shape.least = 0
      shape.spins = context.input.spins && trigger.timing == .later
      if context.has("onError") { shape = shape.alongside(trigger) }
      shape.isCutShort = true
      if trigger.timing != .later { shape.timing = .unknown }
      return shape
    }
  }
}

/// S1.
final class TakeUntilStage: Stage {
  private let trigger: Signal
  private let completesOnEnd: Bool
  private let failsOnError: Bool
  private static let source = 0
  private static let cue = 1

  init(_ run: Run, _ trigger: Signal, completesOnEnd: Bool, failsOnError: Bool) {
    self.trigger = trigger
    self.completesOnEnd = completesOnEnd
    self.failsOnError = failsOnError
    super.init(run)
  }

  override func start() throws {
    connect(trigger, input: TakeUntilStage.cue)
    if !isDone, let source = signal.upstream { connect(source, input: TakeUntilStage.source) }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == TakeUntilStage.source { send(batch) } else { complete() }
  }
  override func next(_ value: Value, _ input: Int) {
    if input == TakeUntilStage.source { send(value) } else { complete() }
  }

  override func ended(_ end: End, _ input: Int) {
    if input == TakeUntilStage.source { return finish(end) }
    switch end {
    case .completed: if completesOnEnd { complete() }
    case .failed: if failsOnError { finish(end) }
    }
  }
}
