extension Operator {
  /// What map, filter, flatMap, take and skip are made of in ReactiveCocoa; the tests show that they
  /// equal their definitions by it.
  static let bind = Operator(
    "bind", .mapping,
    "Makes a signal of each event and sends what all of them send; may stop the source.",
    takes: [
      .required(
        "f", .asked(.event, wants: .any),
        "the signal to make of the event; nil to stop; {signal: s, stop: true} to stop after it")
    ],
    types: .always(.any), atEnd: .waits,
    shape: ShapeRule(worksOnValues: true) { context in
      let shape = ShapeRule.flattening("f").apply(context)
      // Any event may stop the source.
      return context.input.isSilent ? shape : shape.ended
    },
    pitfalls: [.runsSideBySide(made: "f", limit: nil, instead: "switchMap")],
    elsewhere: [Elsewhere("rac.bind")],
    examples: [
      Example("like map", "bind just(upper(it))", in: "-a-b|", out: "-A-B|"),
      Example(
        "nil stops the source", "bind if it == \"b\" then nil else just(it)", in: "-a-b-c|",
        out: "-a-|"),
      Example(
        "stop after a last signal", "bind {signal: just(it), stop: it == \"b\"}", in: "-a-b-c|",
        out: "-a-[b|]"),
      Example("an error of what was made ends all", "bind fail(\"error\")", in: "-a-|", out: "-#"),
    ]
  ) { args in
    let f = try args.asked("f")
    return BindStage(args.run) { value in
      switch try f(value) {
      case .null: return BindStage.Binding(signal: nil, stops: true)
      case .record(let record):
        guard let signal = (record["signal"] ?? .null).asSignal else {
          return BindStage.Binding(signal: nil, stops: true)
        }
        return BindStage.Binding(signal: signal, stops: record["stop"] == .bool(true))
      case let other:
        guard let signal = other.asSignal else { throw args.mistake("f", "a signal or nil", other) }
        return BindStage.Binding(signal: signal, stops: false)
      }
    }
  }
}

/// B1–B4.
final class BindStage: Stage {
  /// What a binding makes of a value: a signal to follow, and whether the source is let go of then.
  struct Binding {
    let signal: Signal?
    let stops: Bool
  }

  private let binding: (Value) throws -> Binding
  private var running = 1
  private static let inner = 1

  /// `binding` is made anew for each subscription, so that its state restarts.
  init(_ run: Run, _ binding: @escaping (Value) throws -> Binding) {
    self.binding = binding
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == BindStage.inner { send(batch) } else { super.receive(batch, input) }
  }

  private var isStopped = false

  override func next(_ value: Value, _ input: Int) throws {
    if input == BindStage.inner { return send(value) }
    if isStopped { return }
    let made = try binding(value)
    if made.stops { isStopped = true }
    if let signal = made.signal {
      running += 1
      connect(signal, input: BindStage.inner)
    }
    if made.stops, !isDone {
      for upstream in upstreams where upstream.receiverInput != BindStage.inner {
        disconnect(upstream)
      }
      oneEnded()
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    oneEnded()
  }

  private func oneEnded() {
    running -= 1
    if running == 0 { complete() }
  }
}
