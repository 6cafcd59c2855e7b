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
    shape: .retimed(by: "until"),
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
  /// The input of the newest signal.
  private var asking = DebounceWithStage.source
  private static let source = 0

  init(_ run: Run, _ until: Asked) {
    self.until = until
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input != DebounceWithStage.source {
      if input == asking { sendWaiting() }
      return
    }
    release()
    waiting = value
    guard let signal = try until.signal(value) else { return }
    asking += 1
    connect(signal, input: asking)
  }

  /// Also one that sends while it is being subscribed to: nothing else of it counts.
  private func release() {
    for upstream in upstreams where upstream.receiverInput != DebounceWithStage.source {
      disconnect(upstream)
    }
  }

  private func sendWaiting() {
    release()
    guard let value = waiting else { return }
    waiting = nil
    send(value)
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      if input != DebounceWithStage.source { return }
      sendWaiting()
    }
    finish(end)
  }

  override func stopped() { waiting = nil }
}
