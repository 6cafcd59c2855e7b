@testable import RxpEngine

/// Differences between what was seen and what was to be seen, in words and diagrams.
struct Comparison {
  let problems: [String]

  init(_ example: Case, _ got: Outcomes, _ wanted: Outcomes, wantedBy who: String) {
    var problems: [String] = []
    let cut = [got.cutAt, wanted.cutAt].compactMap { $0 }.min()
    func before(_ events: [Seen]) -> [Seen] {
      guard let cut else { return events }
      return events.filter { $0.instant < cut }
    }
    for (number, (a, b)) in zip(got.events, wanted.events).enumerated() {
      let (seen, meant) = (before(a), before(b))
      if seen.count == meant.count, zip(seen, meant).allSatisfy(Comparison.agree) { continue }
      let known: [(letter: Character, value: Value)] = []
      let second = MarbleDrawing(meant, frame: SourceCase.column, known: known)
      let first = MarbleDrawing(seen, frame: SourceCase.column, known: second.legend)
      problems.append(
        """
        subscriber \(number + 1):
          \(who)  \(second.diagram)
          engine \(first.diagram)
          \((first.legend + second.legend).map { "\($0.letter) = \($0.value.phrase)" }.uniqued.joined(separator: ", "))
          ends: \(Comparison.ending(meant)), engine: \(Comparison.ending(seen))
        """)
    }
    if cut == nil {
      for source in example.sources where source.isWatched {
        let a = Comparison.sorted(got.subscriptions[source.name])
        let b = Comparison.sorted(wanted.subscriptions[source.name])
        if a != b {
          problems.append(
            """
            subscriptions of \(source.name):
              \(who)  \(Comparison.text(b))
              engine \(Comparison.text(a))
            """)
        }
      }
    }
    self.problems = problems
  }

  /// Of subscriptions of one instant it is not known which one ended when; what goes on when all
  /// subscribers have left has no end that matters.
  private static func sorted(_ records: [Run.SubscriptionRecord]?) -> [Run.SubscriptionRecord] {
    (records ?? []).map {
      Run.SubscriptionRecord(start: $0.start, end: min($0.end ?? Case.horizon, Case.horizon))
    }.sorted { ($0.start, $0.end ?? Int.max) < ($1.start, $1.end ?? Int.max) }
  }

  private static func ending(_ events: [Seen]) -> String {
    guard case .error(let failure)? = events.last?.content else { return "-" }
    return "\(failure.kind) \(failure.message)"
  }

  private static func text(_ records: [Run.SubscriptionRecord]) -> String {
    records.map { "\(Time.text($0.start))…\($0.end.map { Time.text($0) } ?? "")" }
      .joined(separator: ", ")
  }

  private static func agree(_ a: Seen, _ b: Seen) -> Bool {
    guard a.instant == b.instant else { return false }
    switch (a.content, b.content) {
    case (.next(let x), .next(let y)): return same(x, y)
    case (.completed, .completed): return true
    case (.error(let x), .error(let y)): return same(x, y)
    default: return false
    }
  }

  /// A message is compared where the model has one.
  private static func same(_ x: Failure, _ y: Failure) -> Bool {
    x.kind == y.kind && (x.message == y.message || x.message.isEmpty || y.message.isEmpty)
  }

  /// By content; signals are equal to each other, and numbers of one size but of two kinds are not.
  private static func same(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.signal, .signal): true
    case (.list(let x), .list(let y)):
      x.items.count == y.items.count && zip(x.items, y.items).allSatisfy(same)
    // Signals as names: a record of counts of them.
    case (.record(let x), .record(let y))
    where x.shape.keys.contains { $0.string.contains("<signal") }:
      x.values.count == y.values.count
    case (.record(let x), .record(let y)):
      x.shape.keys == y.shape.keys && zip(x.values, y.values).allSatisfy(same)
    case (.failure(let x), .failure(let y)): same(x, y)
    case (.event(let x), .event(let y)): same(x.content, y.content)
    case (.int, .double), (.double, .int): false
    case (.double(let x), .double(let y)): x == y || (x.isNaN && y.isNaN)
    default: a == b
    }
  }

  private static func same(_ a: Event.Content, _ b: Event.Content) -> Bool {
    switch (a, b) {
    case (.next(let x), .next(let y)): same(x, y)
    case (.error(let x), .error(let y)): same(x, y)
    case (.completed, .completed): true
    default: false
    }
  }
}

extension [String] {
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
