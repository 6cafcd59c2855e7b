import RxpEngine

/// What is an object in other libraries, and a statement or a way of writing here.
public struct Form: Sendable {
  public let name: String
  /// How it is written.
  public let usage: String
  public let summary: String
  /// A script that shows it.
  public let example: String
  public let elsewhere: [Operator.Elsewhere]

  init(
    _ name: String, _ usage: String, _ summary: String, example: String,
    elsewhere: [Operator.Elsewhere]
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.example = example
    self.elsewhere = elsewhere
  }

  public static func find(_ name: String) -> Form? { all.first { $0.name == name } }

  /// By a library's name: `rac.RACObserve`.
  public static func find(qualified name: String) -> Form? {
    all.first { form in form.elsewhere.contains { $0.name == name } }
  }
}
