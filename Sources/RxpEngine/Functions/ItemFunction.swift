/// A function called for each of many values.
struct ItemFunction {
  private let function: Function
  private let machine: Machine
  /// How many parameters of a lambda take a list apart; nil where the value is passed whole.
  private let spread: Int?
  private var calls = 0

  init(_ function: Function, _ machine: Machine) {
    self.function = function
    self.machine = machine
    if case .closure(let code, _) = function.body, let arity = code.arity, arity > 1 {
      spread = arity
    } else {
      spread = nil
    }
  }

  /// With two or more parameters a lambda takes a list apart: `map(pairs, (a, b) => a + b)`; names
  /// beyond its members are nil.
  mutating func callAsFunction(_ value: Value) throws -> Value {
    try mayGoOn()
    guard let spread else { return try machine.call(function, [value], place: nil) }
    let members: [Value]
    switch value {
    case .list(let list): members = list.items
    case .null: members = []
    default:
      throw Failure.type(
        "\(spread) parameters take a list apart, got \(Value.article(value.typeName)): "
          + value.excerpt())
    }
    let padding = max(0, spread - members.count)
    return try machine.call(
      function, members.prefix(spread) + Array(repeating: .null, count: padding), place: nil)
  }

  mutating func callAsFunction(_ accumulated: Value, _ value: Value) throws -> Value {
    try mayGoOn()
    return try machine.call(function, [accumulated, value], place: nil)
  }

  /// A range may be endless; Ctrl-C is not.
  private mutating func mayGoOn() throws {
    calls &+= 1
    if calls & 1023 == 0, let run = machine.run, !run.mayGoOn() {
      throw Failure(kind: "interrupted", "the run was stopped")
    }
  }
}

/// A function that says yes or no; nil is no.
struct ItemTest {
  private var function: ItemFunction
  private let name: String

  init(_ function: ItemFunction, _ name: String) {
    self.function = function
    self.name = name
  }

  mutating func callAsFunction(_ value: Value) throws -> Bool {
    try ItemTest.truth(try function(value), name, "a function that says yes or no")
  }

  static func truth(_ answer: Value, _ name: String, _ wanted: String) throws -> Bool {
    switch answer {
    case .bool(let yes): return yes
    case .null: return false
    default: throw Call.mistake(name, wanted, answer)
    }
  }
}
