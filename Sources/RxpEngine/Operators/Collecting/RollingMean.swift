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
  mutating func value(_ held: @autoclosure () -> [Value]) -> Value {
    if count == 0 { return .null }
    if isStale {
      sum = 0
      if fractions > 0 {
        for case .double(let number) in held() { sum += number }
      }
      isStale = false
    }
    return .double((wholeSum + sum) / Double(count))
  }

  /// The sum as a double: rarely is it so large that the slow way is needed.
  private var wholeSum: Double { Int(exactly: whole).map { Double($0) } ?? Double(whole) }

  /// Adds whole numbers in turn, one leaving for each from the first `free` on, and writes the mean
  /// after each. False, with nothing done, where not all are whole or the sum grows too large.
  mutating func run(
    through numbers: UnsafePointer<Int>, _ rows: Int, free: Int, leaving: (Int) -> Int,
    into means: UnsafeMutablePointer<Int>
  ) -> Bool {
    guard fractions == 0, !isStale, var total = Int(exactly: whole) else { return false }
    var held = count
    for row in 0..<rows {
      var (sum, overflow) = total.addingReportingOverflow(numbers[row])
      if overflow { return false }
      if row < free {
        held += 1
      } else {
        (sum, overflow) = sum.subtractingReportingOverflow(leaving(row))
        if overflow { return false }
      }
      total = sum
      means[row] = Int(bitPattern: UInt((Double(total) / Double(held)).bitPattern))
    }
    (whole, count) = (Int128(total), held)
    return true
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
