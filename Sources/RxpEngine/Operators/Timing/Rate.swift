import RxpText

extension Operator {
  static let rate = Operator(
    "rate", .timing,
    "Sends after each period how many events a second there were in a time before it.",
    takes: [
      .required("time", .period, "the time before, as far as it lies behind the start"),
      .optional("every", .period, "the period", else: "that time"),
      .named(
        "of", .asked(.event, wants: .number), "what the event counts for; nil and NaN for nothing",
        else: "1"),
      ClockedStage.at,
    ],
    types: .always(.number), holds: .growing("a sum for each part of the time"),
    shape: .cutting,
    examples: [
      Example(
        "one period after the other", "rate 200ms", in: "-aa---a-|", out: "--x-x-z-[x|]",
        values: "x: 5, z: 0"),
      Example("an error passes at once", "rate 300ms", in: "-a#", out: "--#"),
      Example(
        "of a longer time, more often", "rate 400ms, 200ms", in: "-aaa-----|", out: "--x-y-x-w|",
        values: "x: 5, y: 7.5, w: 0"),
      Example(
        "by the events' own times, of a part", "rate 10, of: .n, at: .t", in: "abc|", out: "--x|",
        values: "a: {t: 100, n: 30}, b: {t: 109, n: 20}, c: {t: 110, n: 1}, x: 5"),
    ]
  ) { args in
    try RateOfEventsStage(args)
  }
}

/// The time is cut into parts that both it and the period are made of; what is held is the sum of
/// each part that has events.
final class RateOfEventsStage: ClockedStage {
  private let length: Int
  private let every: Int
  private let part: Int
  private let of: Asked?
  private var origin: Instant = 0
  private var ticks: Ticks?
  private var sums = Fifo<(part: Int, sum: Double)>()
  private var ticksSinceEvent = 0

  override init(_ args: Arguments) throws {
    length = try args.duration("time") ?? 1
    every = try args.duration("every") ?? length
    var (a, b) = (length, every)
    while b != 0 { (a, b) = (b, a % b) }
    part = a
    of = args.optionalAsked("of")
    try super.init(args)
  }

  override func start() throws {
    if !goesByEvents { begin() }
    arm()
    try super.start()
  }

  private func begin() {
    origin = time
    ticks = Ticks(first: Time.sum(time, every), period: every)
  }

  override var deadline: Instant? { ticks?.due }

  override func due() throws {
    ticksSinceEvent += 1
    if goesByEvents, ticksSinceEvent > Limits.heldValues {
      throw Failure(
        kind: "limit",
        Text("rate goes over more than \(Limits.heldValues) periods from one event to the next"))
    }
    let elapsed = Time.sum(time, -origin)
    while let first = sums.first, elapsed - first.part * part > length { _ = sums.popFirst() }
    var sum = 0.0
    for (_, some) in sums.elements { sum += some }
    // Ticks that a late wake-up missed fall into one; by the events' own times none is missed.
    ticks?.advance(past: goesByEvents ? time : run.now)
    send(.double(sum / (Double(min(length, elapsed)) / 1e9)))
  }

  override func event(_ value: Value) throws {
    if ticks == nil { begin() }
    ticksSinceEvent = 0
    guard let number = try (of?(value) ?? .int(1)).counted(by: "rate")?.number else { return }
    let current = Time.sum(time, -origin) / part
    if let last = sums.last, last.part == current {
      sums.replaceLast(by: (current, last.sum + number))
    } else {
      sums.append((current, number))
    }
  }

  override func stopped() { sums.removeAll() }
}
