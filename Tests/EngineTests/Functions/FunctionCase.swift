import Testing

@testable import RxpEngine

/// One row of a table: a function, its arguments, and the result as JSON or the error as
/// `kind: message`.
struct FunctionCase: Sendable, CustomTestStringConvertible {
  let name: String
  let arguments: [Value]
  let expected: String

  init(_ name: String, _ arguments: [Value], _ expected: String) {
    self.name = name
    self.arguments = arguments
    self.expected = expected
  }

  var testDescription: String {
    "\(name)(\(arguments.map { $0.excerpt() }.joined(separator: ", ")))"
  }

  func check(at location: SourceLocation = #_sourceLocation) {
    #expect(
      outcome(of: name, arguments) == expected, "\(testDescription)", sourceLocation: location)
  }
}

/// What a call comes to, as text.
func outcome(of name: String, _ arguments: [Value]) -> String {
  do { return try call(name, arguments).json() } catch let failure as Failure {
    return "\(failure.kind): \(failure.message)"
  } catch { return "\(error)" }
}

/// Calls a function of the language as the machine does.
func call(_ name: String, _ arguments: [Value]) throws -> Value {
  guard let builtin = Functions.find(name) else { throw Failure.type("there is no \(name)") }
  return try Machine().call(Function(.builtin(builtin)), arguments, place: nil)
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: Value...) { self = (try? .list(elements)) ?? .null }
  public init(dictionaryLiteral elements: (String, Value)...) {
    let record = try? Record(pairs: elements.map { (Text($0.0), $0.1) })
    self = record.map { .record($0) } ?? .null
  }

  static let most = Value.int(Int.max)
  static let least = Value.int(Int.min)

  static func regex(_ pattern: String, _ flags: String = "") -> Value {
    (try? Regex(pattern, flags: flags)).map { .regex($0) } ?? .null
  }

  static func range(_ low: Int, _ high: Int) -> Value { .range(IntRange(low, high)) }

  static func bytes(_ bytes: [UInt8]) -> Value { .text(Text(bytes)) }

  /// A function of the language as a value.
  static func function(_ name: String) -> Value {
    Functions.find(name).map { .function(Function(.builtin($0))) } ?? .null
  }

  /// A function written in Swift with so many parameters.
  static func lambda(_ arity: Int, _ body: @escaping @Sendable ([Value]) throws -> Value) -> Value {
    let code = Code(name: "f", body: NativeExpr(arity, body), arity: arity, localCount: arity)
    return .function(Function(.closure(code, captures: [])))
  }

  static func lambda(_ body: @escaping @Sendable (Value) throws -> Value) -> Value {
    lambda(1) { try body($0[0]) }
  }
}

private final class NativeExpr: Expr, @unchecked Sendable {
  private let arity: Int
  private let body: @Sendable ([Value]) throws -> Value

  init(_ arity: Int, _ body: @escaping @Sendable ([Value]) throws -> Value) {
    self.arity = arity
    self.body = body
    super.init(nil)
  }

  override func evaluate(_ frame: Frame) throws -> Value {
    try body((0..<arity).map { frame.locals[$0] })
  }
}
