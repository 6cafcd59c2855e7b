/// The subscribers that keep a connection up: it is made for the first of them, and what happens
/// when the last has left is said by `whenEmpty`. Its state belongs to the signal.
final class Audience: @unchecked Sendable {
  enum WhenEmpty: Sendable {
    /// The source goes on.
    case keep
    /// The source is let go of; whether it may be subscribed to again is the connection's matter.
    case disconnect
    /// The source is let go of, and the next subscriber starts over, also after its end.
    case startOver
  }

  let connection: Connection
  private let whenEmpty: WhenEmpty
  private var count = 0
  private weak var run: Run?

  init(_ connection: Connection, whenEmpty: WhenEmpty) {
    self.connection = connection
    self.whenEmpty = whenEmpty
  }

  /// Subscribes to the subject first, then connects, so that values sent at once reach it (P2).
  func join(_ stage: AudienceStage) {
    if run !== stage.run {
      count = 0
      run = stage.run
    }
    connection.enter(stage.run)
    if whenEmpty == .startOver, connection.isSpent { connection.renew() }
    count += 1
    stage.subject = connection.subject
    connection.subject.add(stage)
    if count > 0 { connection.connect(stage.run) }
  }

  func leave(_ stage: AudienceStage) {
    guard let subject = stage.subject else { return }
    subject.remove(stage)
    if run !== stage.run { return }
    count -= 1
    if count > 0 || whenEmpty == .keep { return }
    connection.disconnect()
    if whenEmpty == .startOver, connection.isSpent { connection.renew() }
  }
}

/// One of an audience.
final class AudienceStage: Stage {
  private let audience: Audience
  fileprivate(set) var subject: Subject?

  init(_ run: Run, _ audience: Audience) {
    self.audience = audience
    super.init(run)
  }

  override func start() { audience.join(self) }
  override func stopped() { audience.leave(self) }
}
