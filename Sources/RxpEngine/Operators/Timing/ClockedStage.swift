import RxpText

/// A stage that goes by a clock: that of the run, or, with the option `at`, what the events say.
///
/// An event is worked on after all that is due at its instant or before: what lasts for a time holds
/// at the instants from its start up to, but not including, its end. The same holds on both clocks. By
/// the events' own times the clock stands still between them, and never goes back: an event that
/// is earlier than one before it counts as of the latest time so far.
class ClockedStage: Stage {
  private let asked: Asked?
  /// The instant of the event or deadline at hand.
  private(set) final var time: Instant
  /// Of the latest event, in seconds: what `at` said, or the time of day as `now()` tells it.
  private(set) final var stamp = Value.null
  /// Whether an event has come.
  private(set) final var hasBegun = false
  private var armed = Time.forever
  private var token = 0

  static let at = Parameter.named(
    "at", .asked(.event, wants: .number),
    "the time of the event, in seconds, to go by instead of the clock", else: "the clock")

  init(_ args: Arguments) throws {
    asked = args.optionalAsked("at")
    time = args.run.now
    super.init(args.run)
  }

  // MARK: What an operator overrides

  /// The next instant at which something is due without an event.
  var deadline: Instant? { nil }

  /// The deadline has come, which is `time`: do what is due, and set a later one or none.
  func due() throws {}

  /// An event has come, at `time`.
  func event(_ value: Value) throws {}

  /// The source has completed: send what is held.
  func flushRest() throws {}

  // MARK: What it calls

  /// Whether the events' own times are gone by.
  final var goesByEvents: Bool { asked != nil }

  /// The time of day as `now()` tells it, in seconds.
  final var clockStamp: Value {
    .double(Double(run.options.isVirtual ? run.now : run.host.wallNow()) / 1e9)
  }

  /// Sees to it that the stage is woken at its deadline.
  final func arm() {
    if asked != nil || isDone { return }
    guard let deadline, deadline < armed else { return }
    armed = deadline
    token += 1
    wake(at: deadline, token: token)
  }

  /// Does all that is due up to an instant.
  final func catchUp(to instant: Instant) throws {
    while !isDone, let deadline, deadline <= instant, deadline < Time.forever, run.mayGoOn() {
      time = max(time, deadline)
      try due()
    }
  }

  // MARK: The clock

  override func next(_ value: Value, _ input: Int) throws {
    let instant: Instant
    if let asked {
      let said = try asked(value)
      let own = try ClockedStage.instant(said, signal.name)
      if !hasBegun {
        time = own
        stamp = said
      } else if own > time {
        stamp = said
      }
      instant = max(own, time)
    } else {
      instant = run.now
      stamp = clockStamp
    }
    hasBegun = true
    try catchUp(to: instant)
    if isDone { return }
    time = max(time, instant)
    try event(value)
    arm()
  }

  override func timer(_ token: Int) throws {
    if token != self.token { return }
    armed = Time.forever
    try catchUp(to: run.now)
    arm()
  }

  override func ended(_ end: End, _ input: Int) throws {
    if asked == nil { try catchUp(to: run.now) }
    if isDone { return }
    if case .completed = end { try flushRest() }
    finish(end)
  }

  /// What `at` said as an instant: seconds, to the nearest nanosecond.
  static func instant(_ said: Value, _ name: String) throws -> Instant {
    if case .int(let seconds) = said {
      let (exact, overflow) = seconds.multipliedReportingOverflow(by: Time.second)
      if !overflow { return exact }
    }
    if let seconds = said.number, let instant = Time.nanoseconds(seconds: seconds),
      instant.magnitude < Time.forever.magnitude
    {
      return instant
    }
    throw Failure.type("\(name) needs a time in seconds as at: got \(said.excerpt())")
  }
}
