import RxpText

/// An error as the language has it: what ends a signal, what `catch` is given, what `error("…")` makes.
public final class Failure: Error, Sendable {
  /// `timeout`, `type`, `user` …: what `.kind` gives and expectations match.
  public let kind: Text
  public let message: Text
  /// What the program attached: the argument of `fail {code: 1}`.
  public let payload: Value?
  /// Where in the program it arose.
  public let place: Place?
  /// The value that was at hand, shown shortened.
  public let subject: String?
  /// Where that value came from: `access.log:12`.
  public let origin: String?

  public init(
    kind: Text, _ message: Text, payload: Value? = nil, place: Place? = nil,
    subject: String? = nil, origin: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.payload = payload
    self.place = place
    self.subject = subject
    self.origin = origin
  }

  /// A mistake of the program met at run time.
  public static func type(_ message: String, at place: Place? = nil) -> Failure {
    Failure(kind: "type", Text(message), place: place)
  }

  static let tooDeep = Failure(
    kind: "limit", Text("a value nested more than \(Limits.valueDepth) deep"))

  /// The same error with what is known now and was not yet: the first place and value stay.
  public func at(_ place: Place?, subject: Value? = nil, origin: String? = nil) -> Failure {
    if self.place != nil && (self.subject != nil || subject == nil)
      && (self.origin != nil || origin == nil)
    {
      return self
    }
    return Failure(
      kind: kind, message, payload: payload, place: self.place ?? place,
      subject: self.subject ?? subject.map { $0.excerpt() }, origin: self.origin ?? origin)
  }

  /// The error a value stands for: `fail "why"`, `raise(e)`.
  public static func from(_ value: Value) -> Failure {
    switch value {
    case .failure(let failure): failure
    case .text(let text): Failure(kind: "user", text, payload: value)
    case .null: Failure(kind: "user", "error", payload: .null)
    default: Failure(kind: "user", Text(value.display()), payload: value)
    }
  }
}

/// A span of a text, for messages at run time.
public struct Place: Sendable {
  public let source: SourceText
  public let span: Span
  public init(_ source: SourceText, _ span: Span) {
    self.source = source
    self.span = span
  }
}
