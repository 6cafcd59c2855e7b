extension Operator {
  static let threshold = Operator(
    "threshold", .collecting,
    "Gathers the events of which so many come within a time, then counts anew.",
    takes: [
      .required("n", .count, "how many events must come"),
      .required("time", .duration, "within how long a time: from the first to the last it is less"),
      EpisodeStage.key("events of different keys are counted by themselves"),
      Episode.parameter, ClockedStage.at, .limit("events"),
    ],
    types: Episode.types, holds: .growing("of each key the events of the time, less than n"),
    shape: .cutting,
    examples: [
      Example(
        "three within half a second", "threshold 3, 500ms, sends: list", in: "-ab-----cd-e-f|",
        out: "-----------x--|", values: "x: [\"c\", \"d\", \"e\"]"),
      Example("an error passes", "threshold 2, 1", in: "-a#", out: "--#"),
      Example(
        "each key by itself", "threshold 2, 300ms, key: it, sends: summary", in: "-abab|",
        out: "---xy|",
        values: "x: {key: \"a\", start: 0.1, end: 0.3, count: 2}, "
          + "y: {key: \"b\", start: 0.2, end: 0.4, count: 2}"),
      Example(
        "too far apart", "threshold 2, 200ms", in: "-a-b|", out: "----|"),
    ]
  ) { args in
    try ThresholdStage(args)
  }
}

/// Of each key the events of the time, in the order in which the last of them came.
final class ThresholdStage: EpisodeStage {
  private typealias Seen = Fifo<(instant: Instant, stamp: Value, event: Value)>

  private let most: Int
  private let length: Int
  private var seen = KeyedSlots<Seen>(vacant: Seen())
  private var held = 0

  init(_ args: Arguments) throws {
    most = try args.count("n", minimum: 1) ?? 1
    length = try args.duration("time") ?? 0
    try super.init(args, limit: "events")
  }

  override func event(_ value: Value) throws {
    while let oldest = seen.oldest, let last = seen[oldest].last,
      Time.sum(last.instant, length) <= time
    {
      held -= seen.remove(oldest).count
    }
    let key = try key(of: value)
    let place = seen.place(of: key) ?? seen.append(key, Seen())
    seen.renew(place)
    while let first = seen[place].first, Time.sum(first.instant, length) <= time {
      _ = seen[place].popFirst()
      held -= 1
    }
    seen[place].append((time, stamp, sendsEvents ? value : .null))
    held += 1
    if seen[place].count < most { return try limit.check(held, by: self) }
    let events = seen.remove(place)
    held -= events.count
    var episode = Episode()
    for (_, stamp, event) in events.elements {
      episode.add(event, at: stamp, holding: sendsEvents)
    }
    try send(episode, key: key)
  }

  override func stopped() { seen.removeAll() }
}
