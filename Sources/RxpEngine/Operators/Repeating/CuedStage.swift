extension ShapeRule {
  /// Starts over after some ends, as a signal made of them says, whose own end may be the end.
  static func cued(_ ends: CuedStage.Ends) -> ShapeRule {
    ShapeRule { context in
      let input = context.input
      let goesOn = ends == .errors ? input.fails == .never : input.completes == .never
      if goesOn { return input }
      var shape = input.shifted.mayFail
      if shape.completes == .surely { shape.completes = .perhaps }
      if ends == .errors {
        // A mistake may come at once, and be the end.
        shape.completes = .perhaps
        shape.timing = .unknown
        shape.least = 0
      }
      shape.fails = min(shape.fails, .perhaps)
      if !input.isSilent { shape.most = nil }
      return shape
    }
  }
}

/// What `retryWhen` and `repeatWhen` share: a signal made of the ends of the source, whose events
/// say when to subscribe to the source again. It is made at the first such end.
final class CuedStage: Stage {
  enum Ends { case errors, completions }

  private let f: Asked
  private let ends: Ends
  private let ignoresEarly: Bool
  private var subject: Subject?
  private var running = 0
  private var hasSourceEnded = false
  private var hasCueEnded = false
  private let rounds = RoundsAtOnce()
  private static let source = 0
  private static let cue = 1

  static let early = Parameter.named(
    "early", .word(["beside", "ignore"]),
    "what an event of the signal does while the source still runs: starts it once more beside, or "
      + "nothing",
    else: "beside")

  init(_ args: Arguments, _ ends: Ends) throws {
    f = try args.asked("f")
    self.ends = ends
    ignoresEarly = try args.word("early") == "ignore"
    super.init(args.run)
  }

  override func start() throws { try again() }

  private func again() throws {
    try rounds.run(in: self) {
      running += 1
      hasSourceEnded = false
      try super.start()
    }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == CuedStage.source { send(batch) } else { super.receive(batch, input) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == CuedStage.source { return send(value) }
    if ignoresEarly, running > 0 || rounds.isWanted { return }
    try again()
  }

  override func timer(_ token: Int) throws { try again() }

  override func ended(_ end: End, _ input: Int) throws {
    switch (input, end, ends) {
    case (CuedStage.cue, .completed, .completions):
      hasCueEnded = true
      if hasSourceEnded { complete() }
    case (CuedStage.source, .failed(let failure), .errors):
      running -= 1
      try tell(.failure(failure))
    case (CuedStage.source, .completed, .completions):
      running -= 1
      hasSourceEnded = true
      if hasCueEnded { complete() } else { try tell(.null) }
    default: finish(end)
    }
  }

  private func tell(_ value: Value) throws {
    // What the source sent comes before what is made of its end.
    flush()
    if isDone { return }
    if let subject {
      subject.send(value)
    } else {
      let made = Subject()
      subject = made
      guard let cue = try f.signal(.signal(Signal.standing(on: made))) else { return complete() }
      connect(cue, input: CuedStage.cue)
      if !isDone { made.send(value) }
    }
  }

  override func stopped() { subject = nil }
}
