/// Every operator, found by name, alias or qualified name.
public enum Catalog {
  public static let all: [Operator] =
    creating + transforming + analysing + combining + timing + sharing + inputAndOutput

  private static let index: [String: Operator] = {
    var found: [String: Operator] = [:]
    for definition in all {
      for name in [definition.name] + definition.aliases { found[name] = definition }
    }
    return found
  }()

  private static let qualified: [String: (Operator, String)] = {
    var found: [String: (Operator, String)] = [:]
    for definition in all {
      for other in definition.elsewhere { found[other.name] = (definition, other.options) }
    }
    return found
  }()

  /// By bare name or alias.
  public static func find(_ name: String) -> Operator? { index[name] }

  /// By a library's name (`rx.debounceTime`): the operator and the options that it stands for.
  public static func find(qualified name: String) -> (definition: Operator, options: String)? {
    qualified[name]
  }

  /// Every bare name and alias, for suggestions and completion.
  public static var names: [String] { Array(index.keys) }
  public static var qualifiedNames: [String] { Array(qualified.keys) }
}

/// Operators that the language itself puts in place.
extension Catalog {
  /// Before a one-liner that starts with an operator.
  public static var lines: Operator { .lines }
  /// Behind `subject` and `var`.
  public static var subject: Operator { .subject }
  /// Behind the statement of that name.
  public static var execute: Operator { .execute }
  /// On the way of a binding both ways.
  public static var map: Operator { .map }
  /// Behind a script's pipeline without a sink.
  public static var print: Operator { .print }
}
