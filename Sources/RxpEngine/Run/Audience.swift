/// The subscribers that keep a connection up: it is made for the first of them, and let go of when
/// the last has left. Their count belongs to the signal.
final class Audience: @unchecked Sendable {
  private let connection: Connection
  private let leaves: Bool
  private let renewal: Connection.Endings
  private var count = 0
  /// Where no ending is followed by another start, the first subscriber is the only one to connect,
  /// whatever may be done by hand (P2).
  private var hasConnected = false
  private weak var run: Run?

  /// `leaves`: whether the source is let go of with the last subscriber; `renewal`: after which ends
  /// the next subscriber starts over.
  init(_ connection: Connection, leaves: Bool, renewal: Connection.Endings) {
    self.connection = connection
    self.leaves = leaves
    self.renewal = renewal
  }

  /// Subscribes to the subject first, then connects, so that values sent at once reach it (P2).
  fileprivate func join(_ stage: AudienceStage) {
    if run !== stage.run {
      count = 0
      hasConnected = false
      run = stage.run
    }
    connection.prepare(for: stage.run, also: renewal)
    count += 1
    connection.add(stage)
    if count == 0 || hasConnected && renewal.isEmpty { return }
    hasConnected = true
    connection.connect(stage.run)
  }

  fileprivate func leave(_ stage: AudienceStage) {
    if stage.subject == nil || run !== stage.run { return }
    count -= 1
    if count == 0 && leaves { connection.disconnect() }
  }
}

/// One of an audience.
final class AudienceStage: SharingStage {
  private let audience: Audience

  init(_ run: Run, _ audience: Audience) {
    self.audience = audience
    super.init(run)
  }

  override func start() { audience.join(self) }
  override func stopped() {
    super.stopped()
    audience.leave(self)
  }
}
