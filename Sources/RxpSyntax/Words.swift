/// The words of the language that mean something by their place.
public enum Words {
  /// Words of expressions; they name nothing, except at the head of a stage.
  public static let reserved: Set<String> = [
    "nil", "true", "false", "not", "and", "or", "in", "contains", "if", "then", "else",
  ]

  /// Words that begin a statement when the text after them fits; elsewhere they are names.
  public static let statements = [
    "let", "var", "subject", "channel", "command", "at", "import", "test", "expect", "complete",
    "fail",
    "connect", "disconnect", "execute",
  ]

  /// Verbs of statements on an object: `complete clicks`.
  static let acts: Set<String> = ["complete", "fail", "connect", "disconnect", "execute"]

  /// Operators between two expressions that are words.
  static let infix: [String: BinaryOperator] = [
    "or": .or, "and": .and, "in": .isIn, "contains": .contains,
  ]

  /// What other languages call `let` and `var`.
  static let definitions = [
    "const": "let", "val": "let", "def": "let", "define": "let", "func": "let", "function": "let",
    "fn": "let", "mut": "var",
  ]

  /// Every word that stands in a text, be it a name, part of a string or of a comment.
  public static func all(in text: String) -> Set<String> {
    Set(
      text.unicodeScalars.split { !$0.properties.isXIDContinue }.map { String(Substring($0)) })
  }

  /// Whether a text can be written as a name.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}
