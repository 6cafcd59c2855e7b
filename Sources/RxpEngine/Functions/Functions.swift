/// The functions of expressions, found by name.
public enum Functions {
  public static let all: [Builtin] =
    text + patterns + numbers + lists + records + conversions + eventsAndTime

  private static let index = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  public static func find(_ name: String) -> Builtin? { index[name] }
  public static let names: [String] = all.map(\.name)
}

extension Builtin {
  /// A function that gives nil where its first argument is nil.
  static func lifted(
    _ name: String, _ summary: String, _ parameters: [Parameter], required: Int? = nil,
    returns result: Type, examples: [(call: String, result: String)],
    _ apply: @escaping @Sendable ([Value], Machine) throws -> Value
  ) -> Builtin {
    Builtin(
      name, summary, parameters, required: required, returns: { _ in result }, examples: examples
    ) { arguments, machine in
      if case .null = arguments[0] { return .null }
      return try apply(arguments, machine)
    }
  }
}

extension Failure {
  /// A mistake of the program in a call.
  static func argument(_ function: String, _ wanted: String, _ got: Value) -> Failure {
    .type("\(function) needs \(wanted): got \(Value.article(got.typeName)), \(got.excerpt())")
  }
}

/// The arguments of a call, read as what they should be.
struct Call {
  let name: String
  let arguments: [Value]

  init(_ name: String, _ arguments: [Value]) {
    self.name = name
    self.arguments = arguments
  }

  func has(_ index: Int) -> Bool {
    guard index < arguments.count else { return false }
    if case .null = arguments[index] { return false }
    return true
  }

  func text(_ index: Int) throws -> Text {
    guard case .text(let text) = arguments[index] else {
      throw Failure.argument(name, "a string", arguments[index])
    }
    return text
  }

  func int(_ index: Int) throws -> Int {
    switch arguments[index] {
    case .int(let number): return number
    case .double(let number):
      if let whole = Int(exactly: number) { return whole }
      if number == .infinity { return Int.max }
      fallthrough
    default: throw Failure.argument(name, "a whole number", arguments[index])
    }
  }

  func number(_ index: Int) throws -> Double {
    guard let number = arguments[index].number else {
      throw Failure.argument(name, "a number", arguments[index])
    }
    return number
  }

  /// A list; the numbers of a range.
  func items(_ index: Int) throws -> [Value] {
    switch arguments[index] {
    case .list(let list): return list.items
    case .range(let range):
      guard range.count <= Limits.listItems else {
        throw Failure(kind: "limit", Text("a list of more than \(Limits.listItems) items"))
      }
      return range.isEmpty ? [] : (range.low...range.high).map { .int($0) }
    default: throw Failure.argument(name, "a list", arguments[index])
    }
  }

  func record(_ index: Int) throws -> Record {
    guard case .record(let record) = arguments[index] else {
      throw Failure.argument(name, "a record", arguments[index])
    }
    return record
  }

  func function(_ index: Int) throws -> Function {
    guard case .function(let function) = arguments[index] else {
      throw Failure.argument(name, "a function", arguments[index])
    }
    return function
  }

  func bounded(_ text: [UInt8]) throws -> Value {
    guard text.count <= Limits.textBytes else {
      throw Failure(kind: "limit", Text("a string of more than \(Limits.textBytes) bytes"))
    }
    return .text(Text(text))
  }
}
