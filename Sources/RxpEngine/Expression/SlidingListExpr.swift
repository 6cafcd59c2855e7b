/// `slice(list + [item, …], -n)`: the last n of a list with more behind it, in one step. A window that
/// slides over a signal is written so: `scan [], slice(acc + [it], -10)`.
final class SlidingListExpr {
  private let list: Expr
  private let items: [Expr]
  private let count: Int

  /// nil where the call has another form.
  init?(_ builtin: Builtin, _ arguments: [Expr]) {
    guard builtin.name == Builtin.slice.name, arguments.count == 2,
      let sum = arguments[0] as? ArithmeticExpr, case .add = sum.operation,
      let more = sum.right as? ListExpr, let count = SlidingListExpr.count(arguments[1]),
      count > 0, count < Limits.listItems
    else { return nil }
    list = sum.left
    items = more.items
    self.count = count
  }

  /// The n of `-n`.
  private static func count(_ expr: Expr) -> Int? {
    if let negated = expr as? NegateExpr, let constant = negated.operand as? ConstantExpr,
      case .int(let count) = constant.value
    {
      return count
    }
    if let constant = expr as? ConstantExpr, case .int(let from) = constant.value, from < 0,
      from > Int.min
    {
      return -from
    }
    return nil
  }

  /// nil where the plain form has to be asked: what is added to is no list.
  func evaluate(_ frame: Frame) throws -> Value? {
    guard case .list(let base) = try list.evaluate(frame), base.items.count <= count else {
      return nil
    }
    var made: [Value] = []
    let total = base.items.count + items.count
    made.reserveCapacity(min(total, count))
    let dropped = max(0, total - count)
    made.append(contentsOf: base.items.dropFirst(dropped))
    for (place, item) in items.enumerated() {
      let value = try item.evaluate(frame)
      if base.items.count + place >= dropped { made.append(value) }
    }
    return .list(try List(made))
  }
}
