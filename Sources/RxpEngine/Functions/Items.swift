/// The members of a list or the numbers of a range, which are never laid out unless they must be.
struct Items: RandomAccessCollection {
  private enum Source {
    case list([Value])
    case range(IntRange)
  }

  private let source: Source
  let startIndex = 0
  let endIndex: Int

  /// nil for what is neither.
  init?(_ value: Value) {
    switch value {
    case .list(let list): self.init(list.items)
    case .range(let range): self.init(source: .range(range), endIndex: range.count)
    default: return nil
    }
  }

  init(_ items: [Value]) { self.init(source: .list(items), endIndex: items.count) }

  private init(source: Source, endIndex: Int) {
    self.source = source
    self.endIndex = endIndex
  }

  subscript(_ place: Int) -> Value {
    switch source {
    case .list(let items): items[place]
    case .range(let range): .int(range.low + place)
    }
  }

  /// The same. Throws where a range has more than `Limits.listItems` numbers, for which a loop over
  /// all would be endless to a person.
  func bounded() throws -> Items {
    guard count <= Limits.listItems else { throw Failure.listTooLong }
    return self
  }

  /// As an array. Throws where a range has more than `Limits.listItems` numbers.
  func laidOut(_ part: Range<Int>? = nil) throws -> [Value] {
    let part = part ?? startIndex..<endIndex
    guard part.count <= Limits.listItems else { throw Failure.listTooLong }
    if case .list(let items) = source, part.count == items.count { return items }
    return part.map { self[$0] }
  }

  /// The first and last number of a range that has some.
  var bounds: (low: Int, high: Int)? {
    if case .range(let range) = source, !range.isEmpty { return (range.low, range.high) }
    return nil
  }
}
