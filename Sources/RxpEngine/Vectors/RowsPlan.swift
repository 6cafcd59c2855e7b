/// What an operator is as a row: the events it sends at its subscription, before it completes in the
/// same step.
public enum RowForm: Sendable {
  /// Its arguments, each worked out at the subscription.
  case arguments
  /// What its members send, one after the other.
  case members
}

/// The events of an inner signal that sends them all at once, worked out without the signal:
/// `flatMap just(it)`, `flatMap [it, it + 1]`, `flatMap merge(just(it), just(it + 1))`.
///
/// Only expressions without effects that can be worked out again are taken, so that where one fails
/// nothing has happened yet, and the signal itself can tell of it.
final class RowsPlan {
  /// What gives the signal, and counts how often it was asked.
  private let signal: Asked
  private let items: [Asked]

  private init(_ signal: Asked, _ items: [Asked]) {
    self.signal = signal
    self.items = items
  }

  /// nil where the signal that is asked for is of another kind.
  convenience init?(_ asked: Asked, _ run: Run) {
    let code = asked.closure.code
    guard let exprs = RowsPlan.items(code.body), exprs.count <= RowsPlan.mostItems else {
      return nil
    }
    let items = exprs.map { expr in
      Asked(
        Closure(Code(body: expr, localCount: code.localCount), asked.closure.captures), run,
        asked.place)
    }
    guard items.allSatisfy(\.isPlain) else { return nil }
    self.init(asked, items)
  }

  /// So that the rows of one event fit into a batch many times over.
  private static let mostItems = 64

  var count: Int { items.count }

  /// Room for the events of one event.
  private var spare: [Value] = []

  /// Hands the events for one event to `send` while it says yes; false where the signal has to tell
  /// what is wrong, nothing having been sent.
  func send(_ event: Value, _ send: (Value) -> Bool) -> Bool {
    // In use where the receiver comes back here.
    var values = spare
    spare = []
    defer {
      values.removeAll(keepingCapacity: true)
      spare = values
    }
    do { try work(out: event, into: &values) } catch { return false }
    for value in values where !send(value) { break }
    return true
  }

  private func work(out event: Value, into values: inout [Value]) throws {
    for item in items {
      item.index = signal.index
      values.append(try item(event))
    }
    signal.index &+= 1
  }

  /// The events for a batch, in batches handed to `send` while it says yes; false where they must be
  /// worked out row by row, nothing having been sent.
  func send(_ batch: Batch, _ made: Batch, _ send: (Batch) -> Bool) -> Bool {
    var columns: [Vector] = []
    for item in items {
      item.index = signal.index
      guard let column = item.column(batch), column.columns != nil,
        column.isLike(columns.first ?? column)
      else { return false }
      columns.append(column)
    }
    signal.index += batch.count
    if columns.isEmpty { return true }
    if columns.count == 1 {
      if made.take(columns[0], of: batch) { _ = send(made) }
      made.clear()
      return true
    }
    let rowsAtOnce = Limits.batchRows / columns.count
    var first = 0
    while first < batch.count {
      let rows = min(rowsAtOnce, batch.count - first)
      made.interleave(columns, first..<first + rows, of: batch)
      if !send(made) { return true }
      made.clear()
      first += rows
    }
    return true
  }

  // MARK: Finding the items

  private static func items(_ expr: Expr) -> [Expr]? {
    if let list = expr as? ListExpr { return list.items }
    guard let stage = expr as? SignalExpr else { return nil }
    switch stage.definition.rowForm {
    case nil: return nil
    case .arguments: return stage.upstream == nil ? arguments(stage.arguments) : nil
    case .members: return members(stage)
    }
  }

  private static func arguments(_ plans: [ArgumentPlan]) -> [Expr]? {
    var found: [Expr] = []
    for plan in plans {
      switch plan {
      case .missing: break
      case .several(let several):
        guard let items = arguments(several) else { return nil }
        found += items
      case .once(let code, let captures): found.append(InlinedExpr(code, captures))
      case .fixed(let expr): found.append(expr)
      default: return nil
      }
    }
    return found
  }

  private static func members(_ stage: SignalExpr) -> [Expr]? {
    // Without options, which might say otherwise.
    guard case .several(let plans)? = stage.arguments.first, !plans.isEmpty,
      stage.arguments.dropFirst().allSatisfy({ if case .missing = $0 { true } else { false } })
    else { return nil }
    var found: [Expr] = []
    if let upstream = stage.upstream {
      guard let items = items(upstream) else { return nil }
      found += items
    }
    for plan in plans {
      // A list may stand for members of its own.
      guard case .fixed(let expr) = plan, expr is SignalExpr, let items = items(expr) else {
        return nil
      }
      found += items
    }
    return found
  }
}

/// Code that was written in a place of its own, worked out where it stands.
final class InlinedExpr: Expr, @unchecked Sendable {
  let code: Code
  let captures: [CaptureSource]

  init(_ code: Code, _ captures: [CaptureSource]) {
    self.code = code
    self.captures = captures
    super.init(code.body.place)
  }

  override func evaluate(_ frame: Frame) throws -> Value {
    let closure = Closure(code, captures.map { $0.value(frame) })
    return try frame.machine.call(closure, place: place)
  }
}
