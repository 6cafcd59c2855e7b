/// The mean of numbers that come and go. Whole numbers are added up exactly; of others the sum is
/// worked out anew where some went, so that no error of rounding stays.
struct RollingMean {
  private(set) var count = 0
  private var whole: Int128 = 0
  private var fractions = 0
  private var sum = 0.0
  private var isStale = false

  mutating func add(_ number: Value) {
    count += 1
    switch number {
    case .int(let whole): self.whole += Int128(whole)
    default:
      fractions += 1
      sum += number.number ?? 0
    }
  }

  mutating func remove(_ number: Value) {
    count -= 1
    switch number {
    case .int(let whole): self.whole -= Int128(whole)
    default:
      fractions -= 1
      isStale = true
    }
  }

  /// `held`: the numbers that are in it, asked for only where some have gone; nil of none.
  mutating func value(_ held: some Sequence<Value>) -> Value {
    if count == 0 { return .null }
    if isStale {
      sum = 0
      if fractions > 0 {
        for case .double(let number) in held { sum += number }
      }
      isStale = false
    }
    return .double((Double(whole) + sum) / Double(count))
  }
}

extension Value {
  /// The number of an event for an operator that takes such; nil where it is to be left out.
  func counted(by name: String) throws -> Value? {
    switch self {
    case .int: return self
    case .double(let number): return number.isNaN ? nil : self
    case .null: return nil
    default: throw Failure.type("\(name) needs numbers: got \(excerpt())")
    }
  }
}
