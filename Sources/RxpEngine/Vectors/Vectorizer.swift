/// Finds the nodes for an expression; nil where a part of it has none.
struct Vectorizer {
  private let hasEvent: Bool
  private let captured: (Int) -> VectorNode?

  static func node(for closure: Closure) -> VectorNode? {
    let captures = closure.captures
    return Vectorizer(hasEvent: true) { index in
      index < captures.count ? ConstantVector(captures[index]) : nil
    }.node(closure.code.body)
  }

  private func local(_ slot: Int) -> VectorNode? {
    switch slot {
    case Code.itSlot where hasEvent: EventVector()
    case Code.indexSlot where hasEvent: IndexVector()
    default: nil
    }
  }

  private func node(_ expr: Expr) -> VectorNode? {
    switch expr {
    case let expr as ConstantExpr: return ConstantVector(expr.value)
    case let expr as LocalExpr: return local(expr.slot)
    case let expr as CapturedExpr: return captured(expr.index)
    case let expr as InlinedExpr:
      return Vectorizer(hasEvent: false) { index in
        guard index < expr.captures.count else { return nil }
        switch expr.captures[index] {
        case .local(let slot): return local(slot)
        case .captured(let index): return captured(index)
        }
      }.node(expr.code.body)
    case let expr as ComparisonExpr:
      guard let left = node(expr.left), let right = node(expr.right) else {
        return nil
      }
      return ComparisonVector(expr.relation, left, right)
    case let expr as ArithmeticExpr:
      guard let left = node(expr.left), let right = node(expr.right) else {
        return nil
      }
      return ArithmeticVector(expr.operation, left, right)
    case let expr as LogicExpr:
      guard let left = node(expr.left), let right = node(expr.right) else {
        return nil
      }
      return LogicVector(isAnd: expr.isAnd, left, right)
    case let expr as NotExpr: return node(expr.operand).map { NotVector($0) }
    case let expr as MatchExpr:
      guard let subject = node(expr.left), let pattern = expr.right as? ConstantExpr,
        case .regex(let regex) = pattern.value
      else { return nil }
      return MatchVector(regex, isNegated: expr.isNegated, subject)
    case let expr as CallExpr:
      guard let callee = expr.callee as? ConstantExpr, case .function(let function) = callee.value,
        case .builtin(let builtin) = function.body, let kernel = builtin.kernel
      else { return nil }
      var arguments: [VectorNode] = []
      for argument in expr.arguments {
        guard let node = node(argument) else { return nil }
        arguments.append(node)
      }
      return kernel(arguments)
    default: return nil
    }
  }
}
