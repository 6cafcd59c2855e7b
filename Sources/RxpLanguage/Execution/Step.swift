import RxpEngine
import RxpSyntax
import RxpText

/// A checked statement, ready to be carried out in a run.
public indirect enum Step {
  /// Works out a value and keeps it under a name.
  case define(Cell, Expr)
  case assign(Cell, Expr)
  case bind(Cell, Expr)
  case bindBoth(TwoWayBinding)
  case send(target: Expr, Expr)
  case act(Verb, target: Expr, Expr?)
  /// Works out a value for its effect: an execution.
  case evaluate(Expr)
  /// Sets a member of an object: whether a command may be executed concurrently.
  case setConcurrent(command: Expr, Expr)
  case pipeline(PipelineStep)
  case at(Expr, Step, Place)
  case test(TestStep)
  /// Several, in order: what a file that is imported defines.
  case all([Step])

  public enum Verb: String, Sendable, CaseIterable {
    case complete, fail, connect, disconnect
  }
}

/// A pipeline (or an expression) as a statement.
public struct PipelineStep {
  /// Gives the signal, or the value to show.
  public let expr: Expr
  public let type: Type
  /// Whether it ends in a sink; otherwise its events are to be shown.
  public let hasSink: Bool
  public let isBackground: Bool
  public let place: Place
}

/// A `test` block.
public struct TestStep {
  public let title: String
  public let frame: Instant
  public let steps: [Step]
  public let expectations: [Expectation]
  public let place: Place
}

/// One `expect`.
public struct Expectation {
  public enum Subject {
    case events(Expr)
    /// The instants at which a diagram's signal was subscribed to and let go of.
    case subscriptions(Expr)
  }

  public enum Wanted {
    case diagram(String, values: [(name: String, Expr)], error: Expr?, Place)
    case sameAs(Expr)
    case subscriptions([(diagram: String, Place)])
  }

  public let subject: Subject
  public let wanted: Wanted
  public let frame: Expr?
  public let subscribe: Expr?
  public let unsubscribe: Expr?
  public let place: Place
}
