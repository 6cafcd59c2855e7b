import RxpText

public final class NegateExpr: Expr, @unchecked Sendable {
  public let operand: Expr
  public init(_ operand: Expr, _ place: Place?) {
    self.operand = operand
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    switch try operand.evaluate(frame) {
    case .null: return .null
    case .int(let x):
      let (result, overflow) = 0.subtractingReportingOverflow(x)
      if overflow { throw Failure.overflow("-(\(x))", place) }
      return .int(result)
    case .double(let x): return .double(-x)
    case let other:
      throw mistake("\(Value.article(other.typeName)) has no negative: \(other.excerpt())")
    }
  }
}

public final class NotExpr: Expr, @unchecked Sendable {
  let operand: Expr
  public init(_ operand: Expr, _ place: Place?) {
    self.operand = operand
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    .bool(!(try operand.evaluate(frame).truth(place)))
  }
}

/// `and`, `or`: the right side is worked out only where it decides.
public final class LogicExpr: Expr, @unchecked Sendable {
  let isAnd: Bool
  let left: Expr
  let right: Expr
  public init(isAnd: Bool, _ left: Expr, _ right: Expr, _ place: Place?) {
    self.isAnd = isAnd
    self.left = left
    self.right = right
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let first = try left.evaluate(frame).truth(left.place)
    if first != isAnd { return .bool(first) }
    return .bool(try right.evaluate(frame).truth(right.place))
  }
}

public final class CoalesceExpr: Expr, @unchecked Sendable {
  public let left: Expr
  public let right: Expr
  public init(_ left: Expr, _ right: Expr, _ place: Place?) {
    self.left = left
    self.right = right
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let value = try left.evaluate(frame)
    if case .null = value { return try right.evaluate(frame) }
    return value
  }
}

public final class ConditionalExpr: Expr, @unchecked Sendable {
  let condition: Expr
  public let yes: Expr
  public let no: Expr
  public init(_ condition: Expr, _ yes: Expr, _ no: Expr, _ place: Place?) {
    self.condition = condition
    self.yes = yes
    self.no = no
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    try condition.evaluate(frame).truth(condition.place)
      ? yes.evaluate(frame) : no.evaluate(frame)
  }
}

public final class ComparisonExpr: Expr, @unchecked Sendable {
  public enum Relation: Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }
  let relation: Relation
  let left: Expr
  let right: Expr
  public init(_ relation: Relation, _ left: Expr, _ right: Expr, _ place: Place?) {
    self.relation = relation
    self.left = left
    self.right = right
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let a = try left.evaluate(frame)
    let b = try right.evaluate(frame)
    switch relation {
    case .equal: return .bool(a == b)
    case .notEqual: return .bool(a != b)
    default: break
    }
    let order: Int?
    do { order = try a.ordered(b) } catch let failure as Failure { throw failure.at(place) }
    guard let order else { return .bool(false) }
    switch relation {
    case .less: return .bool(order < 0)
    case .lessOrEqual: return .bool(order <= 0)
    case .greater: return .bool(order > 0)
    default: return .bool(order >= 0)
    }
  }
}

public final class ArithmeticExpr: Expr, @unchecked Sendable {
  public enum Operation: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }
  let operation: Operation
  let left: Expr
  let right: Expr
  public init(_ operation: Operation, _ left: Expr, _ right: Expr, _ place: Place?) {
    self.operation = operation
    self.left = left
    self.right = right
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    do {
      return try Value.arithmetic(
        operation, try left.evaluate(frame), try right.evaluate(frame))
    } catch let failure as Failure { throw failure.at(place) }
  }
}

/// `~`, `!~`: a string against a regular expression (or a string as one).
public final class MatchExpr: Expr, @unchecked Sendable {
  let isNegated: Bool
  let left: Expr
  let right: Expr
  public init(isNegated: Bool, _ left: Expr, _ right: Expr, _ place: Place?) {
    self.isNegated = isNegated
    self.left = left
    self.right = right
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let subject = try left.evaluate(frame)
    let pattern = try right.evaluate(frame)
    switch (subject, pattern) {
    case (.null, _): return .bool(isNegated)
    case (.text(let text), .regex(let regex)):
      do { return .bool(try regex.matches(text) != isNegated) } catch let failure as Failure {
        throw failure.at(place)
      }
    default:
      throw mistake(
        "~ needs a string and a regular expression: got \(subject.excerpt()) and \(pattern.excerpt())"
      )
    }
  }
}

/// `x in list`, `text contains part`.
public final class MembershipExpr: Expr, @unchecked Sendable {
  let item: Expr
  let container: Expr
  public init(item: Expr, container: Expr, _ place: Place?) {
    self.item = item
    self.container = container
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    do {
      return try container.evaluate(frame).holds(item.evaluate(frame))
    } catch let failure as Failure { throw failure.at(place) }
  }
}

/// `f(x)`, the callee being known only in the run or not.
public final class CallExpr: Expr, @unchecked Sendable {
  public let callee: Expr
  public let arguments: [Expr]
  /// What does it, where that is one of the language's own functions, rightly called.
  private let direct: (@Sendable ([Value], Machine) throws -> Value)?
  private let sliding: SlidingListExpr?
  public init(_ callee: Expr, _ arguments: [Expr], _ place: Place?) {
    self.callee = callee
    self.arguments = arguments
    if let constant = callee as? ConstantExpr, case .function(let function) = constant.value,
      case .builtin(let builtin) = function.body, arguments.count >= builtin.required,
      builtin.isVariadic || arguments.count <= builtin.parameters.count
    {
      direct = builtin.apply
      sliding = SlidingListExpr(builtin, arguments)
    } else {
      direct = nil
      sliding = nil
    }
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    if let direct {
      if let sliding, let list = try sliding.evaluate(frame) { return list }
      var values: [Value] = []
      values.reserveCapacity(arguments.count)
      for argument in arguments { values.append(try argument.evaluate(frame)) }
      do { return try direct(values, frame.machine) } catch let failure as Failure {
        throw failure.at(place)
      }
    }
    let function = try callee.evaluate(frame)
    guard case .function(let function) = function else {
      throw mistake("\(Value.article(function.typeName)) cannot be called: \(function.excerpt())")
    }
    return try frame.machine.call(
      function, arguments.map { try $0.evaluate(frame) }, place: place)
  }
}
