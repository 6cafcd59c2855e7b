/// An event as a value: what materialize sends, `next(x)`, `failed(e)`, `completed`.
public final class Event: Sendable {
  public enum Content: Sendable {
    case next(Value)
    case error(Failure)
    case completed
  }

  public let content: Content
  let depth: Int

  public init(_ content: Content) throws {
    var inner = 0
    if case .next(let value) = content { inner = value.depth }
    guard inner < Limits.valueDepth else { throw Failure.tooDeep }
    self.content = content
    depth = inner + 1
  }

  private init(end content: Content) {
    self.content = content
    depth = 1
  }

  public static let completed = Event(end: .completed)
  public static func error(_ failure: Failure) -> Event { Event(end: .error(failure)) }

  /// `"next"`, `"error"` or `"completed"`.
  public var kind: Text {
    switch content {
    case .next: "next"
    case .error: "error"
    case .completed: "completed"
    }
  }
}

/// How a subscription came to its end. Cancelling (letting go) is not an event: nothing is sent.
public enum End: Sendable {
  case completed
  case failed(Failure)
}
