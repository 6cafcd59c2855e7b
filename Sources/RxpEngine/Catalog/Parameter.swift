/// One parameter of an operator: what the checker demands, help shows and completion offers.
public struct Parameter: Sendable {
  public enum Kind: Sendable {
    /// A whole number ≥ 0, `inf` included.
    case count
    /// Seconds as a number: `0.5`, `500ms`.
    case duration
    /// A duration above 0: what happens each so often.
    case period
    case bool
    /// A string.
    case text
    /// A file's name, taken relative to the script and checked against the permissions.
    case path
    /// Any number of names of files.
    case paths
    /// One of some words, written as a name or a string: `onEnd: ignore`.
    case word([String])
    /// Any value, worked out at each subscription.
    case value
    /// An expression asked for each event; see `Asking`.
    case asked(Asking, wants: Type)
    /// A signal, built with the pipeline; a list or range stands for its members.
    case signal
    /// Any number of signals.
    case signals
    /// Any number of signals, or a record of them.
    case signalsOrRecord
    /// Any number of values.
    case values
    /// Named values of the user's own choosing: `a: 1, b: 2`.
    case names
    /// A marble diagram.
    case marble
    /// The name of a subject.
    case subject
    /// A command.
    case command
  }

  /// What an asked expression sees.
  public enum Asking: Sendable, Equatable {
    /// `it`: the event.
    case event
    /// `acc`: the running value, first that of the named parameter; `it`: the event.
    case accumulator(start: String)
    /// `it`: the error.
    case failure
    /// `it`: an event of the signal that is given as another parameter.
    case sent(by: String)
    /// `it`: what the signals of a parameter have sent last, as a list (or a record); of one signal
    /// that itself.
    case together(String)
    /// `it`: something of the operator's own.
    case given(Type)
    /// No event is at hand.
    case nothing
  }

  public let name: String
  public let kind: Kind
  public let summary: String
  /// What holds where it is left out, in words; nil where it must be given.
  public let fallback: String?
  /// Whether it is given by name only.
  public let isNamed: Bool

  public var isOptional: Bool { fallback != nil }

  init(_ name: String, _ kind: Kind, _ summary: String, fallback: String?, isNamed: Bool) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.fallback = fallback
    self.isNamed = isNamed
  }

  /// A parameter that must be given, by place.
  public static func required(_ name: String, _ kind: Kind, _ summary: String) -> Parameter {
    Parameter(name, kind, summary, fallback: nil, isNamed: false)
  }

  /// A parameter that may be left out, by place or by name.
  public static func optional(
    _ name: String, _ kind: Kind, _ summary: String, else fallback: String
  ) -> Parameter {
    Parameter(name, kind, summary, fallback: fallback, isNamed: false)
  }

  /// A parameter that may be left out, by name only.
  public static func named(
    _ name: String, _ kind: Kind, _ summary: String, else fallback: String
  ) -> Parameter {
    Parameter(name, kind, summary, fallback: fallback, isNamed: true)
  }
}
