/// What of its events a stage, and all that comes after it, looks at.
public struct FieldNeeds: Sendable, Equatable {
  /// Fields of records, each once.
  public private(set) var names: [Text] = []
  /// Whether the event itself is looked at, or may be.
  public private(set) var whole: Bool

  /// What nothing is known of.
  public static let all = FieldNeeds(whole: true)
  public static let none = FieldNeeds(whole: false)

  init(whole: Bool) { self.whole = whole }

  mutating func read(_ name: Text) { if !names.contains(name) { names.append(name) } }
  mutating func readWhole() { whole = true }

  func and(_ other: FieldNeeds) -> FieldNeeds {
    var both = self
    for name in other.names { both.read(name) }
    both.whole = whole || other.whole
    return both
  }
}
