/// One of the portions that a stage cuts its events into: a list, which is sent when it is complete,
/// or a window, a signal which is sent when it opens.
final class Portion {
  private unowned let stage: Stage
  private let window: Subject?
  private var values: [Value] = []
  private(set) var count = 0

  /// Opens it; a window is with the receiver before its first event.
  init(of stage: Stage, asWindow: Bool) {
    self.stage = stage
    if asWindow {
      // Whoever comes after its end is told of the end.
      let subject = Subject(.replay(0))
      window = subject
      let signal = Signal.standing(on: subject)
      stage.run.claim(signal)
      stage.send(.signal(signal))
      stage.flush()
    } else {
      window = nil
    }
  }

  func add(_ value: Value) throws {
    count += 1
    if let window { return window.send(value) }
    values.append(value)
    try stage.run.checkHeld(values.count, by: stage)
  }

  /// Sends the list, or ends the window.
  func close(_ end: End = .completed) throws {
    if let window { return window.finish(end) }
    let list = try List(values)
    values = []
    stage.send(.list(list))
  }
}

extension Signal {
  /// A hot signal that sends what a subject is fed.
  static func standing(on subject: Subject) -> Signal {
    let signal = Signal(Operator.subject)
    signal.shared = subject
    return signal
  }
}
