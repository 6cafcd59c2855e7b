/// The one subscription to a source that several share, and the subject through which they share it:
/// what stands behind `publish`, `replay` and `share`. Its state belongs to the signal.
public final class Connection: @unchecked Sendable {
  /// How a connection came to its end, and after which ends it may be made anew.
  struct Endings: OptionSet, Sendable {
    let rawValue: Int
    static let completion = Endings(rawValue: 1)
    static let error = Endings(rawValue: 2)
    /// The source was let go of.
    static let release = Endings(rawValue: 4)
    static let all: Endings = [.completion, .error, .release]
  }

  private enum State {
    case unused
    case connected(Hub)
    case over(Endings)
  }

  /// The signal of the operator; its upstream is what is shared.
  private unowned let signal: Signal
  private let renewal: Endings
  private let keepsSubject: Bool
  private let source: Signal?
  private let makeSubject: () -> Subject
  private(set) var subject: Subject
  private var state = State.unused
  private weak var run: Run?

  /// `renewal`: after these ends a connection may be made anew, with a new subject, or the old one.
  /// `source`: what is shared, if not the signal's upstream.
  init(
    _ signal: Signal, renewal: Endings = [], keepsSubject: Bool = false, source: Signal? = nil,
    subject makeSubject: @escaping () -> Subject
  ) {
    self.signal = signal
    self.renewal = renewal
    self.keepsSubject = keepsSubject
    self.source = source
    self.makeSubject = makeSubject
    subject = makeSubject()
  }

  /// The connection of a signal that has one to be made by hand: of `publish`, `multicast` and the
  /// like; nil for other signals.
  public static func of(_ signal: Signal) -> Connection? { signal.shared as? Connection }

  /// Subscribes to the source, unless that has been done before (P1). The run lives until the source
  /// has ended or is let go of.
  public func connect(_ run: Run) {
    prepare(for: run)
    guard case .unused = state else { return }
    let hub = Hub(run, self, source)
    hub.signal = signal
    state = .connected(hub)
    run.keep(hub)
    run.begin(hub)
  }

  /// Lets go of the source.
  public func disconnect() {
    guard case .connected(let hub) = state else { return }
    state = .over(.release)
    hub.cancel()
  }

  /// Adds a subscriber to the subject.
  func add(_ stage: SharingStage) {
    prepare(for: stage.run)
    stage.subject = subject
    subject.add(stage)
  }

  /// What was kept for another run has no meaning in this one; what is over may start over, if this
  /// connection may after such an end, or `also` says so.
  func prepare(for run: Run, also renewal: Endings = []) {
    if self.run !== run {
      if case .unused = state {} else { renew(with: makeSubject()) }
      self.run = run
    }
    if case .over(let reason) = state, self.renewal.union(renewal).contains(reason) {
      renew(with: keepsSubject ? subject : makeSubject())
    }
  }

  private func renew(with subject: Subject) {
    state = .unused
    self.subject = subject
  }

  fileprivate func pass(_ value: Value, from hub: Hub) throws {
    subject.send(value)
    if subject.holdsWithoutBound { try hub.run.checkHeld(subject.heldCount, by: hub) }
  }

  fileprivate func ended(_ end: End, of hub: Hub) {
    guard case .connected(let current) = state, current === hub else { return }
    // Before the subscribers are told: who subscribes again on that finds the state of after.
    switch end {
    case .completed: state = .over(.completion)
    case .failed: state = .over(.error)
    }
    hub.cancel()
    subject.finish(end)
  }

  fileprivate func stopped(_ hub: Hub) {
    if case .connected(let current) = state, current === hub { state = .over(.release) }
  }
}

/// Feeds the subject of a connection, event by event: several subscribers would see batches.
private final class Hub: Stage {
  private let connection: Connection
  private let source: Signal?

  init(_ run: Run, _ connection: Connection, _ source: Signal?) {
    self.connection = connection
    self.source = source
    super.init(run)
  }

  override func start() throws { if let source { connect(source) } else { try super.start() } }

  override func next(_ value: Value, _ input: Int) {
    do { try connection.pass(value, from: self) } catch {
      connection.ended(.failed(Failure.of(error).at(signal?.place)), of: self)
    }
  }

  override func ended(_ end: End, _ input: Int) { connection.ended(end, of: self) }

  override func stopped() { connection.stopped(self) }
}

/// A subscription to what is shared.
class SharingStage: Stage {
  fileprivate(set) var subject: Subject?
  override func stopped() { subject?.remove(self) }
}

/// One that does not care who else there is.
final class ListenerStage: SharingStage {
  private let connection: Connection
  private let connects: Bool

  /// `connects`: makes the connection if there is none yet.
  init(_ run: Run, _ connection: Connection, connects: Bool = false) {
    self.connection = connection
    self.connects = connects
    super.init(run)
  }

  override func start() {
    connection.add(self)
    // Also where the subscriber has left again, content with what was kept.
    if connects { connection.connect(run) }
  }
}
