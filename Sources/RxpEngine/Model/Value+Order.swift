extension Value {
  /// The order of `<`: numbers by size, strings by code points, false before true, lists member by
  /// member. nil where the two have no order (nil, NaN); throws where asking is a mistake of the program.
  public func ordered(_ other: Value) throws -> Int? {
    switch (self, other) {
    case (.int(let x), .int(let y)): return x < y ? -1 : x == y ? 0 : 1
    case (.double(let x), .double(let y)): return Value.order(x, y)
    case (.int(let x), .double(let y)): return Value.order(x, y)
    case (.double(let x), .int(let y)): return Value.order(y, x).map { -$0 }
    case (.text(let x), .text(let y)): return x < y ? -1 : x == y ? 0 : 1
    case (.bool(let x), .bool(let y)): return x == y ? 0 : y ? -1 : 1
    case (.null, _), (_, .null): return nil
    case (.list(let x), .list(let y)):
      for (a, b) in zip(x.items, y.items) {
        guard let order = try a.ordered(b) else { return nil }
        if order != 0 { return order }
      }
      return x.items.count < y.items.count ? -1 : x.items.count == y.items.count ? 0 : 1
    default:
      throw Failure.type(
        "\(Value.article(typeName)) and \(Value.article(other.typeName)) have no order: \(excerpt()) and \(other.excerpt())"
      )
    }
  }

  /// A total order for sorting and tables: nil, bools, numbers, strings, lists, then the rest by kind.
  public static func totalOrder(_ a: Value, _ b: Value) -> Bool {
    if a.rank != b.rank { return a.rank < b.rank }
    if a.rank >= unorderedRank { return false }
    switch (a, b) {
    case (.list(let x), .list(let y)):
      for (p, q) in zip(x.items, y.items) {
        if totalOrder(p, q) { return true }
        if totalOrder(q, p) { return false }
      }
      return x.items.count < y.items.count
    case (.double(let x), _) where x.isNaN: return false
    case (_, .double(let y)) where y.isNaN: return true
    default: return ((try? a.ordered(b)) ?? nil) == -1
    }
  }

  /// Kinds from here on have no order of their own.
  private static let unorderedRank = 5

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .double: 2
    case .text: 3
    case .list: 4
    case .record: 5
    default: 6
    }
  }

  private static func order(_ x: Double, _ y: Double) -> Int? {
    x < y ? -1 : x == y ? 0 : x > y ? 1 : nil
  }

  /// Exact: a large int is not rounded to a double first.
  private static func order(_ x: Int, _ y: Double) -> Int? {
    if y.isNaN { return nil }
    if y >= 9223372036854775808.0 { return -1 }
    if y < -9223372036854775808.0 { return 1 }
    let whole = Int(y.rounded(.towardZero))
    if x != whole { return x < whole ? -1 : 1 }
    let rest = y - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  static func article(_ word: String) -> String {
    if word == "nil" { return word }
    return ("aeiou".contains(word.first ?? "x") ? "an " : "a ") + word
  }
}
