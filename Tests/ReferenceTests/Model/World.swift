@testable import RxpEngine

/// The clock of the model and all that is to happen: at an instant first what the test asks for,
/// then what was given before the run, then the rest, each in the order in which it was scheduled.
final class World {
  enum Rank: Int { case observer, given, ordinary }

  private struct Entry {
    let instant: Instant
    let rank: Int
    let action: () -> Void
  }

  private(set) var now: Instant = 0
  /// Where the run was cut because too much happened.
  private(set) var cutAt: Instant?
  /// When each source was subscribed to and let go of.
  private(set) var subscriptions: [String: [Run.SubscriptionRecord]] = [:]
  private let bound: Int
  private var happened = 0
  private var agenda: [Entry] = []
  private var carriers: [Signal] = []
  private var taps: [Tap] = []

  /// `bound`: how much may happen.
  init(atMost bound: Int = Int.max) { self.bound = bound }

  /// Counts what happens; false where it is too much, which nothing more comes of.
  func counts() -> Bool {
    happened += 1
    if happened > bound, cutAt == nil { cutAt = now }
    return cutAt == nil
  }

  func at(_ instant: Instant, _ rank: Rank = .ordinary, _ action: @escaping () -> Void) {
    let entry = Entry(instant: max(instant, now), rank: rank.rawValue, action: action)
    let place = agenda.firstIndex { ($0.instant, $0.rank) > (entry.instant, entry.rank) }
    agenda.insert(entry, at: place ?? agenda.count)
  }

  func run() {
    while let entry = agenda.first, entry.instant < Time.forever {
      now = entry.instant
      if !counts() { return }
      agenda.removeFirst()
      entry.action()
    }
  }

  func begins(_ source: String) -> Int {
    subscriptions[source, default: []].append(Run.SubscriptionRecord(start: now))
    return subscriptions[source, default: []].count - 1
  }

  func ends(_ source: String, _ number: Int) { subscriptions[source]?[number].end = now }

  /// A value that stands for a signal of the model.
  func carrier(of flow: Flow) -> Value {
    let signal = Signal(.never)
    signal.shared = flow
    carriers.append(signal)
    return .signal(signal)
  }

  func keep(_ tap: Tap) { taps.append(tap) }

  /// Parts with what holds it in a circle.
  func dispose() {
    agenda = []
    for tap in taps { tap.dispose() }
    taps = []
    for carrier in carriers { carrier.shared = nil }
    carriers = []
  }
}
