extension Builtin {
  /// What becomes of a call in which nil stands for an argument that must be given. (A function as
  /// an argument is no data: nil for it is a mistake of the program.)
  enum NilRule: Sendable {
    /// The result is nil: what is missing stays missing.
    case givesNil
    /// The result is false: a question about nothing is answered with no, as comparisons are.
    case saysNo
    /// The function sees the nil.
    case passes
  }

  /// A function whose body reads its arguments by a `Call`.
  init(
    _ name: String, _ summary: String, _ parameters: [Parameter], required: Int? = nil,
    variadic: Bool = false, gives result: ResultRule, onNil: NilRule = .givesNil,
    examples: [(call: String, result: String)],
    body: @escaping @Sendable (borrowing Call) throws -> Value
  ) {
    let mustBeThere = parameters.prefix(required ?? parameters.count).indices.filter { index in
      if case .function = parameters[index].type { return false }
      return onNil != .passes
    }
    self.init(
      name, summary, parameters, required: required, variadic: variadic, returns: result.apply,
      examples: examples
    ) { arguments, machine in
      for index in mustBeThere {
        if case .null = arguments[index] { return onNil == .saysNo ? .bool(false) : .null }
      }
      return try body(
        Call(name: name, parameters: parameters, arguments: arguments, machine: machine))
    }
  }

  /// How a call is written: `slice(x, from, to?)`, `min(x, …)`.
  public var signature: String {
    let names = parameters.enumerated().map { $1.name + ($0 < required ? "" : "?") }
    return "\(name)(\((names + (isVariadic ? ["…"] : [])).joined(separator: ", ")))"
  }
}

extension Builtin.Parameter {
  static let text = Builtin.Parameter("text", .text)
  static let pattern = Builtin.Parameter("pattern", .regex)
  static let number = Builtin.Parameter("x", .number)
  /// A list; a range stands for the list of its numbers.
  static let list = Builtin.Parameter("list", .list(.any))
  static let record = Builtin.Parameter("record", .record([], isClosed: false))
  /// Any kind of value.
  static let any = Builtin.Parameter("x", .any)
  /// A function asked for each member.
  static let function = Builtin.Parameter("f", .function(arity: 1, returns: .any))
}
