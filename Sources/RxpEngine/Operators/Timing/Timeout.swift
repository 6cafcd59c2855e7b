extension Operator {
  static let timeout = Operator(
    "timeout", .timing,
    "Fails where the signal has not ended after a time, or where its events are too far apart.",
    takes: [
      .optional("after", .duration, "how long the signal may take to its end", else: "no bound"),
      .optional(
        "instead", .signal, "what to follow then", else: "an error of the kind \"timeout\""),
      .named("each", .duration, "how long an event may take, the first one too", else: "no bound"),
      .named("first", .duration, "how long the first event may take", else: "as each"),
      .named(
        "bounds", .word(["life", "gaps"]),
        "what the first argument bounds: the signal's whole life, or the time between events, as "
          + "each does",
        else: "life"),
      .named(
        "onTimeout", .word(["fail", "complete"]), "what happens where nothing is to be followed",
        else: "fail"),
    ],
    types: TypeRule { context in
      context.argument("instead").map { context.input.joined(with: $0) } ?? context.input
    },
    shape: .boundedInTime,
    elsewhere: [
      Elsewhere("rac.timeout"),
      Elsewhere("rx.timeout", "bounds: gaps"),
      Elsewhere("rx.timeoutWith", "bounds: gaps"),
      Elsewhere("rxswift.timeout", "bounds: gaps"),
      Elsewhere("rs.timeout", written: "timeout(after:raising:on:)"),
      Elsewhere(
        "combine.timeout", "bounds: gaps, onTimeout: complete",
        note: "with a customError onTimeout: fail"),
    ],
    examples: [
      Example(
        "bounds the whole life, not the gaps", "timeout 600ms", in: "-a-b-c-d-e-|", out: "-a-b-c#",
        values: "error: \"timeout\""),
      Example(
        "each bounds the gaps", "timeout each: 300ms", in: "-a-b-c-----d|", out: "-a-b-c--#",
        values: "error: \"timeout\""),
      Example("in time nothing changes", "timeout 500ms", in: "-a---|", out: "-a---|"),
      Example(
        "another signal may take over", "timeout 200ms, b", in: "a----c|",
        others: [("b", "cold -b|")], out: "a--b|"),
    ]
  ) { args in
    try TimeoutStage(args)
  }
}

extension ShapeRule {
  fileprivate static let boundedInTime = ShapeRule { context in
    var shape = context.input.mayFail
    // What has not ended in one instant may be cut in another.
    if shape.timing == .atOnce, shape.completes != .surely { shape.timing = .unknown }
    if context.has("instead") || context.word("onTimeout") == "complete" {
      shape = shape.ended
      shape.least = 0
      if context.has("instead") {
        shape.most = nil
        if context.signal("instead").completes != .surely { shape.completes = .perhaps }
      }
      shape.timing = .unknown
      shape.spins = context.input.spins
      return shape.apart
    }
    shape.spins = context.input.spins
    return shape
  }
}

/// T8. The life's timer is set before the subscription, that of the gaps after it, as in the
/// libraries they come from: it decides who is first when an event and the timeout fall together.
final class TimeoutStage: Stage {
  private let life: Int?
  private let first: Int?
  private let each: Int?
  private let instead: Signal?
  private let completes: Bool
  private var hasSent = false
  /// The end of the gap, with its place in the order of instants.
  private var deadline: (instant: Instant, place: UInt64) = (0, 0)
  /// The timer of the gaps: one, which sets itself again where an event has moved the deadline on.
  /// Only a deadline that comes before it needs a new one.
  private var timer: (instant: Instant, place: UInt64)?
  private var isGapBounded = false
  private var hasSwitched = false
  private static let lifeTimer = 0
  private static let gapTimer = 1

  init(_ args: Arguments) throws {
    let after = try args.duration("after")
    let boundsGaps = try args.word("bounds") == "gaps"
    life = boundsGaps ? nil : after
    let gap = try args.duration("each")
    each = gap ?? (boundsGaps ? after : nil)
    first = try args.duration("first") ?? each
    instead = try args.signal("instead")
    completes = try args.word("onTimeout") == "complete"
    if life == nil && first == nil {
      throw Failure.type("timeout needs a duration, or each:, or first:", at: args.place)
    }
    super.init(args.run)
  }

  override func start() throws {
    if let life { wake(at: Time.sum(run.now, life), token: TimeoutStage.lifeTimer) }
    try super.start()
    if !isDone, !hasSent, !hasSwitched, let first { bound(first) }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if !hasSwitched, each != nil { return super.receive(batch, input) }
    hasSent = true
    isGapBounded = false
    send(batch)
  }

  override func next(_ value: Value, _ input: Int) {
    hasSent = true
    isGapBounded = false
    send(value)
    if !isDone, !hasSwitched, let each { bound(each) }
  }

  private func bound(_ time: Int) {
    guard let place = reserve() else { return }
    isGapBounded = true
    deadline = (Time.sum(run.now, time), place)
    if timer == nil || deadline.instant < timer?.instant ?? 0 { setGapTimer() }
  }

  private func setGapTimer() {
    timer = deadline
    run.schedule(self, at: deadline.instant, token: TimeoutStage.gapTimer, place: deadline.place)
  }

  override func timer(_ token: Int) {
    if hasSwitched { return }
    if token == TimeoutStage.gapTimer {
      guard run.firing == timer?.place else { return }
      timer = nil
      if !isGapBounded { return }
      if run.firing != deadline.place { return setGapTimer() }
    }
    hasSwitched = true
    for upstream in upstreams { disconnect(upstream) }
    if let instead {
      connect(instead)
    } else if completes {
      complete()
    } else {
      fail(Failure(kind: "timeout", "timed out"))
    }
  }
}
