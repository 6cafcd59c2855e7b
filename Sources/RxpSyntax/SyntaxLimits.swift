/// Bounds on texts, so that no text can exhaust the stack, the memory or the patience of a reader.
///
/// Each one that a text passes is one diagnostic.
public enum SyntaxLimits {
  /// Brackets, lambdas, conditions, prefixes and interpolations within one another.
  public static let nesting = 256
  /// The height of the tree of one expression. A chain such as `1 + 1 + …` grows the tree by one
  /// with each operand; whoever walks or frees a tree needs a stack of this depth.
  public static let expressionHeight = 512
  /// Stages of one pipeline.
  public static let stages = 1024
  /// Bytes of one script.
  public static let scriptBytes = 4 << 20
  /// Digits of one number.
  public static let numberDigits = 400
  /// Bytes of one regular expression.
  public static let regexBytes = 4096
  /// Diagnostics of one text; what comes after them is not told.
  public static let diagnostics = 100
}
