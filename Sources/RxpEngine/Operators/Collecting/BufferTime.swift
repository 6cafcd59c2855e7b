extension Operator {
  static let bufferTime = Operator(
    "bufferTime", aka: ["bufferWithTime"], .collecting,
    "Gathers events into lists by time. A list is opened by its first event, so none is empty.",
    takes: [
      .required("time", .duration, "how long a list gathers"),
      .optional(
        "every", .period, "opens a list each so often, also while others gather",
        else: "one by one"),
      .optional("max", .count, "how many events complete a list before its time", else: "no bound"),
      .named(
        "windows", .word(["fromFirst", "periodic"]),
        "whether a list is opened by its first event, or the first one by the subscription and each "
          + "further one by the end of the one before",
        else: "fromFirst"),
      PortionStage.empty(else: "false"),
      PortionStage.onEnd("what is gathered"),
    ],
    types: TypeRule { .list($0.input) }, holds: .growing("the events of a list"), atEnd: .flushes,
    shape: .cutting,
    elsewhere: [
      Elsewhere("rac.bufferWithTime"),
      Elsewhere("rx.bufferTime", "windows: periodic, empty: true"),
      Elsewhere(
        "rxswift.buffer", "windows: periodic, empty: true", written: "buffer(timeSpan:count:)",
        note: "count is max here"),
      Elsewhere(
        "rs.collectEvery", "windows: periodic, empty: true, onEnd: drop", written: "collect(every:)"
      ),
      Elsewhere("combine.collectByTime", "windows: periodic", written: "collect(.byTime)"),
      Elsewhere(
        "combine.collectByTimeOrCount", "windows: periodic", written: "collect(.byTimeOrCount)",
        note: "the number by name here, max:"),
    ],
    examples: [
      Example(
        "a list is opened by its first event", "bufferTime 400ms", in: "--ab-----c-------|",
        out: "------x------y---|", values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example(
        "the rest is sent at the end", "bufferTime 1", in: "-a-b|", out: "----[x|]",
        values: "x: [\"a\", \"b\"]"),
      Example("an error drops it", "bufferTime 1", in: "-a-b#", out: "----#"),
      Example(
        "one after the other, empty ones too", "bufferTime 200ms, windows: periodic, empty: true",
        in: "-a---b-|", out: "--x-y-z[y|]", values: "x: [\"a\"], y: [], z: [\"b\"]"),
    ]
  ) { args in
    if args.has("every") { return try BufferTimeStage(args, opening: .each) }
    return try BufferTimeStage(
      args, opening: try args.word("windows") == "periodic" ? .chained : .byEvent)
  }
}

/// T7, and its periodic relatives.
final class BufferTimeStage: PortionStage {
  enum Opening {
    /// By the first event after the last one was closed.
    case byEvent
    /// By the end of the one before.
    case chained
    /// By a clock.
    case each
  }

  private let opening: Opening
  private let time: Int
  private let every: Int
  private let most: Int
  private var due: Instant = 0
  private static let clock = 0

  init(_ args: Arguments, opening: Opening, asWindows: Bool = false) throws {
    self.opening = opening
    let isPeriodic = opening != .byEvent
    time = try args.duration("time", positive: isPeriodic) ?? 0
    every = try args.duration("every") ?? 0
    most = try args.count("max", minimum: 1) ?? Int.max
    try super.init(args, asWindows: asWindows)
  }

  override func start() throws {
    due = run.now
    if opening == .each { setClock() }
    if opening != .byEvent { openTimed(from: run.now) }
    if isDone { return }
    try super.start()
  }

  private func setClock() {
    due = Time.sum(due, every)
    wake(at: due, token: BufferTimeStage.clock)
  }

  private func openTimed(from instant: Instant) {
    let id = open()
    if !isDone { wake(at: Time.sum(instant, time), token: id) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if opening == .byEvent && isIdle { openTimed(from: run.now) }
    try add(value) { $0.count >= self.most }
    if opening == .chained && isIdle && !isDone { restart(from: run.now) }
  }

  private func restart(from instant: Instant) {
    due = instant
    openTimed(from: instant)
  }

  override func timer(_ token: Int) throws {
    if opening == .each, token == BufferTimeStage.clock {
      openTimed(from: due)
      if !isDone { setClock() }
      return
    }
    guard isOpen(token) else { return }
    try close(token)
    // Counted from when it was due, so that a late wake-up does not shift what follows.
    if opening == .chained, !isDone { restart(from: Time.sum(due, time)) }
  }
}
