extension Operator {
  static let sessions = Operator(
    "sessions", aka: ["sessionWindow"], .collecting,
    "Gathers events that follow each other closely: a session is over when nothing has come for a time.",
    takes: [
      .required("gap", .period, "how long nothing must come"),
      EpisodeStage.key("events of different keys are different sessions"),
      .named(
        "max", .count, "how many events end a session before its time", else: "no bound"),
      Episode.parameter, ClockedStage.at, .limit("sessions and events"),
    ],
    types: Episode.types, holds: .growing("the open sessions with their events"), atEnd: .flushes,
    shape: .cutting,
    examples: [
      Example(
        "sent when the silence is long enough", "sessions 300ms, sends: list", in: "-ab-----c|",
        out: "-----x---[y|]", values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example("an error drops what is open", "sessions 300ms", in: "-ab#", out: "---#"),
      Example(
        "one for each key", "sessions 300ms, key: it, sends: summary", in: "-aba----|",
        out: "-----xy-|",
        values: "x: {key: \"b\", start: 0.2, end: 0.2, count: 1}, "
          + "y: {key: \"a\", start: 0.1, end: 0.3, count: 2}"),
      Example(
        "by the events' own times", "sessions 30, at: .t", in: "abc|", out: "--x[y|]",
        values: "a: {t: 100}, b: {t: 129}, c: {t: 159}, "
          + "x: {start: 100, end: 129, count: 2, events: [{t: 100}, {t: 129}]}, "
          + "y: {start: 159, end: 159, count: 1, events: [{t: 159}]}"),
    ]
  ) { args in
    try SessionsStage(args)
  }
}

/// The open sessions in the order of their last events, which is that of their ends.
final class SessionsStage: EpisodeStage {
  private let gap: Int
  private let most: Int
  private var open = KeyedSlots<(episode: Episode, last: Instant)>(vacant: (Episode(), 0))
  private var held = 0

  init(_ args: Arguments) throws {
    gap = try args.duration("gap") ?? 0
    most = try args.count("max", minimum: 1) ?? Int.max
    try super.init(args, limit: "sessions and events")
  }

  override var deadline: Instant? { open.oldest.map { Time.sum(open[$0].last, gap) } }

  override func due() throws { if let oldest = open.oldest { try close(oldest) } }

  override func event(_ value: Value) throws {
    let key = try key(of: value)
    let place: Int
    if let known = open.place(of: key) {
      place = known
      open.renew(place)
    } else {
      place = open.append(key, (Episode(), 0))
    }
    open[place].last = time
    open[place].episode.add(value, at: stamp, holding: sendsEvents)
    if sendsEvents { held += 1 }
    try limit.check(max(held, open.count), by: self)
    if open[place].episode.count >= most { try close(place) }
  }

  private func close(_ place: Int) throws {
    let key = open.key(at: place)
    let episode = open.remove(place).episode
    held -= episode.events.count
    try send(episode, key: key)
  }

  override func flushRest() throws {
    while !isDone, let oldest = open.oldest { try close(oldest) }
  }

  override func stopped() { open.removeAll() }
}
