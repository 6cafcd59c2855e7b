extension Operator {
  static let timer = Operator(
    "timer", .creating, role: .source, "Sends 0 after a time, then completes, or goes on with a period.",
    takes: [
      .required("after", .duration, "the time before the value"),
      .named("every", .duration, "the period of further values 1, 2, …", else: "one value only"),
    ],
    types: .always(.int), atEnd: .ends,
    elsewhere: [Elsewhere("rx.timer"), Elsewhere("rxswift.timer")],
    examples: [
      Example("one value", "timer 300ms", out: "---[a|]", values: "a: 0"),
      Example("with a period", "timer 100ms, every: 200ms | take 2", out: "-a-[b|]", values: "a: 0, b: 1"),
      Example("0 is a later step of the same instant", "timer 0", out: "[a|]", values: "a: 0"),
    ]
  ) { args in
    TimerStage(
      args.run, after: try args.duration("after") ?? 0,
      every: try args.duration("every", positive: true))
  }
}

final class TimerStage: Stage {
  private let after: Int
  private let every: Int?
  private var due: Instant = 0
  private var count = 0

  init(_ run: Run, after: Int, every: Int?) {
    self.after = after
    self.every = every
    super.init(run)
  }

  override func start() {
    due = Time.sum(run.now, after)
    wake(at: due)
  }

  override func timer(_ token: Int) {
    send(.int(count))
    count += 1
    guard let every else { return complete() }
    if isDone { return }
    let missed = max(0, (run.now - due) / every)
    due = Time.sum(due, every * (missed + 1))
    wake(at: due)
  }
}
