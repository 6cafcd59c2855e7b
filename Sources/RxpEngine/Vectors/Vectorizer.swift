/// Finds the nodes for an expression; nil where a part of it has none.
enum Vectorizer {
  static func node(for closure: Closure) -> VectorNode? {
    // What never changes from row to row is no gain, and `it` alone needs no copy.
    node(closure.code.body, closure.captures)
  }

  private static func node(_ expr: Expr, _ captures: [Value]) -> VectorNode? {
    switch expr {
    case let expr as ConstantExpr: return ConstantVector(expr.value)
    case let expr as LocalExpr:
      switch expr.slot {
      case Code.itSlot: return EventVector()
      case Code.indexSlot: return IndexVector()
      default: return nil
      }
    case let expr as CapturedExpr:
      return expr.index < captures.count ? ConstantVector(captures[expr.index]) : nil
    case let expr as ComparisonExpr:
      guard let left = node(expr.left, captures), let right = node(expr.right, captures) else {
        return nil
      }
      return ComparisonVector(expr.relation, left, right)
    case let expr as ArithmeticExpr:
      guard let left = node(expr.left, captures), let right = node(expr.right, captures) else {
        return nil
      }
      return ArithmeticVector(expr.operation, left, right)
    case let expr as LogicExpr:
      guard let left = node(expr.left, captures), let right = node(expr.right, captures) else {
        return nil
      }
      return LogicVector(isAnd: expr.isAnd, left, right)
    case let expr as NotExpr: return node(expr.operand, captures).map { NotVector($0) }
    case let expr as MatchExpr:
      guard let subject = node(expr.left, captures), let pattern = expr.right as? ConstantExpr,
        case .regex(let regex) = pattern.value
      else { return nil }
      return MatchVector(regex, isNegated: expr.isNegated, subject)
    case let expr as CallExpr:
      guard let callee = expr.callee as? ConstantExpr, case .function(let function) = callee.value,
        case .builtin(let builtin) = function.body, let kernel = builtin.kernel
      else { return nil }
      var arguments: [VectorNode] = []
      for argument in expr.arguments {
        guard let node = node(argument, captures) else { return nil }
        arguments.append(node)
      }
      return kernel(arguments)
    default: return nil
    }
  }
}
