/// What `retry` and `repeat` share: subscribing to the source again, at once, after a time, or when
/// a signal says so.
class ResubscribingStage: Stage {
  private let delay: Asked?
  static let source = 0
  static let cue = 1

  init(_ run: Run, delay: Asked?) {
    self.delay = delay
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == ResubscribingStage.source { send(batch) } else { startOver() }
  }

  override func next(_ value: Value, _ input: Int) {
    if input == ResubscribingStage.source { send(value) } else { startOver() }
  }

  private func startOver() {
    letGo()
    wakeLater()
  }

  /// Subscribes again, never in this step: sources that end at once do not recurse (R3).
  final func again(_ reason: Value) throws {
    guard let delay else { return wakeLater() }
    let answer = try delay(reason)
    if case .signal(let cue) = answer {
      connect(cue, input: ResubscribingStage.cue)
      return
    }
    guard let seconds = answer.number, let time = Time.nanoseconds(seconds: seconds), time >= 0
    else {
      throw Failure.type(
        "\(signal.name) needs seconds or a signal as delay: got \(answer.excerpt())")
    }
    wake(at: Time.sum(run.now, time))
  }

  /// A cue that ends without having come ends the result in its way.
  override func ended(_ end: End, _ input: Int) throws { finish(end) }

  override func timer(_ token: Int) throws { try start() }
}
