/// What `retry` and `repeat` share: subscribing to the source again, at once, after a time, or when
/// a signal says so.
class ResubscribingStage: Stage {
  private let delay: Asked?
  private let factor: Double
  private let longest: Int
  /// By how much the next wait is longer than what was asked.
  private var stretch = 1.0
  private let restartsAtOnce: Bool
  private let rounds = RoundsAtOnce()
  static let source = 0
  static let cue = 1

  static let again = Parameter.named(
    "again", .word(["later", "atOnce"]),
    "whether it begins again in a later step of the instant, or within the call", else: "later")

  /// `factor`: how many times as long as the one before each wait is, up to `longest`.
  init(
    _ run: Run, delay: Asked?, factor: Double = 1, longest: Int = Time.forever,
    again: String?
  ) {
    restartsAtOnce = again == "atOnce"
    self.delay = delay
    self.factor = factor
    self.longest = longest
    super.init(run)
  }

  /// The next wait is as long as the first one.
  final func resetWaits() { stretch = 1 }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == ResubscribingStage.source { send(batch) } else { startOver() }
  }

  override func next(_ value: Value, _ input: Int) {
    if input == ResubscribingStage.source { send(value) } else { startOver() }
  }

  private func startOver() {
    letGo()
    if !restartsAtOnce { return wakeLater() }
    do { try rounds.run(in: self) { try start() } } catch { fail(error) }
  }

  /// Subscribes again: in a later step, so that sources that end at once do not recurse (R3), or in
  /// this one, in a loop.
  final func again(_ reason: Value) throws {
    guard let delay else {
      if !restartsAtOnce { return wakeLater() }
      return try rounds.run(in: self) { try start() }
    }
    let answer = try delay(reason)
    if case .signal(let cue) = answer {
      connect(cue, input: ResubscribingStage.cue)
      return
    }
    guard let seconds = answer.number, let time = Time.nanoseconds(seconds: seconds * stretch),
      time >= 0
    else {
      throw Failure.type(
        "\(signal.name) needs seconds or a signal as delay: got \(answer.excerpt())")
    }
    stretch = min(stretch * factor, Double.greatestFiniteMagnitude)
    wake(at: Time.sum(run.now, min(time, longest)))
  }

  /// A cue that ends without having come ends the result in its way.
  override func ended(_ end: End, _ input: Int) throws { finish(end) }

  override func timer(_ token: Int) throws { try start() }
}
