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
  private var agenda: [Entry] = []
  private var carriers: [Signal] = []

  func at(_ instant: Instant, _ rank: Rank = .ordinary, _ action: @escaping () -> Void) {
    let entry = Entry(instant: max(instant, now), rank: rank.rawValue, action: action)
    let place = agenda.firstIndex { ($0.instant, $0.rank) > (entry.instant, entry.rank) }
    agenda.insert(entry, at: place ?? agenda.count)
  }

  func run(atMost bound: Int) {
    var happened = 0
    while let entry = agenda.first {
      now = entry.instant
      happened += 1
      if happened > bound {
        cutAt = now
        return
      }
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

  /// Parts with what holds it in a circle.
  func dispose() {
    agenda = []
    for carrier in carriers { carrier.shared = nil }
    carriers = []
  }
}
