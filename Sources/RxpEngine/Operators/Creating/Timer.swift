extension Operator {
  static let timer = Operator(
    "timer", .creating, role: .source,
    "Sends 0 after a time, then completes, or goes on with a period.",
    takes: [
      .required("after", .duration, "the time before the value"),
      .optional("every", .period, "the period of further values 1, 2, …", else: "one value only"),
    ],
    types: .always(.int), atEnd: .ends,
    shape: .timer,
    elsewhere: [Elsewhere("rx.timer"), Elsewhere("rxswift.timer")],
    examples: [
      Example("one value", "timer 300ms", out: "---[a|]", values: "a: 0"),
      Example(
        "with a period", "timer 100ms, every: 200ms | take 2", out: "-a-[b|]", values: "a: 0, b: 1"),
      Example(
        "a period without end gives one value and stays open", "timer 100ms, every: inf",
        out: "-a-",
        values: "a: 0"),
      Example("0 is a later step of the same instant", "timer 0", out: "[a|]", values: "a: 0"),
    ]
  ) { args in
    TimerStage(
      args.run, after: try args.duration("after") ?? 0,
      every: try args.duration("every"))
  }
}

extension ShapeRule {
  fileprivate static let timer = ShapeRule { context in
    let first = context.duration("after")
    var shape = SignalShape.items(1)
    if context.has("every") {
      shape = .ticking(every: context.duration("every"))
      shape.least = 0
    }
    shape.timing = first.map { $0 > 0 } == true ? .later : .unknown
    if first == Time.forever { return .nothing }
    if first == nil {
      shape.least = 0
      if shape.completes == .surely { shape.completes = .perhaps }
    }
    if first == nil || shape.pace == nil { shape.fails = .byMistake }
    return shape
  }
}

final class TimerStage: Stage {
  private let first: Instant
  private var ticks: Ticks?
  private var count = 0

  init(_ run: Run, after: Int, every: Int?) {
    let first = Time.sum(run.now, after)
    self.first = first
    ticks = every.map { Ticks(first: first, period: $0) }
    super.init(run)
  }

  override func start() { wake(at: first) }

  override func timer(_ token: Int) {
    send(.int(count))
    count += 1
    if isDone { return }
    ticks?.advance(past: run.now)
    if let ticks { wake(at: ticks.due) } else { complete() }
  }
}
