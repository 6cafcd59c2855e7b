/// Finds the nodes for an expression; nil where a part of it has none.
struct Vectorizer {
  private let hasEvent: Bool
  private let captured: (Int) -> VectorNode?

  private let reads: Reads

  /// What the nodes read.
  final class Reads {
    var fields = FieldNeeds.none
    var index = false
  }

  static func node(for closure: Closure, _ reads: Reads) -> VectorNode? {
    let captures = closure.captures
    return Vectorizer(
      hasEvent: true,
      captured: { index in index < captures.count ? ConstantVector(captures[index]) : nil },
      reads: reads
    ).node(closure.code.body)
  }

  private func local(_ slot: Int) -> VectorNode? {
    switch slot {
    case Code.itSlot where hasEvent:
      reads.fields.readWhole()
      return EventVector()
    case Code.indexSlot where hasEvent:
      reads.index = true
      return IndexVector()
    default: return nil
    }
  }

  private func node(_ expr: Expr) -> VectorNode? {
    switch expr {
    case let expr as ConstantExpr: return ConstantVector(expr.value)
    case let expr as LocalExpr: return local(expr.slot)
    case let expr as CapturedExpr: return captured(expr.index)
    case let expr as InlinedExpr:
      return Vectorizer(
        hasEvent: false,
        captured: { index in
          guard index < expr.captures.count else { return nil }
          switch expr.captures[index] {
          case .local(let slot): return local(slot)
          case .captured(let index): return captured(index)
          }
        }, reads: reads
      ).node(expr.code.body)
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
    case let expr as MemberExpr:
      guard hasEvent, let base = expr.base as? LocalExpr, base.slot == Code.itSlot else {
        return nil
      }
      reads.fields.read(expr.name)
      return FieldVector(expr.name)
    case let expr as IndexExpr:
      guard let list = node(expr.base), let index = expr.index as? ConstantExpr,
        case .int(let place) = index.value, place >= 0
      else { return nil }
      return PieceVector(list, place)
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
