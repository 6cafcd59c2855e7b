/// `+ - * / %` over numbers; an overflow or a division by zero is told row by row.
final class ArithmeticVector: VectorNode {
  private let operation: ArithmeticExpr.Operation
  private let left: VectorNode
  private let right: VectorNode

  init(_ operation: ArithmeticExpr.Operation, _ left: VectorNode, _ right: VectorNode) {
    self.operation = operation
    self.left = left
    self.right = right
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = left.evaluate(context), let b = right.evaluate(context) else { return nil }
    let count = context.count
    let out = context.fresh()
    switch (a.kind, b.kind) {
    case (.ints, .constant(.int(let value))):
      guard let x = a.columns?.words else { return nil }
      return integers(count, out, { x[$0] }, { _ in value }, constant: value)
    case (.constant(.int(let value)), .ints):
      guard let y = b.columns?.words else { return nil }
      return integers(count, out, { _ in value }, { y[$0] }, constant: nil)
    case (.ints, .ints):
      guard let x = a.columns?.words, let y = b.columns?.words else { return nil }
      return integers(count, out, { x[$0] }, { y[$0] }, constant: nil)
    default:
      guard let x = Operand(a), let y = Operand(b) else { return nil }
      return doubles(count, out, x, y)
    }
  }

  @inline(__always)
  private func integers(
    _ count: Int, _ out: Batch.Columns, _ x: (Int) -> Int, _ y: (Int) -> Int, constant: Int?
  ) -> Vector? {
    let words = out.words
    var overflows = false
    switch operation {
    case .add:
      for row in 0..<count {
        let result = x(row).addingReportingOverflow(y(row))
        words[row] = result.partialValue
        overflows = overflows || result.overflow
      }
    case .subtract:
      for row in 0..<count {
        let result = x(row).subtractingReportingOverflow(y(row))
        words[row] = result.partialValue
        overflows = overflows || result.overflow
      }
    case .multiply:
      for row in 0..<count {
        let result = x(row).multipliedReportingOverflow(by: y(row))
        words[row] = result.partialValue
        overflows = overflows || result.overflow
      }
    case .divide:
      for row in 0..<count {
        words[row] = Int(Int64(bitPattern: (Double(x(row)) / Double(y(row))).bitPattern))
      }
      return Vector(kind: .doubles, columns: out)
    case .remainder:
      if let constant, constant > 0 {
        remainder(count, words, x, by: constant)
      } else {
        for row in 0..<count {
          let divisor = y(row)
          if divisor == 0 || divisor == -1 { return nil }
          words[row] = x(row) % divisor
        }
      }
    }
    return overflows ? nil : Vector(kind: .ints, columns: out)
  }

  /// Small numbers by a multiplication: the division of 64 bits costs five times as much.
  @inline(__always)
  private func remainder(
    _ count: Int, _ words: UnsafeMutablePointer<Int>, _ x: (Int) -> Int, by divisor: Int
  ) {
    // floor(n / d) = (n * ceil(2^64 / d)) >> 64 for all n, d < 2^32.
    let isSmall = divisor > 1 && divisor < 1 << 32
    let factor = isSmall ? UInt64.max / UInt64(divisor) &+ 1 : 0
    for row in 0..<count {
      let n = x(row)
      if isSmall, n >= 0, n < 1 << 32 {
        let quotient = UInt64(n).multipliedFullWidth(by: factor).high
        words[row] = n &- Int(quotient) &* divisor
      } else {
        words[row] = n % divisor
      }
    }
  }

  /// A side of an operation on doubles.
  private struct Operand {
    let words: UnsafeMutablePointer<Int>?
    let areInts: Bool
    let value: Double

    init?(_ vector: Vector) {
      switch vector.kind {
      case .ints: (words, areInts, value) = (vector.columns?.words, true, 0)
      case .doubles: (words, areInts, value) = (vector.columns?.words, false, 0)
      case .constant(.int(let number)): (words, areInts, value) = (nil, false, Double(number))
      case .constant(.double(let number)): (words, areInts, value) = (nil, false, number)
      default: return nil
      }
    }

    @inline(__always) subscript(row: Int) -> Double {
      guard let words else { return value }
      return areInts
        ? Double(words[row]) : Double(bitPattern: UInt64(bitPattern: Int64(words[row])))
    }
  }

  private func doubles(_ count: Int, _ out: Batch.Columns, _ x: Operand, _ y: Operand) -> Vector? {
    for row in 0..<count {
      let result: Double
      switch operation {
      case .add: result = x[row] + y[row]
      case .subtract: result = x[row] - y[row]
      case .multiply: result = x[row] * y[row]
      case .divide: result = x[row] / y[row]
      case .remainder: result = x[row].truncatingRemainder(dividingBy: y[row])
      }
      out.words[row] = Int(Int64(bitPattern: result.bitPattern))
    }
    return Vector(kind: .doubles, columns: out)
  }
}
