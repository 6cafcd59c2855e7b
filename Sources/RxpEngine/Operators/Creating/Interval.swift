extension Operator {
  static let interval = Operator(
    "interval", .creating, role: .source, "Sends 0, 1, 2, … after each period, without end.",
    takes: [
      .required("period", .period, "the time between two values, and before the first"),
      .named(
        "sends", .word(["count", "time"]), "the count, or the time in seconds since 1970",
        else: "count"),
    ],
    types: TypeRule { $0.argument("sends") == nil ? .int : .number }, atEnd: .neverEnds,
    shape: ShapeRule { .ticking(every: $0.duration("period")) },
    elsewhere: [
      Elsewhere("rac.interval", "sends: time", written: "interval:onScheduler:"),
      Elsewhere("rx.interval"),
      Elsewhere("rxswift.interval"),
      Elsewhere("rs.timer", "sends: time", written: "SignalProducer.timer"),
      Elsewhere("combine.Timer", "sends: time", written: "Timer.publish"),
    ],
    examples: [
      Example(
        "the first after one period", "interval 300ms | take 3", out: "---a--b--[c|]",
        values: "a: 0, b: 1, c: 2"),
      Example(
        "ends when let go of", "interval 200ms | takeUntil (timer 500ms)", out: "--a-b|",
        values: "a: 0, b: 1"),
      Example(
        "each subscription counts anew", "interval 100ms | take 1 | repeat | take 2", out: "-a[a|]",
        values: "a: 0"),
    ]
  ) { args in
    guard let period = try args.duration("period") else {
      throw args.mistake("period", "a duration above 0", .null)
    }
    return IntervalStage(args.run, period, sendsTime: try args.word("sends") == "time")
  }
}

/// C7.
final class IntervalStage: Stage {
  private let sendsTime: Bool
  private var ticks: Ticks
  private var count = 0

  init(_ run: Run, _ period: Int, sendsTime: Bool) {
    ticks = Ticks(first: Time.sum(run.now, period), period: period)
    self.sendsTime = sendsTime
    super.init(run)
  }

  override func start() { wake(at: ticks.due) }

  override func timer(_ token: Int) {
    send(sendsTime ? .double(Double(run.host.wallNow()) / 1e9) : .int(count))
    count += 1
    if isDone { return }
    ticks.advance(past: run.now)
    wake(at: ticks.due)
  }
}
