import RxpText

/// A node of compiled expressions. Nodes are immutable and shared by all runs.
open class Expr: @unchecked Sendable {
  public let place: Place?

  public init(_ place: Place?) { self.place = place }

  /// The value for one event. A failure carries the node's place.
  open func evaluate(_ frame: Frame) throws -> Value { .null }

  final func mistake(_ message: String) -> Failure { Failure.type(message, at: place) }
}

public final class ConstantExpr: Expr, @unchecked Sendable {
  public let value: Value
  public init(_ value: Value, _ place: Place?) {
    self.value = value
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value { value }
}

/// `it`, `acc`, `index`, parameters of lambdas and functions.
public final class LocalExpr: Expr, @unchecked Sendable {
  public let slot: Int
  public init(_ slot: Int, _ place: Place?) {
    self.slot = slot
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value { frame.locals[slot] }
}

/// A name of an outer lambda or function, copied when the inner one was made.
public final class CapturedExpr: Expr, @unchecked Sendable {
  public let index: Int
  public init(_ index: Int, _ place: Place?) {
    self.index = index
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value { frame.captures[index] }
}

/// Holds what a `let` of the program stands for once its statement has run.
public final class Cell: @unchecked Sendable {
  public let name: String
  public var value: Value = .null
  public init(_ name: String) { self.name = name }
}

public final class GlobalExpr: Expr, @unchecked Sendable {
  public let cell: Cell
  public init(_ cell: Cell, _ place: Place?) {
    self.cell = cell
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value { cell.value }
}

/// The current value of a `var`, whose signal is in the cell.
public final class VariableExpr: Expr, @unchecked Sendable {
  public let cell: Cell
  public init(_ cell: Cell, _ place: Place?) {
    self.cell = cell
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    guard case .signal(let signal) = cell.value else { return .null }
    return Subject.of(signal).current ?? .null
  }
}

/// `(x, y) => …` asked with one list: its members into the slots from `first` on.
public final class DestructureExpr: Expr, @unchecked Sendable {
  let source: Int
  let first: Int
  let count: Int
  public let body: Expr
  public init(source: Int, first: Int, count: Int, body: Expr, _ place: Place?) {
    self.source = source
    self.first = first
    self.count = count
    self.body = body
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let items: [Value]
    switch frame.locals[source] {
    case .list(let list): items = list.items
    case .null: items = []
    case let other:
      throw mistake(
        "\(count) parameters take a list apart, got \(Value.article(other.typeName)): \(other.excerpt())"
      )
    }
    // Unpacking more names than there are members gives nil for the rest (TU1).
    for offset in 0..<count {
      frame.locals[first + offset] = offset < items.count ? items[offset] : .null
    }
    return try body.evaluate(frame)
  }
}

/// `.name`: a field that is not there is nil, also of what has no fields.
public final class MemberExpr: Expr, @unchecked Sendable {
  public let base: Expr
  public let name: Text
  public init(_ base: Expr, _ name: Text, _ place: Place?) {
    self.base = base
    self.name = name
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    try base.evaluate(frame).member(name)
  }
}

extension Value {
  func member(_ name: Text) -> Value {
    switch self {
    case .record(let record): return record[name] ?? .null
    case .event(let event):
      switch (name, event.content) {
      case ("kind", _): return .text(event.kind)
      case ("value", .next(let value)): return value
      case ("error", .error(let failure)): return .failure(failure)
      default: return .null
      }
    case .failure(let failure):
      switch name {
      case "kind": return .text(failure.kind)
      case "message": return .text(failure.message)
      case "value": return failure.payload ?? .null
      default: return .null
      }
    case .signal(let signal):
      if name == "key", let group = signal.shared as? Subject { return group.key ?? .null }
      return .null
    case .command(let command): return command.member(name).map { .signal($0) } ?? .null
    default: return .null
    }
  }
}

/// `x[i]`: lists from 0, from the end with negatives; strings by character; records by string.
/// Out of range is nil.
public final class IndexExpr: Expr, @unchecked Sendable {
  let base: Expr
  let index: Expr
  public init(_ base: Expr, _ index: Expr, _ place: Place?) {
    self.base = base
    self.index = index
    super.init(place)
  }
  public override func evaluate(_ frame: Frame) throws -> Value {
    let container = try base.evaluate(frame)
    let key = try index.evaluate(frame)
    guard let part = container.part(key) else {
      throw mistake(
        "\(Value.article(container.typeName)) cannot be indexed by \(Value.article(key.typeName))")
    }
    return part
  }
}

extension Value {
  /// What stands in it at a place or under a name, nil (the value) where nothing does; nil where it
  /// cannot be indexed so.
  func part(_ key: Value) -> Value? {
    switch (self, key) {
    case (.null, _), (_, .null): return .null
    case (.list(let list), .int(let at)):
      let place = at < 0 ? at + list.items.count : at
      return list.items.indices.contains(place) ? list.items[place] : .null
    case (.text(let text), .int(let at)):
      let characters = Array(text.string)
      let place = at < 0 ? at + characters.count : at
      return characters.indices.contains(place) ? .string(String(characters[place])) : .null
    case (.record(let record), .text(let name)): return record[name] ?? .null
    case (.range(let range), .int(let at)):
      guard at >= 0, at < range.count else { return .null }
      return .int(range.low + at)
    default: return nil
    }
  }
}
