extension Operator {
  static let throttle = Operator(
    "throttle", aka: ["debounce"], .timing, "Passes an event after a silence.",
    takes: [
      .required("quiet", .duration, "how long nothing must come"),
      .named(
        "when", .asked(.event, wants: .bool),
        "events for which this says no pass at once and discard what waits", else: "all wait"),
      .named(
        "onEnd", .word(["send", "drop", "wait"]),
        "what becomes of a waiting event when the source completes: sent at once, dropped, or sent at "
          + "its time",
        else: "send"),
    ],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .silences("quiet"),
    pitfalls: [.thinsByTime, .waitsForSilence(time: "quiet", instead: "throttleLatest")],
    elsewhere: [
      Elsewhere("rac.throttle"),
      Elsewhere(
        "rac.throttleValuesPassingTest", written: "throttle:valuesPassingTest:",
        note: "the test by name here, when:"),
      Elsewhere("rx.debounceTime"),
      Elsewhere("rxswift.debounce"),
      Elsewhere(
        "rs.debounce", "onEnd: drop", note: "discardWhenCompleted: false is onEnd: wait here"),
      Elsewhere("combine.debounce", "onEnd: drop"),
    ],
    examples: [
      Example(
        "the last one of a burst passes", "throttle 300ms", in: "--a-bc----d|",
        out: "--------c--[d|]"),
      Example("an error drops what waits", "throttle 500ms", in: "-a--b#", out: "-----#"),
      Example(
        "what waits at the end may still wait its time", "throttle 300ms, onEnd: wait", in: "-a|",
        out: "----[a|]"),
      Example(
        "0 still waits for a later step of the instant", "throttle 0", in: "-[ab]-c|", out: "-b-c|"),
    ]
  ) { args in
    ThrottleStage(
      args.run, quiet: try args.duration("quiet") ?? 0, when: args.optionalAsked("when"),
      onEnd: try args.word("onEnd") ?? "send")
  }
}

extension ShapeRule {
  /// What comes again before the silence is over never passes.
  fileprivate static func silences(_ parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      var shape = context.input.thinned.shifted.failing
      if let pace = context.input.pace, let quiet = context.duration(parameter), pace <= quiet,
        context.input.completes == .never, !context.has("when")
      {
        shape.most = 0
      }
      return shape
    }
  }
}

/// T1–T5. One deadline: a timer that comes before it sets itself again, at the place in the order of
/// instants that the event's own timer would have had.
final class ThrottleStage: Stage {
  private let quiet: Int
  private let when: Asked?
  private let onEnd: String
  private var sourceEnded = false
  private var waiting: Value?
  private var deadline: Instant = 0
  private var place: UInt64 = 0
  private var isTimerSet = false

  init(_ run: Run, quiet: Int, when: Asked?, onEnd: String) {
    self.quiet = quiet
    self.when = when
    self.onEnd = onEnd
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if let when, try !when.test(value) {
      waiting = nil
      return send(value)
    }
    guard let place = reserve() else { return }
    waiting = value
    deadline = Time.sum(run.now, quiet)
    self.place = place
    if !isTimerSet {
      isTimerSet = true
      run.schedule(self, at: deadline, token: 0, place: place)
    }
  }

  override func timer(_ token: Int) {
    isTimerSet = false
    guard let value = waiting else { return }
    if run.now < deadline || run.firing != place {
      isTimerSet = true
      run.schedule(self, at: deadline, token: 0, place: place)
      return
    }
    waiting = nil
    send(value)
    if sourceEnded { complete() }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, let value = waiting {
      if onEnd == "wait" {
        sourceEnded = true
        return
      }
      waiting = nil
      if onEnd == "send" { send(value) }
    }
    finish(end)
  }

  override func stopped() { waiting = nil }
}
