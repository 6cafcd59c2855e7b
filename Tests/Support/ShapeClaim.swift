import RxpEngine

/// What is claimed of a signal before it runs, held against what was seen of it.
public struct ShapeClaim {
  public let shape: SignalShape

  public init(_ shape: SignalShape) { self.shape = shape }

  /// Whether anything is claimed.
  public var saysSomething: Bool {
    shape.completes != .perhaps || shape.fails != .perhaps || shape.most != nil || shape.least > 0
      || shape.timing != .unknown || shape.subscription != .unknown || shape.work != .nothing
      || shape.waitsForConnection
  }

  /// What was seen that the claim excludes, in words. Instants count from the subscription; `isWhole`:
  /// nothing more would have come of it, however long one had listened.
  public func contradictions(_ seen: [Seen], isWhole: Bool) -> [String] {
    var values = 0
    var completed = false
    var failed = false
    for event in seen {
      switch event.content {
      case .next: values += 1
      case .completed: completed = true
      case .error: failed = true
      }
    }
    var problems: [String] = []
    func found(_ isOne: Bool, _ what: String) { if isOne { problems.append(what) } }
    found(completed && shape.completes == .never, "it completed")
    found(failed && shape.fails == .never, "it failed")
    found(completed && shape.fails == .surely, "it completed instead of failing")
    let isOver = completed || failed
    found(isWhole && !isOver && shape.completes == .surely, "it did not complete")
    found(isWhole && !isOver && shape.fails == .surely, "it did not fail")
    if let most = shape.most { found(values > most, "it sent \(values)") }
    // An error may come before all that was to come; what goes on for ever is not seen to its end.
    let isComplete = completed || isWhole && shape.least != SignalShape.unlimited
    found(
      isComplete && values < shape.least && (!failed || shape.fails == .never),
      "it sent only \(values)")
    found(
      shape.timing == .atOnce && seen.contains { $0.instant > 0 }, "something came later")
    // The arguments may turn out to be a mistake at once.
    let others = seen.filter { if case .error = $0.content { false } else { true } }
    found(
      shape.timing == .later && others.contains { $0.instant == 0 }, "something came at once")
    return problems
  }
}
