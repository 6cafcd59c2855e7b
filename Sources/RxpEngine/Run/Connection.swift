/// The one subscription to a source that several share, and the subject through which they share it:
/// what stands behind `publish`, `replay` and `share`. Its state belongs to the signal.
public final class Connection: @unchecked Sendable {
  /// After which ends a connection may be made anew, with a new subject.
  struct Renewal: OptionSet, Sendable {
    let rawValue: Int
    static let completion = Renewal(rawValue: 1)
    static let error = Renewal(rawValue: 2)
    static let release = Renewal(rawValue: 4)
    static let always: Renewal = [.completion, .error, .release]
  }

  /// The signal of the operator; its upstream is what is shared.
  private unowned let signal: Signal
  private let renewal: Renewal
  private let makeSubject: () -> Subject
  private(set) var subject: Subject
  private var hub: Hub?
  /// Connected once, and never again.
  private(set) var isSpent = false
  private weak var run: Run?

  init(_ signal: Signal, renewal: Renewal, subject makeSubject: @escaping () -> Subject) {
    self.signal = signal
    self.renewal = renewal
    self.makeSubject = makeSubject
    subject = makeSubject()
  }

  var isConnected: Bool { hub != nil }

  /// Subscribes to the source, unless that has been done before (P1). The run lives until the source
  /// has ended or is let go of.
  public func connect(_ run: Run) {
    enter(run)
    if isConnected || isSpent { return }
    let hub = Hub(run, self)
    hub.signal = signal
    self.hub = hub
    run.keep(hub)
    run.begin(hub)
  }

  /// Lets go of the source.
  public func disconnect() {
    guard let hub else { return }
    self.hub = nil
    hub.cancel()
    turnOver(renewal.contains(.release))
  }

  /// What was kept for another run has no meaning in this one.
  func enter(_ run: Run) {
    if self.run === run { return }
    if self.run != nil || isSpent || isConnected { renew() }
    self.run = run
  }

  /// As if nothing had happened yet.
  func renew() {
    hub = nil
    isSpent = false
    subject = makeSubject()
  }

  private func turnOver(_ renews: Bool) { if renews { renew() } else { isSpent = true } }

  fileprivate func pass(_ value: Value) throws {
    subject.send(value)
    if let hub, subject.holdsWithoutBound {
      try hub.run.checkHeld(subject.heldCount, by: hub)
    }
  }

  fileprivate func end(_ hub: Hub, _ end: End) {
    if self.hub !== hub { return }
    let ending = subject
    let reason: Renewal =
      switch end {
      case .completed: .completion
      case .failed: .error
      }
    self.hub = nil
    hub.cancel()
    // Before the subscribers are told: who subscribes again on that finds the state of after.
    turnOver(renewal.contains(reason))
    ending.finish(end)
  }

  fileprivate func stopped(_ hub: Hub) {
    if self.hub !== hub { return }
    self.hub = nil
    isSpent = true
  }
}

/// Feeds the subject of a connection, event by event: several subscribers would see batches.
private final class Hub: Stage {
  private let connection: Connection

  init(_ run: Run, _ connection: Connection) {
    self.connection = connection
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    do { try connection.pass(value) } catch {
      connection.end(self, .failed(Failure.of(error).at(signal?.place)))
    }
  }

  override func ended(_ end: End, _ input: Int) { connection.end(self, end) }

  override func stopped() { connection.stopped(self) }
}
