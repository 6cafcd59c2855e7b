import RxpText

public final class ListExpr: Expr, @unchecked Sendable {
  public let items: [Expr]
  public init(_ items: [Expr], _ place: Place?) {
    self.items = items
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    .list(try List(items.map { try $0.evaluate(frame) }))
  }
}

public final class RecordExpr: Expr, @unchecked Sendable {
  let shape: Shape
  public let values: [Expr]
  public init(_ keys: [Text], _ values: [Expr], _ place: Place?) {
    shape = Shape(keys)
    self.values = values
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    .record(try Record(shape, values.map { try $0.evaluate(frame) }))
  }
}

public final class RangeExpr: Expr, @unchecked Sendable {
  public let low: Expr
  public let high: Expr
  public init(_ low: Expr, _ high: Expr, _ place: Place?) {
    self.low = low
    self.high = high
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let from = try low.evaluate(frame)
    let to = try high.evaluate(frame)
    switch (from, to) {
    case (.int(let a), .int(let b)): return .range(IntRange(a, b))
    case (.int(let a), .double(let b)) where b == .infinity: return .range(IntRange(a, Int.max))
    case (.null, _), (_, .null): return .null
    default:
      throw mistake("a range needs two whole numbers: got \(from.excerpt()) and \(to.excerpt())")
    }
  }
}

/// `"\(.user) took \(.ms) ms"`.
public final class InterpolationExpr: Expr, @unchecked Sendable {
  public enum Part: Sendable {
    case text([UInt8])
    case value(Expr)
  }
  let parts: [Part]
  public init(_ parts: [Part], _ place: Place?) {
    self.parts = parts
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): bytes.append(contentsOf: text)
      case .value(let expr):
        let value = try expr.evaluate(frame)
        if case .null = value {
          bytes.append(contentsOf: "nil".utf8)
        } else {
          value.appendDisplay(to: &bytes)
        }
      }
      guard bytes.count <= Limits.textBytes else {
        throw Failure(
          kind: "limit", Text("a string of more than \(Limits.textBytes) bytes"), place: place)
      }
    }
    return .text(Text(bytes))
  }
}

/// Where an inner piece of code finds a value of the outer one, to be copied when it is made.
public enum CaptureSource: Sendable {
  case local(Int)
  case captured(Int)

  func value(_ frame: Frame) -> Value {
    switch self {
    case .local(let slot): frame.locals[slot]
    case .captured(let index): frame.captures[index]
    }
  }
}

/// A lambda as a value.
public final class ClosureExpr: Expr, @unchecked Sendable {
  public let code: Code
  public let captures: [CaptureSource]
  public init(_ code: Code, _ captures: [CaptureSource], _ place: Place?) {
    self.code = code
    self.captures = captures
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    .function(Function(.closure(code, captures: captures.map { $0.value(frame) })))
  }
}

/// A function given all but its first argument, as a value: `map(list, startsWith("2"))`.
public final class PartialExpr: Expr, @unchecked Sendable {
  let function: Expr
  let rest: [Expr]
  public init(_ function: Expr, _ rest: [Expr], _ place: Place?) {
    self.function = function
    self.rest = rest
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let callee = try function.evaluate(frame)
    guard case .function(let function) = callee else {
      throw mistake("\(Value.article(callee.typeName)) cannot be called")
    }
    return .function(Function(.partial(function, rest: try rest.map { try $0.evaluate(frame) })))
  }
}

/// The plan of one argument of a stage.
public indirect enum ArgumentPlan: Sendable {
  case missing
  /// Worked out at each subscription.
  case once(Code, [CaptureSource])
  /// Asked for each event.
  case asked(Code, [CaptureSource])
  /// Worked out when the signal is built.
  case fixed(Expr)
  case several([ArgumentPlan])
  case named([(name: String, plan: ArgumentPlan)])

  func bind(_ frame: Frame) throws -> BoundArgument {
    switch self {
    case .missing: .missing
    case .once(let code, let captures):
      .once(Closure(code, captures.map { $0.value(frame) }))
    case .asked(let code, let captures):
      .asked(Closure(code, captures.map { $0.value(frame) }))
    case .fixed(let expr): .fixed(try expr.evaluate(frame))
    case .several(let plans): .several(try plans.map { try $0.bind(frame) })
    case .named(let plans): .named(try plans.map { ($0.name, try $0.plan.bind(frame)) })
    }
  }
}

/// A stage: builds its signal out of the one before it.
public final class SignalExpr: Expr, @unchecked Sendable {
  public let definition: Operator
  public let upstream: Expr?
  public let arguments: [ArgumentPlan]
  public init(
    _ definition: Operator, upstream: Expr?, arguments: [ArgumentPlan], _ place: Place?
  ) {
    self.definition = definition
    self.upstream = upstream
    self.arguments = arguments
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let signal = try build(frame)
    try definition.built?(signal, frame.machine)
    frame.machine.run?.claim(signal)
    return .signal(signal)
  }

  /// The signal, not yet told that it was built.
  func build(_ frame: Frame) throws -> Signal {
    var source: Signal?
    if let upstream {
      let value = try upstream.evaluate(frame)
      guard let signal = value.asSignal else {
        throw mistake(
          "\(definition.name) works on a signal, got \(Value.article(value.typeName)): \(value.excerpt())"
        )
      }
      source = signal
    }
    return Signal(
      definition, upstream: source, arguments: try arguments.map { try $0.bind(frame) },
      place: place)
  }
}
