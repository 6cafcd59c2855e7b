/// The operands of min, max, sum and average: the arguments, or the members of a list or range that
/// is the only one. nil and NaN are passed over.
private struct Operands: Sequence, IteratorProtocol {
  private var rest: Items.Iterator
  /// The ends of a range, for which no loop is needed.
  let bounds: (low: Int, high: Int)?

  init(_ call: borrowing Call) {
    let items = (call.arguments.count == 1 ? Items(call[0]) : nil) ?? Items(call.arguments)
    bounds = items.bounds
    rest = items.makeIterator()
  }

  mutating func next() -> Value? {
    while let item = rest.next() {
      switch item {
      case .null: continue
      case .double(let number) where number.isNaN: continue
      default: return item
      }
    }
    return nil
  }
}

extension ResultRule {
  /// What the arguments are, or the members of a list that is the only one.
  fileprivate static let operands = ResultRule { types in
    guard types.count == 1 else { return types.joined }
    switch types[0] {
    case .list, .tuple, .range: return types[0].sent
    default: return types[0]
    }
  }

  fileprivate static let total = ResultRule { operands.apply($0) == .int ? .int : .number }
}

extension Builtin {
  static let min = Builtin(
    "min", "The least of its arguments, or of the members of a list; nil is passed over.",
    [.any], variadic: true, gives: .operands, onNil: .passes,
    examples: [("min(3, 1, 2)", "1"), ("min([\"b\", \"a\"])", "\"a\""), ("min([])", "nil")]
  ) { call in
    let operands = Operands(call)
    if let bounds = operands.bounds { return .int(bounds.low) }
    return try extreme(operands, "min", -1)
  }.forWholeNumbers { Swift.min($0, $1) }

  static let max = Builtin(
    "max", "The greatest of its arguments, or of the members of a list; nil is passed over.",
    [.any], variadic: true, gives: .operands, onNil: .passes,
    examples: [("max(3, 1, 2)", "3"), ("max([1, nil])", "1"), ("max([])", "nil")]
  ) { call in
    let operands = Operands(call)
    if let bounds = operands.bounds { return .int(bounds.high) }
    return try extreme(operands, "max", 1)
  }.forWholeNumbers { Swift.max($0, $1) }

  /// Of equal ones the first.
  private static func extreme(_ operands: Operands, _ name: String, _ wanted: Int) throws -> Value {
    var best: Value?
    do {
      for item in operands {
        // The first is compared with itself, so that what has no order is told of it alone too.
        if try item.ordered(best ?? item) == wanted || best == nil { best = item }
      }
    } catch let failure as Failure where failure.kind == "type" {
      throw Failure.type("\(name): \(failure.message)")
    }
    return best ?? .null
  }

  static let sum = Builtin(
    "sum", "The sum of its arguments, or of the members of a list; nil is passed over.", [.any],
    variadic: true, gives: .total, onNil: .passes,
    examples: [("sum([1, 2, 3])", "6"), ("sum(1, 0.5)", "1.5"), ("sum([])", "0")]
  ) { call in
    if let total = wholeTotal(call) { return .int(total) }
    let operands = Operands(call)
    if let (low, high) = operands.bounds { return .int(try total(low, high)) }
    var whole = 0
    var real: Double?
    for item in operands {
      switch (item, real) {
      case (.int(let number), nil):
        let (sum, overflow) = whole.addingReportingOverflow(number)
        if overflow { throw Failure.overflow("sum: \(whole) + \(number)") }
        whole = sum
      case (.int(let number), let known?): real = known + Double(number)
      case (.double(let number), _): real = (real ?? Double(whole)) + number
      default: throw Call.mistake("sum", "numbers", item)
      }
    }
    return real.map { .double($0) } ?? .int(whole)
  }

  /// The sum of a list of nothing but whole numbers; nil where it is not that, or too large.
  private static func wholeTotal(_ call: borrowing Call) -> Int? {
    guard call.arguments.count == 1, case .list(let list) = call[0] else { return nil }
    var total = 0
    for item in list.items {
      guard case .int(let number) = item else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(number)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  /// The sum of a range that is not empty: half of the ends' sum times the count.
  private static func total(_ low: Int, _ high: Int) throws -> Int {
    let count = Int128(high) - Int128(low) + 1
    let ends = Int128(low) + Int128(high)
    // One of the two is even.
    let (half, other) = count % 2 == 0 ? (count / 2, ends) : (count, ends / 2)
    let (product, overflow) = half.multipliedReportingOverflow(by: other)
    guard !overflow, let sum = Int(exactly: product) else {
      throw Failure.overflow("sum: the sum of \(low)..\(high)")
    }
    return sum
  }

  static let average = Builtin(
    "average", "The mean of its arguments, or of the members of a list, without nil; nil of none.",
    [.any], variadic: true, gives: .number, onNil: .passes,
    examples: [("average([1, 2])", "1.5"), ("average(2, 4, nil)", "3"), ("average([])", "nil")]
  ) { call in
    let operands = Operands(call)
    if let (low, high) = operands.bounds { return .double(Double(low) / 2 + Double(high) / 2) }
    var sum = 0.0
    var count = 0
    for item in operands {
      switch item {
      case .int(let number): sum += Double(number)
      case .double(let number): sum += number
      default: throw Call.mistake("average", "numbers", item)
      }
      count += 1
    }
    return count == 0 ? .null : .double(sum / Double(count))
  }
}
