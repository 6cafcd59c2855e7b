/// The keys of a record in their order; records made at one place share one.
public final class Shape: Sendable {
  public let keys: [Text]
  private let index: [Text: Int]?

  /// Keys must differ from each other.
  public init(_ keys: [Text]) {
    self.keys = keys
    index =
      keys.count > 8
      ? Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      : nil
  }

  public func position(of key: Text) -> Int? {
    if let index { return index[key] }
    for position in keys.indices where keys[position] == key { return position }
    return nil
  }
}

/// Named values in the order in which they were written; immutable.
public final class Record: Sendable {
  public let shape: Shape
  public let values: [Value]
  let depth: Int

  /// As many values as the shape has keys. Throws where nesting passes `Limits.valueDepth`.
  public init(_ shape: Shape, _ values: [Value]) throws {
    var deepest = 0
    for value in values { deepest = max(deepest, value.depth) }
    guard deepest < Limits.valueDepth else { throw Failure.tooDeep }
    self.shape = shape
    self.values = values
    self.depth = deepest + 1
  }

  /// From pairs; of equal keys the last value wins, at the first one's place.
  public convenience init(pairs: [(Text, Value)]) throws {
    var keys: [Text] = []
    var values: [Value] = []
    var seen: [Text: Int] = [:]
    for (key, value) in pairs {
      if let place = seen[key] {
        values[place] = value
      } else {
        seen[key] = keys.count
        keys.append(key)
        values.append(value)
      }
    }
    try self.init(Shape(keys), values)
  }

  /// nil where there is no such key.
  public subscript(key: Text) -> Value? {
    shape.position(of: key).map { values[$0] }
  }
}
