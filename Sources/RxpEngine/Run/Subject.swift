import Synchronization

/// A hot signal fed by hand: `subject`, `var`, groups, and what shared signals pass through.
///
/// A value sent while the subject is delivering is queued and delivered after it (never nested).
/// Each value goes to those who had subscribed before it was sent, in the order of subscription (J1).
public final class Subject: @unchecked Sendable {
  public enum Memory: Sendable {
    /// Nothing is kept, not even the end (J1).
    case none
    /// The last n values and the end (J2).
    case replay(Int)
    /// The newest value, at first the given one; the end is not kept (J3).
    case latest(Value)
    /// The same, and the end, after which a new subscriber is told of that alone.
    case current(Value)
  }

  /// In the order of subscription. Their receivers own them; who leaves during a delivery leaves a gap.
  private var subscribers: [Unmanaged<Stage>?] = []
  private var gaps = 0
  /// What feeds it by `to`.
  private var feeders: [Stage] = []
  private(set) var hasEnded = false
  private var kept: Keepsake
  /// For what a `var` holds, which other threads may read.
  private let lock = Mutex<Void>(())
  private var keptEnd: End?
  private let memory: Memory
  private var queue: [Content] = []
  private var isDelivering = false
  /// How much of the queue has been delivered, and where the next round of it begins: what was sent in
  /// reply to the round before.
  private var delivered = 0
  private var roundEnd = 0
  private var rounds = 0
  /// Told when the last of its subscribers has left.
  var onDesertion: (() -> Void)?
  /// The key of a group.
  var key: Value?
  /// Of a `var`: what takes the place of a nil that a binding or a channel brings.
  var nilValue: Value?
  /// What becomes of all that is sent, before the subscribers get it: channels.
  var relay: Relay?
  /// Who sent what is being delivered, where that matters: a channel does not hear itself.
  private(set) var sender: AnyObject?

  private enum Content {
    case next(Value)
    /// A value and who sends it.
    case signed(Value, AnyObject)
    case end(End)
  }

  struct Relay {
    let next: (Value) -> Void
    let end: (End) -> Void
  }

  /// `window`: what is replayed is no older than this on the run's clock.
  public init(_ memory: Memory = .none, key: Value? = nil, window: Int? = nil, run: Run? = nil) {
    self.memory = memory
    self.key = key
    kept = Keepsake(window: window, run: run)
    switch memory {
    case .latest(let value), .current(let value): kept.append(value, limit: 1)
    case .none, .replay: break
    }
  }

  /// How many values a new subscriber would get.
  var heldCount: Int { kept.count }
  /// Whether all values are kept, however many come.
  var holdsWithoutBound: Bool {
    if case .replay(Int.max) = memory { return true }
    return false
  }

  /// The subject of a signal that is one; made at the first need.
  static func of(_ signal: Signal) -> Subject {
    if let subject = signal.shared as? Subject { return subject }
    let made = Subject()
    signal.shared = made
    return made
  }

  /// The subject to which goes what is sent to a signal, or nil.
  public static func standing(behind signal: Signal) -> Subject? {
    signal.shared as? Subject ?? (signal.shared as? Terminal)?.target
  }

  /// What a `var` holds now.
  public var current: Value? {
    switch memory {
    case .latest, .current: Worker.exist ? lock.withLock { _ in kept.last } : kept.last
    case .none, .replay: nil
    }
  }

  public var isListenedTo: Bool { subscribers.count > gaps }

  public func send(_ value: Value) {
    if isDelivering { return append(.next(value)) }
    isDelivering = true
    deliver(value)
    drain()
  }
  /// `sender` is what `sender` says while the value is delivered.
  func send(_ value: Value, from sender: AnyObject) { post(.signed(value, sender)) }
  /// Sends what a binding brings: nil is replaced where there is something to replace it by.
  public func set(_ value: Value) { send(replacingNil(value)) }
  func replacingNil(_ value: Value) -> Value {
    if case .null = value { return nilValue ?? value }
    return value
  }
  public func finish(_ end: End) { post(.end(end)) }

  /// A new subscriber: what is kept comes first, then it is on the list (unless the end was kept).
  func add(_ stage: Stage) {
    // What is sent in reply to what is replayed comes after it, to the new subscriber too.
    let outermost = !isDelivering
    isDelivering = true
    for value in kept.current where !stage.isDone { stage.send(value) }
    if !stage.isDone {
      if let keptEnd { stage.finish(keptEnd) } else { subscribers.append(.passUnretained(stage)) }
    }
    if outermost { drain() }
  }

  func remove(_ stage: Stage) {
    let pointer = Unmanaged.passUnretained(stage).toOpaque()
    guard let at = subscribers.firstIndex(where: { $0?.toOpaque() == pointer }) else { return }
    if isDelivering {
      subscribers[at] = nil
      gaps += 1
    } else {
      subscribers.remove(at: at)
    }
    if !isListenedTo { onDesertion?() }
  }

  /// Whether an end sent now will be told to anybody, now or later.
  var tellsItsEnd: Bool {
    switch memory {
    case .replay, .current: true
    case .none, .latest: isListenedTo
    }
  }

  /// A stage whose events it will be sent, and which is let go of when it ends (J4): at once where
  /// it has ended before.
  func add(feeder: Stage) { if hasEnded { feeder.complete() } else { feeders.append(feeder) } }

