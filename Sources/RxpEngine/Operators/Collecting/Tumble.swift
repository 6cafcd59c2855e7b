import RxpText

extension Operator {
  static let tumble = Operator(
    "tumble", aka: ["hop"], .collecting,
    "Gathers events by their own times, in windows that follow one another or overlap and begin at "
      + "multiples.",
    takes: [
      .required("size", .period, "how long a window is"),
      .optional(
        "every", .period, "windows begin at the multiples of this",
        else: "size, so that each event is in one"),
      .required("at", .asked(.event, wants: .number), "the time of the event, in seconds"),
      .named(
        "empty", .bool, "whether windows without events, after the first, are sent too",
        else: "false"),
      PortionStage.onEnd("the windows that are open"),
      .named(
        "sends", .word(["record", "summary", "list"]),
        "{start, end, count, events}, the same without the events, or the list of events alone; "
          + "start and end are the seconds between which the window lies",
        else: "record"),
      .limit("events"),
    ],
    types: TypeRule { context in
      if context.argument("sends") != nil { return .any }
      return .record(
        [
          .init("start", .number), .init("end", .number), .init("count", .int),
          .init("events", .list(context.input)),
        ], isClosed: true)
    },
    holds: .growing("the events of the open windows"), atEnd: .flushes,
    shape: .cutting,
    examples: [
      Example(
        "one after the other", "tumble 10, at: .t, sends: list", in: "abc|", out: "--x[y|]",
        values: "a: {t: 104}, b: {t: 109}, c: {t: 110}, x: [{t: 104}, {t: 109}], y: [{t: 110}]"),
      Example(
        "overlapping", "hop 10, 5, at: .t", in: "ab|", out: "-x[yz|]",
        values: "a: {t: 104}, b: {t: 106}, "
          + "x: {start: 95, end: 105, count: 1, events: [{t: 104}]}, "
          + "y: {start: 100, end: 110, count: 2, events: [{t: 104}, {t: 106}]}, "
          + "z: {start: 105, end: 115, count: 1, events: [{t: 106}]}"),
      Example("an error drops what is open", "tumble 10, at: 1", in: "-a#", out: "--#"),
      Example(
        "empty ones too", "tumble 10, at: .t, empty: true, sends: summary", in: "ab|",
        out: "-[xy][z|]",
        values: "a: {t: 9}, b: {t: 20}, x: {start: 0, end: 10, count: 1}, "
          + "y: {start: 10, end: 20, count: 0}, z: {start: 20, end: 30, count: 1}"),
    ]
  ) { args in
    try TumbleStage(args)
  }
}

/// Each window has the events from its start up to, but not including, its end. The oldest open one
/// closes when an event at its end or later has come.
final class TumbleStage: ClockedStage {
  private let length: Int
  private let every: Int
  private let sendsEmpty: Bool
  private let dropsRest: Bool
  private let form: Episode.Form
  private let limit: HeldLimit
  /// The events of the open windows.
  private var held = Fifo<(instant: Instant, event: Value)>()
  /// Where the oldest open window begins.
  private var start: Instant?
  private var sentSinceEvent = 0

  override init(_ args: Arguments) throws {
    length = try args.duration("size") ?? 1
    every = try args.duration("every") ?? length
    sendsEmpty = try args.bool("empty") ?? false
    dropsRest = try args.word("onEnd") == "drop"
    form = try Episode.form(args)
    limit = try HeldLimit(args, "events")
    try super.init(args)
  }

  override var deadline: Instant? { start.map { Time.sum($0, length) } }

  override func due() throws {
    guard let start else { return }
    sentSinceEvent += 1
    if sentSinceEvent > Limits.heldValues {
      throw Failure(
        kind: "limit",
        Text("tumble goes over more than \(Limits.heldValues) windows from one event to the next"))
    }
    let events = events(from: start)
    let next = leave(start)
    // Without empty windows the next one is that of the next event.
    self.start = sendsEmpty ? next : held.first.map { max(next, firstStart(for: $0.instant)) }
    if sendsEmpty || !events.isEmpty { try send(events, from: start) }
  }

  override func event(_ value: Value) throws {
    sentSinceEvent = 0
    let start = self.start ?? firstStart(for: time)
    // Between two windows, where they leave some out.
    if time < start { return }
    self.start = start
    held.append((time, value))
    try limit.check(held.count, by: self)
  }

  /// Where the oldest window begins that an event at an instant is in, or the next one.
  private func firstStart(for instant: Instant) -> Instant {
    let before = Time.sum(instant, -length)
    let rest = before % every
    let (start, overflow) = before.subtractingReportingOverflow(rest < 0 ? rest + every : rest)
    return Time.sum(overflow ? Int.min : start, every)
  }

  private func events(from start: Instant) -> [Value] {
    let end = Time.sum(start, length)
    return held.elements.prefix { $0.instant < end }.map(\.event)
  }

  /// Lets go of what is in no window after this one; the start of the next.
  private func leave(_ start: Instant) -> Instant {
    let next = Time.sum(start, every)
    while let first = held.first, first.instant < next { _ = held.popFirst() }
    return next
  }

  private func send(_ events: [Value], from start: Instant) throws {
    let bounds = [start, Time.sum(start, length)].map { Value.double(Double($0) / 1e9) }
    let episode = Episode(start: bounds[0], end: bounds[1], count: events.count, events: events)
    send(try episode.value(form, key: nil))
  }

  override func flushRest() throws {
    if dropsRest { return }
    while !isDone, let start, start <= time, run.mayGoOn() {
      let events = events(from: start)
      self.start = leave(start)
      if sendsEmpty || !events.isEmpty { try send(events, from: start) }
    }
  }

  override func stopped() { held.removeAll() }
}
