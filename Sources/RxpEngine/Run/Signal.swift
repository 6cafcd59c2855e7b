import RxpText

/// A signal as a value: what to do at a subscription. It holds no state of a run, except what an
/// operator that shares keeps for all its subscribers.
public final class Signal: @unchecked Sendable {
  public let definition: Operator
  /// What the operator is applied to; nil for a source.
  public let upstream: Signal?
  public let arguments: [BoundArgument]
  /// Where the stage stands in the program.
  public let place: Place?
  /// Of operators that share (share, publish, subject …): one state for all subscribers, made at
  /// the first need. Only the loop that owns the graph touches it.
  var shared: AnyObject?
  /// Whether its stage runs on the scheduler `background`: what stands between `deliverOn
  /// background` and the next `deliverOn`.
  var isOnBackground: Bool
  /// Of a signal with a state for all subscribers that was made on a worker: that worker.
  var home: Inbox?

  public init(
    _ definition: Operator, upstream: Signal? = nil, arguments: [BoundArgument] = [],
    place: Place? = nil
  ) {
    self.definition = definition
    self.upstream = upstream
    self.arguments = arguments
    self.place = place
    // What is shared and what feeds others comes back to the loop that owns these.
    isOnBackground =
      upstream?.isOnBackground == true && definition.family != .sharing && !definition.feedsSubject
  }

  public var name: String { definition.name }
}

/// An argument as the program gave it, with the values it captured.
public enum BoundArgument: Sendable {
  /// Left out; the operator's default holds.
  case missing
  /// Worked out at each subscription.
  case once(Closure)
  /// Asked for each event.
  case asked(Closure)
  /// Known when the signal was built: signals, names of options.
  case fixed(Value)
  /// Several of a variadic parameter.
  case several([BoundArgument])
  /// Named values of the user's own choosing: `a: 1, b: 2`.
  case named([(name: String, value: BoundArgument)])
}

/// Code with the values it captured where it was written.
public struct Closure: Sendable {
  public let code: Code
  public let captures: [Value]
  public init(_ code: Code, _ captures: [Value] = []) {
    self.code = code
    self.captures = captures
  }
}
