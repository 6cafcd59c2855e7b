/// The last so many values. A ring: the place of the oldest is that of the next.
struct LastValues {
  private let limit: Int
  private var kept: [Value] = []
  private var oldest = 0

  init(_ limit: Int) { self.limit = limit }

  var count: Int { kept.count }

  /// Takes a value; gives the one that makes room for it, once there are too many.
  mutating func push(_ value: Value) -> Value? {
    if limit == 0 { return value }
    if kept.count < limit {
      kept.append(value)
      return nil
    }
    defer {
      kept[oldest] = value
      oldest = oldest + 1 == limit ? 0 : oldest + 1
    }
    return kept[oldest]
  }

  /// The oldest first.
  var inOrder: [Value] { Array(kept[oldest...] + kept[..<oldest]) }
}
