import RxpText

/// A compiled expression with the layout of its locals. Made once, run many times.
///
/// Code that an operator asks for each event has the event in slot 0 (`it`), the running value in
/// slot 1 (`acc`) and the count of askings in slot 2 (`index`). Code of a function has its
/// parameters from slot 0 on.
public final class Code: Sendable {
  public let name: String
  public let body: Expr
  /// How many arguments a call takes; nil for code that an operator asks.
  public let arity: Int?
  public let localCount: Int

  public init(name: String = "=>", body: Expr, arity: Int? = nil, localCount: Int) {
    self.name = name
    self.body = body
    self.arity = arity
    self.localCount = max(localCount, Code.askedSlots)
  }

  public static let itSlot = 0
  public static let accSlot = 1
  public static let indexSlot = 2
  /// Slots below this one belong to the operator's values.
  public static let askedSlots = 3

  public static func constant(_ value: Value) -> Code {
    Code(body: ConstantExpr(value, nil), localCount: 0)
  }
}

/// What a body sees while it runs: owned by whoever runs it, for the time of the call.
public struct Frame {
  let locals: UnsafeMutablePointer<Value>
  let captures: UnsafePointer<Value>
  unowned(unsafe) let machine: Machine
}

/// Runs code: one per run, with a stack of locals of fixed size.
public final class Machine {
  /// The run it belongs to; nil while constants are folded before any run.
  unowned(unsafe) let run: Run?
  private let stack: UnsafeMutablePointer<Value>
  private var top = 0
  private var depth = 0
  /// For `json(text)`: its memory is used again from call to call.
  private(set) lazy var jsonDecoder = JSONDecoder()
  private static let capacity = 64 * Limits.callDepth

  init(_ run: Run?) {
    self.run = run
    stack = .allocate(capacity: Machine.capacity)
  }

  deinit { stack.deallocate() }

  /// Outside a run: constant folding and checks.
  public convenience init() { self.init(nil) }

  /// Work out an argument or a statement's expression: no event is at hand.
  public func call(_ closure: Closure, place: Place?) throws -> Value {
    try PreparedCode(closure, self, place)(.null, index: 0)
  }

  /// Calls a function value with its arguments.
  public func call(_ function: Function, _ arguments: [Value], place: Place?) throws -> Value {
    switch function.body {
    case .builtin(let builtin):
      guard arguments.count >= builtin.required,
        builtin.isVariadic || arguments.count <= builtin.parameters.count
      else {
        throw Failure.type(
          "\(builtin.name) takes \(builtin.parameters.count) arguments, got \(arguments.count)",
          at: place)
      }
      do { return try builtin.apply(arguments, self) } catch let failure as Failure {
        throw failure.at(place)
      }
    case .closure(let code, let captures):
      guard code.arity == arguments.count else {
        throw Failure.type(
          "\(code.name) takes \(code.arity ?? 0) arguments, got \(arguments.count)", at: place)
      }
      return try enter(code.localCount, place) { locals in
        for (slot, argument) in arguments.enumerated() { locals[slot] = argument }
      } _: { locals in
        try captures.withUnsafeBufferPointer {
          try code.body.evaluate(
            Frame(locals: locals, captures: $0.baseAddress ?? UnsafePointer(locals), machine: self))
        }
      }
    case .partial(let inner, let rest):
      return try call(inner, arguments + rest, place: place)
    }
  }

  /// Runs a body with room for its locals, which `fill` sets (they are nil before).
  @inline(__always)
  func enter(
    _ count: Int, _ place: @autoclosure () -> Place?,
    fill: (UnsafeMutablePointer<Value>) -> Void,
    _ body: (UnsafeMutablePointer<Value>) throws -> Value
  ) throws -> Value {
    guard depth < Limits.callDepth, top + count <= Machine.capacity else {
      throw Failure(
        kind: "limit", Text("functions call each other more than \(Limits.callDepth) deep"),
        place: place())
    }
    let locals = stack + top
    for slot in 0..<count { (locals + slot).initialize(to: .null) }
    fill(locals)
    top &+= count
    depth &+= 1
    defer {
      depth &-= 1
      top &-= count
      // One by one: the array form is a call into the runtime.
      for slot in 0..<count { (locals + slot).deinitialize(count: 1) }
    }
    return try body(locals)
  }
}
