/// An expression over whole numbers, worked out event by event without values around them: yes and no
/// are 1 and 0. Where it cannot keep the exact meaning (an overflow, a division by zero) it gives
/// nil, and the expression is asked in the plain way, which has the message.
class WholeNode {
  /// Whether what it gives is a yes or a no.
  final let isTest: Bool

  init(isTest: Bool = false) { self.isTest = isTest }

  func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? { nil }

  /// The node of what is asked for events that are whole numbers, the running value being one too;
  /// nil where a part has none.
  static func node(for closure: Closure) -> WholeNode? {
    let captures = closure.captures
    return WholeNodes(event: WholeEvent()) { index in
      index < captures.count ? WholeNodes.constant(captures[index]) : nil
    }.node(closure.code.body)
  }
}

private final class WholeEvent: WholeNode {
  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? { it }
}

private final class WholeAccumulator: WholeNode {
  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? { acc }
}

private final class WholeIndex: WholeNode {
  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? { index }
}

private final class WholeConstant: WholeNode {
  let constant: Int
  init(_ constant: Int, isTest: Bool = false) {
    self.constant = constant
    super.init(isTest: isTest)
  }
  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? { constant }
}

/// A function of two whole numbers.
final class WholeOperation: WholeNode {
  private let left: WholeNode
  private let right: WholeNode
  private let apply: @Sendable (Int, Int) -> Int?

  init(_ left: WholeNode, _ right: WholeNode, _ apply: @escaping @Sendable (Int, Int) -> Int?) {
    self.left = left
    self.right = right
    self.apply = apply
  }

  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    guard let a = left.value(it, acc, index), let b = right.value(it, acc, index) else {
      return nil
    }
    return apply(a, b)
  }
}

private final class WholeArithmetic: WholeNode {
  private let operation: ArithmeticExpr.Operation
  private let left: WholeNode
  private let right: WholeNode
  /// The right side where it is known.
  private let known: Int?

  init(_ operation: ArithmeticExpr.Operation, _ left: WholeNode, _ right: WholeNode) {
    self.operation = operation
    self.left = left
    self.right = right
    known = (right as? WholeConstant)?.constant
  }

  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    guard let a = left.value(it, acc, index), let b = known ?? right.value(it, acc, index) else {
      return nil
    }
    let result: (partialValue: Int, overflow: Bool)
    switch operation {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide: return nil
    case .remainder: return b == 0 || b == -1 ? nil : a % b
    }
    return result.overflow ? nil : result.partialValue
  }
}

private final class WholeComparison: WholeNode {
  private let relation: ComparisonExpr.Relation
  private let left: WholeNode
  private let right: WholeNode
  private let known: Int?

  init(_ relation: ComparisonExpr.Relation, _ left: WholeNode, _ right: WholeNode) {
    self.relation = relation
    self.left = left
    self.right = right
    known = (right as? WholeConstant)?.constant
    super.init(isTest: true)
  }

  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    guard let a = left.value(it, acc, index), let b = known ?? right.value(it, acc, index) else {
      return nil
    }
    switch relation {
    case .equal: return a == b ? 1 : 0
    case .notEqual: return a != b ? 1 : 0
    case .less: return a < b ? 1 : 0
    case .lessOrEqual: return a <= b ? 1 : 0
    case .greater: return a > b ? 1 : 0
    case .greaterOrEqual: return a >= b ? 1 : 0
    }
  }
}

private final class WholeLogic: WholeNode {
  private let isAnd: Bool
  private let left: WholeNode
  private let right: WholeNode

  init(isAnd: Bool, _ left: WholeNode, _ right: WholeNode) {
    self.isAnd = isAnd
    self.left = left
    self.right = right
    super.init(isTest: true)
  }

  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    guard let first = left.value(it, acc, index) else { return nil }
    return (first != 0) != isAnd ? first : right.value(it, acc, index)
  }
}

private final class WholeChoice: WholeNode {
  private let condition: WholeNode
  private let yes: WholeNode
  private let no: WholeNode

  init(_ condition: WholeNode, _ yes: WholeNode, _ no: WholeNode) {
    self.condition = condition
    self.yes = yes
    self.no = no
    super.init(isTest: yes.isTest)
  }

  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    guard let choice = condition.value(it, acc, index) else { return nil }
    return choice != 0 ? yes.value(it, acc, index) : no.value(it, acc, index)
  }
}

private final class WholeNot: WholeNode {
  private let operand: WholeNode
  init(_ operand: WholeNode) {
    self.operand = operand
    super.init(isTest: true)
  }
  override func value(_ it: Int, _ acc: Int, _ index: Int) -> Int? {
    operand.value(it, acc, index).map { 1 - $0 }
  }
}

/// Finds the nodes of an expression.
private struct WholeNodes {
  /// The event; nil where none is at hand.
  let event: WholeNode?
  let captured: (Int) -> WholeNode?

  func node(_ expr: Expr) -> WholeNode? {
    switch expr {
    case let expr as ConstantExpr: return WholeNodes.constant(expr.value)
    case let expr as LocalExpr: return local(expr.slot)
    case let expr as CapturedExpr: return captured(expr.index)
    case let expr as InlinedExpr:
      return WholeNodes(event: nil) { index in
        guard index < expr.captures.count else { return nil }
        switch expr.captures[index] {
        case .local(let slot): return local(slot)
        case .captured(let index): return captured(index)
        }
      }.node(expr.code.body)
    case let expr as ArithmeticExpr:
      guard expr.operation != .divide, let (left, right) = numbers(expr.left, expr.right) else {
        return nil
      }
      return WholeArithmetic(expr.operation, left, right)
    case let expr as ComparisonExpr:
      guard let (left, right) = numbers(expr.left, expr.right) else { return nil }
      return WholeComparison(expr.relation, left, right)
    case let expr as LogicExpr:
      guard let left = test(expr.left), let right = test(expr.right) else { return nil }
      return WholeLogic(isAnd: expr.isAnd, left, right)
    case let expr as NotExpr: return test(expr.operand).map { WholeNot($0) }
    case let expr as ConditionalExpr:
      guard let condition = test(expr.condition), let yes = node(expr.yes),
        let no = node(expr.no), yes.isTest == no.isTest
      else { return nil }
      return WholeChoice(condition, yes, no)
    case let expr as CallExpr:
      guard let callee = expr.callee as? ConstantExpr, case .function(let function) = callee.value,
        case .builtin(let builtin) = function.body, let apply = builtin.wholeForm,
        expr.arguments.count == 2, let (left, right) = numbers(expr.arguments[0], expr.arguments[1])
      else { return nil }
      return WholeOperation(left, right, apply)
    default: return nil
    }
  }

  private func local(_ slot: Int) -> WholeNode? {
    guard let event else { return nil }
    switch slot {
    case Code.itSlot: return event
    case Code.accSlot: return WholeAccumulator()
    case Code.indexSlot: return WholeIndex()
    default: return nil
    }
  }

  static func constant(_ value: Value) -> WholeNode? {
    switch value {
    case .int(let number): WholeConstant(number)
    case .bool(let flag): WholeConstant(flag ? 1 : 0, isTest: true)
    default: nil
    }
  }

  private func test(_ expr: Expr) -> WholeNode? {
    guard let node = node(expr), node.isTest else { return nil }
    return node
  }

  private func numbers(_ a: Expr, _ b: Expr) -> (WholeNode, WholeNode)? {
    guard let left = node(a), let right = node(b), !left.isTest, !right.isTest else { return nil }
    return (left, right)
  }
}
