extension Operator {
  static let skipUntil = Operator(
    "skipUntil", .filtering, "Drops events until another signal sends; from then on all pass.",
    takes: [
      .required("trigger", .signal, "what lets events pass; subscribed to first"),
      .named(
        "onEnd", .word(["ignore", "start", "complete"]),
        "what the trigger's completion does before it has sent", else: "ignore"),
      .named(
        "onError", .word(["fail", "ignore"]), "what the trigger's error does before it has sent",
        else: "fail"),
      .named(
        "untriggered", .word(["complete", "wait"]),
        "what the source's completion does before the trigger has sent", else: "complete"),
    ],
    types: .sameAsInput,
    shape: ShapeRule(worksOnValues: true) { context in
      var shape = context.input.thinned.failing.alongside(context.signal("trigger"))
      if !context.has("onEnd"), !context.has("untriggered") { return shape }
      shape = shape.ended
      shape.timing = .unknown
      if shape.completes == .surely { shape.completes = .perhaps }
      return shape
    },
    elsewhere: [
      Elsewhere("rx.skipUntil"),
      Elsewhere("rxswift.skipUntil", "untriggered: wait", written: "skip(until:)"),
      Elsewhere("rs.skipUntil", "onEnd: start", written: "skip(until:)"),
      Elsewhere("combine.dropUntilOutput", "onEnd: complete", written: "drop(untilOutputFrom:)"),
    ],
    examples: [
      Example(
        "from the trigger's first event on", "skipUntil t", in: "-a-b-c|",
        others: [("t", "--x---|")],
        out: "---b-c|"),
      Example(
        "a trigger that ends without one lets nothing pass", "skipUntil t", in: "-a-b-c|",
        others: [("t", "--|")], out: "------|"),
      Example(
        "its error ends the result", "skipUntil t", in: "-a-b-c|", others: [("t", "--#")],
        out: "--#"),
      Example(
        "as in ReactiveSwift its completion will do", "skipUntil t, onEnd: start", in: "-a-b-c|",
        others: [("t", "--|")], out: "---b-c|"),
      Example(
        "as in RxSwift the result stays open then", "skipUntil t, untriggered: wait", in: "-a-|",
        others: [("t", "--|")], out: "-"),
    ]
  ) { args in
    guard let trigger = try args.signal("trigger") else {
      throw args.mistake("trigger", "a signal", .null)
    }
    return SkipUntilStage(
      args.run, trigger, onEnd: try args.word("onEnd") ?? "ignore",
      ignoresErrors: try args.word("onError") == "ignore",
      waits: try args.word("untriggered") == "wait")
  }
}

final class SkipUntilStage: Stage {
  private let trigger: Signal
  private let onEnd: String
  private let ignoresErrors: Bool
  private let waits: Bool
  private var isOpen = false
  private static let source = 0
  private static let cue = 1

  init(_ run: Run, _ trigger: Signal, onEnd: String, ignoresErrors: Bool, waits: Bool) {
    self.trigger = trigger
    self.onEnd = onEnd
    self.ignoresErrors = ignoresErrors
    self.waits = waits
    super.init(run)
  }

  override func start() throws {
    connect(trigger, input: SkipUntilStage.cue)
    if !isDone, let source = signal.upstream { connect(source, input: SkipUntilStage.source) }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input != SkipUntilStage.source { return open() }
    if isOpen { send(batch) }
  }

  override func next(_ value: Value, _ input: Int) {
    if input != SkipUntilStage.source { return open() }
    if isOpen { send(value) }
  }

  private func open() {
    isOpen = true
    for upstream in upstreams where upstream.receiverInput == SkipUntilStage.cue {
      disconnect(upstream)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    switch (end, input) {
    case (.failed, SkipUntilStage.cue): if !ignoresErrors { finish(end) }
    case (.completed, SkipUntilStage.cue):
      if onEnd == "start" { isOpen = true }
      if onEnd == "complete" { finish(end) }
    case (.completed, _) where !isOpen && waits: break
    default: finish(end)
    }
  }
}
