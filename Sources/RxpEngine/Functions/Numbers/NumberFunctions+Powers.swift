#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Builtin {
  static let pow = Builtin(
    "pow",
    "A number raised to another: a whole number where both are and the second is not below 0.",
    [.number, Parameter("exponent", .number)],
    gives: .number,
    examples: [
      ("pow(2, 10)", "1024"), ("pow(2, -1)", "0.5"), ("pow(9, 0.5)", "3"), ("pow(-8, 0.5)", "nil"),
    ]
  ) { call in
    if case .int(let base) = call[0], case .int(let exponent) = call[1], exponent >= 0 {
      guard let result = power(base, exponent) else {
        throw Failure.overflow("pow(\(base), \(exponent))")
      }
      return .int(result)
    }
    let (base, exponent) = (try call.number(0), try call.number(1))
    let result = realPower(base, exponent)
    return result.isNaN && !base.isNaN && !exponent.isNaN ? .null : .double(result)
  }

  /// By squaring; nil where the result does not fit.
  private static func power(_ base: Int, _ exponent: Int) -> Int? {
    var result = 1
    var factor = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: factor)
        if overflow { return nil }
        result = product
      }
      rest >>= 1
      if rest > 0 {
        // What does not fit here goes into the result: the highest bit of the exponent is to come.
        let (square, overflow) = factor.multipliedReportingOverflow(by: factor)
        if overflow { return nil }
        factor = square
      }
    }
    return result
  }
}

// The C library's function, under a name that the language's own does not hide.
private func realPower(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
