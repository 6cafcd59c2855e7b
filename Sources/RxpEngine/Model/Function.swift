/// A function as a value.
public final class Function: Sendable {
  public enum Body: Sendable {
    /// One of the language's own.
    case builtin(Builtin)
    /// A lambda or a `let` with parameters: its code and the values it captured.
    case closure(Code, captures: [Value])
    /// A function given all but its first argument: `startsWith("2")`.
    case partial(Function, rest: [Value])
  }

  public let body: Body

  public init(_ body: Body) { self.body = body }

  public var name: String {
    switch body {
    case .builtin(let builtin): builtin.name
    case .closure(let code, _): code.name
    case .partial(let function, _): function.name
    }
  }
}

/// A function of the language: its one definition, read by checks, completion and help.
public struct Builtin: Sendable {
  public let name: String
  public let summary: String
  /// Parameters in order; those from `required` on may be left out.
  public let parameters: [Parameter]
  public let required: Int
  /// Whether further arguments may follow.
  public let isVariadic: Bool
  public let result: @Sendable ([Type]) -> Type
  /// Call and result in the language, tested: `("len(\"añb\")", "3")`.
  public let examples: [(call: String, result: String)]
  public let apply: @Sendable ([Value], Machine) throws -> Value
  /// The same over whole columns, where that pays: from the nodes of its arguments to its own.
  private(set) var kernel: (@Sendable ([VectorNode]) -> VectorNode?)?
  /// What it gives for two whole numbers; nil where the plain form has to tell what is wrong.
  private(set) var wholeForm: (@Sendable (Int, Int) -> Int?)?

  public struct Parameter: Sendable {
    public let name: String
    public let type: Type
    public init(_ name: String, _ type: Type) {
      self.name = name
      self.type = type
    }
  }

  public init(
    _ name: String, _ summary: String, _ parameters: [Parameter], required: Int? = nil,
    variadic: Bool = false, returns result: @escaping @Sendable ([Type]) -> Type,
    examples: [(call: String, result: String)],
    _ apply: @escaping @Sendable ([Value], Machine) throws -> Value
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.required = required ?? parameters.count
    isVariadic = variadic
    self.result = result
    self.examples = examples
    self.apply = apply
  }

  /// The function with a form for whole columns.
  func vectorized(_ kernel: @escaping @Sendable ([VectorNode]) -> VectorNode?) -> Builtin {
    var made = self
    made.kernel = kernel
    return made
  }

  /// The function with a form for two whole numbers.
  func forWholeNumbers(_ apply: @escaping @Sendable (Int, Int) -> Int?) -> Builtin {
    var made = self
    made.wholeForm = apply
    return made
  }
}