  func remove(feeder: Stage) { feeders.removeAll { $0 === feeder } }

  private func post(_ content: Content) {
    append(content)
    if isDelivering { return }
    isDelivering = true
    drain()
  }

  private func append(_ content: Content) {
    if queue.count - delivered >= Limits.heldValues {
      return end(
        "more than \(Limits.heldValues) values were sent to a subject while it was sending")
    }
    queue.append(content)
  }

  /// Leaves nothing to deliver but an error; what feeds it fails.
  private func end(_ why: String) {
    clearQueue()
    let place = feeders.first?.signal?.place
    let failure = Failure(kind: "limit", Text(why), place: place)
    queue.append(.end(.failed(failure)))
    let feeding = feeders
    feeders = []
    for stage in feeding { stage.fail(failure) }
  }

  private func drain() {
    rounds = 1
    roundEnd = queue.count
    while delivered < queue.count {
      if delivered >= roundEnd { beginRound() }
      guard delivered < queue.count else { break }
      let content = queue[delivered]
      delivered += 1
      // What was delivered is dropped in runs, so that a feedback without end holds no more than that.
      if delivered >= 256 {
        queue.removeFirst(delivered)
        roundEnd -= delivered
        delivered = 0
      }
      deliver(content)
    }
    if delivered > 0 { clearQueue() }
    if gaps > 0 {
      subscribers.removeAll { $0 == nil }
      gaps = 0
    }
    isDelivering = false
  }

  private func clearQueue() {
    queue.removeAll(keepingCapacity: true)
    delivered = 0
    roundEnd = 0
  }

  /// What replies to itself without end would let nothing else happen any more, and hear of no
  /// interrupt.
  private func beginRound() {
    rounds += 1
    roundEnd = queue.count
    guard let run = subscribers.lazy.compactMap({ $0 }).first?.takeUnretainedValue().run else {
      return
    }
    if rounds & 63 == 0, !run.mayGoOn() { return clearQueue() }
    if rounds > run.options.instantSteps {
      end(
        "a subject sends in reply to itself more than \(run.options.instantSteps) times at one "
          + "instant: let time pass between them, with a delay")
    }
  }

  private func deliver(_ value: Value) {
    if let relay {
      if hasEnded { return }
      relay.next(value)
    }
    switch memory {
    case .none: break
    case .latest where Worker.exist, .current where Worker.exist:
      lock.withLock { _ in kept.append(value, limit: 1) }
    case .latest, .current: kept.append(value, limit: 1)
    case .replay(let limit): kept.append(value, limit: limit)
    }
    // Whoever subscribes during a delivery does not get it.
    for index in 0..<subscribers.count {
      // All may have been told of an end, by a mistake that the delivery was.
      if index >= subscribers.count { break }
      subscribers[index]?._withUnsafeGuaranteedRef { $0.sendHeld(value) }
    }
  }

  private func deliver(_ content: Content) {
    switch content {
    case .next(let value): deliver(value)
    case .signed(let value, let sender):
      self.sender = sender
      deliver(value)
      self.sender = nil
    case .end(let end):
      // A channel ends once.
      if hasEnded, relay != nil { return }
      switch memory {
      case .replay: keptEnd = end
      case .current:
        keptEnd = end
        kept = Keepsake(window: nil, run: nil)
      case .none, .latest: break
      }
      hasEnded = true
      let feeding = feeders
      feeders = []
      for stage in feeding { stage.complete() }
      let all = subscribers.compactMap { $0?.takeUnretainedValue() }
      subscribers = []
      gaps = 0
      for stage in all { stage.finish(end) }
      relay?.end(end)
    }
  }
}

/// The newest values of a signal, up to a number and an age.
private struct Keepsake {
  private let window: Int?
  private weak var run: Run?
  private var values: [Value] = []
  private var instants: [Instant] = []
  /// What lies before is no longer kept.
  private var start = 0

  init(window: Int?, run: Run?) {
    self.window = window
    self.run = run
  }

  var count: Int { values.count - start }
  var last: Value? { values.last }

  mutating func append(_ value: Value, limit: Int) {
    if limit == 0 { return }
    values.append(value)
    if window != nil { instants.append(run?.now ?? 0) }
    if count > limit { drop() }
    dropOld()
    // Dropped in runs, so that each value is moved but once on average.
    if start > 0, start * 2 >= values.count {
      values.removeFirst(start)
      if window != nil { instants.removeFirst(start) }
      start = 0
    }
  }

  /// What a subscriber of now gets.
  var current: ArraySlice<Value> {
    mutating get {
      dropOld()
      return values[start...]
    }
  }

  private mutating func dropOld() {
    guard let window, let now = run?.now else { return }
    while start < values.count, Time.sum(instants[start], window) <= now { drop() }
  }

  /// The oldest is let go of at once, its place later.
  private mutating func drop() {
    values[start] = .null
    start += 1
  }
}

/// A subscription to a subject.
final class SubjectStage: Stage {
  private let subject: Subject
  init(_ run: Run, _ subject: Subject) {
    self.subject = subject
    super.init(run)
  }
  override func start() { subject.add(self) }
  override func stopped() { subject.remove(self) }
}
