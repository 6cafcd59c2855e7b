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

/// Code with captures at a place of their own, for what is asked again and again.
final class PreparedCode {
  unowned(unsafe) let body: Expr
  let localCount: Int
  let captures: UnsafePointer<Value>
  private let closure: Closure

  init(_ closure: Closure) {
    self.closure = closure
    body = closure.code.body
    localCount = closure.code.localCount
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: max(closure.captures.count, 1))
    copy.initialize(from: closure.captures, count: closure.captures.count)
    captures = UnsafePointer(copy)
  }

  deinit {
    let copy = UnsafeMutablePointer(mutating: captures)
    copy.deinitialize(count: closure.captures.count)
    copy.deallocate()
  }
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
    try ask(PreparedCode(closure), .null, index: 0, place: place)
  }

  func ask(_ code: PreparedCode, _ it: Value, index: Int, place: Place?) throws -> Value {
    try enter(code.localCount, place) { locals in
      locals[Code.itSlot] = it
      locals[Code.indexSlot] = .int(index)
      return try code.body.evaluate(
        Frame(locals: locals, captures: code.captures, machine: self))
    }
  }

  func ask(
    _ code: PreparedCode, acc: Value, _ it: Value, index: Int, place: Place?
  ) throws -> Value {
    try enter(code.localCount, place) { locals in
      locals[Code.itSlot] = it
      locals[Code.accSlot] = acc
      locals[Code.indexSlot] = .int(index)
      return try code.body.evaluate(
        Frame(locals: locals, captures: code.captures, machine: self))
    }
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
        return try captures.withUnsafeBufferPointer {
          try code.body.evaluate(
            Frame(locals: locals, captures: $0.baseAddress ?? UnsafePointer(locals), machine: self))
        }
      }
    case .partial(let inner, let rest):
      return try call(inner, arguments + rest, place: place)
    }
  }

  @inline(__always)
  private func enter(
    _ count: Int, _ place: @autoclosure () -> Place?, _ body: (UnsafeMutablePointer<Value>) throws -> Value
  ) throws -> Value {
    guard depth < Limits.callDepth, top + count <= Machine.capacity else {
      throw Failure(
        kind: "limit", Text("functions call each other more than \(Limits.callDepth) deep"),
        place: place())
    }
    let locals = stack + top
    locals.initialize(repeating: .null, count: count)
    top += count
    depth += 1
    defer {
      depth -= 1
      top -= count
      locals.deinitialize(count: count)
    }
    return try body(locals)
  }
}
