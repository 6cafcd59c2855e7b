extension Operator {
  static let rateLimit = Operator(
    "rateLimit", .timing,
    "Passes at most so many events in a time, drops the others, and may tell how many those were.",
    takes: [
      .required("n", .count, "how many events pass"),
      .required("time", .period, "in how long a time"),
      .named(
        "key", .asked(.event, wants: .any), "events of different keys are counted by themselves",
        else: "all are one"),
      .named(
        "window", .word(["sliding", "fixed"]),
        "whether no stretch of that time has more, or none of those that an event opens when the "
          + "one before is over",
        else: "sliding"),
      .named(
        "tally",
        .asked(
          .given(.record([.init("key", .any), .init("cut", .int)], isClosed: true)), wants: .any),
        "what to send when there is room again, or at the end, for those that were dropped: it is "
          + "{key, cut}",
        else: "nothing"),
      ClockedStage.at, .limit("keys"),
    ],
    types: TypeRule { context in
      context.argument("tally").map { context.input.joined(with: $0) } ?? context.input
    },
    holds: .growing("of each key of the time the instants of n events"), atEnd: .flushes,
    shape: ShapeRule { $0.has("tally") ? $0.input.cut : ShapeRule.some.apply($0) },
    examples: [
      Example("two in half a second", "rateLimit 2, 500ms", in: "-abc-d-e-|", out: "-ab----e-|"),
      Example(
        "what was cut is told when there is room again",
        "rateLimit 1, 300ms, tally: \"\\(it.cut) cut\"", in: "-abc---d|", out: "-a--x--d|",
        values: "x: \"2 cut\""),
      Example("an error passes at once", "rateLimit 1, 1", in: "-ab#", out: "-a-#"),
      Example(
        "each key by itself", "rateLimit 1, 1, key: it", in: "-aab|", out: "-a-b|"),
      Example(
        "at the end the rest is told", "rateLimit 1, 1, tally: .cut", in: "-abc|", out: "-a--[x|]",
        values: "x: 2"),
    ]
  ) { args in
    try RateLimitStage(args)
  }
}

/// A key has room as long as fewer than n of its events have passed within the time; where it has
/// none, it has again at one instant that is known, at which what was cut is told.
final class RateLimitStage: ClockedStage {
  private struct Quota {
    /// When those passed that count, n at most; in a fixed window only how many.
    var passed = Fifo<Instant>()
    var used = 0
    var start: Instant = 0
    var cut = 0
  }

  private let most: Int
  private let length: Int
  private let key: Asked?
  private let isFixed: Bool
  private let tally: Asked?
  private let limit: HeldLimit
  /// In the order in which an event passed last.
  private var quotas = KeyedSlots<Quota>(vacant: Quota())
  /// Keys of which something was cut, by when they have room again; the places of quotas that have
  /// something to tell stay theirs until it is told.
  private var tallies = BinaryHeap<(instant: Instant, number: Int, place: Int)> { a, b in
    a.instant != b.instant ? a.instant < b.instant : a.number < b.number
  }
  private var count = 0
  private static let shape = Shape(["key", "cut"])

  override init(_ args: Arguments) throws {
    most = try args.count("n", minimum: 1) ?? 1
    length = try args.duration("time") ?? 0
    key = args.optionalAsked("key")
    isFixed = try args.word("window") == "fixed"
    tally = args.optionalAsked("tally")
    limit = try HeldLimit(args, "keys")
    try super.init(args)
  }

  override var deadline: Instant? { tallies.first?.instant }

  override func due() throws {
    if let (_, _, place) = tallies.popFirst() { try tell(place) }
  }

  override func event(_ value: Value) throws {
    if most == Int.max { return send(value) }
    forgetOld()
    let key = try self.key?(value) ?? .null
    let place: Int
    if let known = quotas.place(of: key) {
      place = known
    } else {
      try limit.check(quotas.count + 1, by: self)
      place = quotas.append(key, Quota())
      quotas[place].start = time
    }
    if let full = use(place) {
      if tally == nil { return }
      quotas[place].cut += 1
      if quotas[place].cut == 1 {
        count += 1
        tallies.insert((full, count, place))
      }
    } else {
      quotas.renew(place)
      send(value)
    }
  }

  /// Takes up room for an event; where there is none, says when there is again.
  private func use(_ place: Int) -> Instant? {
    if isFixed {
      let end = Time.sum(quotas[place].start, length)
      if end <= time {
        quotas[place].start = time
        quotas[place].used = 0
      } else if quotas[place].used == most {
        return end
      }
      quotas[place].used += 1
      return nil
    }
    while let first = quotas[place].passed.first, Time.sum(first, length) <= time {
      _ = quotas[place].passed.popFirst()
    }
    if quotas[place].passed.count == most, let first = quotas[place].passed.first {
      return Time.sum(first, length)
    }
    quotas[place].passed.append(time)
    return nil
  }

  /// Keys of which nothing passed within the time are as good as new ones.
  private func forgetOld() {
    while let oldest = quotas.oldest, quotas[oldest].cut == 0, isOver(oldest) {
      quotas.remove(oldest)
    }
  }

  private func isOver(_ place: Int) -> Bool {
    let quota = quotas[place]
    if isFixed { return Time.sum(quota.start, length) <= time }
    // The last that passed is the last in the queue.
    return quota.passed.last.map { Time.sum($0, length) <= time } ?? true
  }

  private func tell(_ place: Int) throws {
    let cut = quotas[place].cut
    quotas[place].cut = 0
    guard let tally else { return }
    send(
      try tally(.record(try Record(RateLimitStage.shape, [quotas.key(at: place), .int(cut)]))))
  }

  override func flushRest() throws {
    while !isDone, let (_, _, place) = tallies.popFirst() { try tell(place) }
  }

  override func stopped() {
    quotas.removeAll()
    tallies.removeAll()
  }
}
