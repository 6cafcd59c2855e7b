import RxpText

/// An expression of the language, with its place.
public struct Expression: Sendable {
  public indirect enum Kind: Sendable {
    case nothing
    case bool(Bool)
    case int(Int)
    /// The value and the digits as written.
    case double(Double, text: String)
    /// `500ms`, `2s`, `1h`: whole nanoseconds, and as written.
    case duration(nanoseconds: Int, text: String)
    /// A string without interpolation; `raw` in single quotes. The text has its escapes resolved.
    case string(String, raw: Bool)
    /// `"\(.user) took \(.ms) ms"`.
    case interpolated([StringPart])
    case regex(pattern: String, flags: String)
    case name(String)
    case list([Expression])
    /// `{user: .user, "a b": 1, n}`; a field without a value stands for the name of that spelling.
    case record([RecordField])
    /// `.name` (base nil: of `it`) and `x.name`.
    case member(Expression?, Name)
    case index(Expression, Expression)
    /// `f(x, k: y)`.
    case call(Expression, [Argument])
    /// `x => …`, `(x, y) => …`, `() => …`.
    case lambda([Name], Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
    /// `-x`, `not x`.
    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression, operatorSpan: Span)
    /// `( … )`: a pipeline in parentheses, or an expression in parentheses (one stage without
    /// arguments).
    case parenthesized(Pipeline)
    /// What could not be read; its diagnostics have been given.
    case invalid
  }

  public var kind: Kind
  public var span: Span
  public init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

public enum StringPart: Sendable {
  case text(String)
  case value(Expression)
}

public struct RecordField: Sendable {
  public var key: Name
  /// nil for the short form `{user}`.
  public var value: Expression?
  public init(key: Name, value: Expression?) {
    self.key = key
    self.value = value
  }
}

public enum UnaryOperator: String, Sendable, CaseIterable {
  case minus = "-"
  case not
}

/// The operators between two expressions, as written.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case coalesce = "??"
  case or
  case and
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case matches = "~"
  case notMatches = "!~"
  case isIn = "in"
  case contains
  case range = ".."
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// Higher binds tighter; the table of grammar.md.
  public var precedence: Int {
    switch self {
    case .coalesce: 3
    case .or: 4
    case .and: 5
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .matches, .notMatches,
      .isIn, .contains:
      7
    case .range: 8
    case .add, .subtract: 9
    case .multiply, .divide, .remainder: 10
    }
  }
}
