extension Operator {
  static let debounceWith = Operator(
    "debounceWith", .timing,
    "Passes an event when a signal made of it sends before the next event comes.",
    takes: [
      .required(
        "until", .asked(.event, wants: .signal(.any)),
        "the signal whose first event passes the waiting one; its end changes nothing")
    ],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed,
    elsewhere: [Elsewhere("rx.debounce")],
    examples: [
      Example(
        "the last one of a burst passes", "debounceWith p", in: "-abc------|",
        others: [("p", "cold ---x")], out: "------c---|"),
      Example(
        "an error of the signal ends all", "debounceWith p", in: "-a------|",
        others: [("p", "cold --#")], out: "---#"),
      Example(
        "at the end what waits is sent", "debounceWith p", in: "-ab|", others: [("p", "cold ---x")],
        out: "---[b|]"),
    ]
  ) { args in
    DebounceWithStage(args.run, try args.asked("until"))
  }
}

final class DebounceWithStage: Stage {
  private let until: Asked
  private var waiting: Value?
  private var passing: Stage?
  private static let source = 0
  private static let pass = 1

  init(_ run: Run, _ until: Asked) {
    self.until = until
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == DebounceWithStage.pass { return sendWaiting() }
    release()
    waiting = value
    guard let signal = try until.signal(value) else { return }
    let stage = connect(signal, input: DebounceWithStage.pass)
    // It may have sent at once, and the event with it.
    if waiting == nil { disconnect(stage) } else if !stage.isDone { passing = stage }
  }

  private func release() {
    if let passing { disconnect(passing) }
    passing = nil
  }

  private func sendWaiting() {
    release()
    guard let value = waiting else { return }
    waiting = nil
    send(value)
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      if input == DebounceWithStage.pass {
        passing = nil
        return
      }
      sendWaiting()
    }
    finish(end)
  }

  override func stopped() {
    waiting = nil
    passing = nil
  }
}
