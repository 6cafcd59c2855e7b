#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Builtin {
  static let abs = Builtin(
    "abs", "Without its sign.", [.number], gives: .sameNumber,
    examples: [("abs(-3)", "3"), ("abs(-0.5)", "0.5")]
  ) { call in
    guard case .int(let number) = call[0] else { return .double(try call.number(0).magnitude) }
    guard number != Int.min else { throw Failure.overflow("abs(\(number))") }
    return .int(Swift.abs(number))
  }

  static let sign = Builtin(
    "sign", "-1, 0 or 1.", [.number], gives: .int,
    examples: [("sign(-2.5)", "-1"), ("sign(0)", "0"), ("sign(7)", "1")]
  ) { call in
    let number = try call.number(0)
    if number.isNaN { return .null }
    return .int(number < 0 ? -1 : number > 0 ? 1 : 0)
  }

  static let sqrt = Builtin(
    "sqrt", "The square root; nil of what is below 0.", [.number], gives: .number,
    examples: [("sqrt(9)", "3"), ("sqrt(-1)", "nil")]
  ) { call in
    let number = try call.number(0)
    return number < 0 ? .null : .double(number.squareRoot())
  }

  static let exp = Builtin(
    "exp", "e raised to a number.", [.number], gives: .number,
    examples: [("exp(0)", "1"), ("round(exp(1), 3)", "2.718")]
  ) { call in
    .double(exponential(try call.number(0)))
  }

  static let log = Builtin(
    "log", "The logarithm, natural or to a base; nil of what is not above 0.",
    [.number, Parameter("base", .number)], required: 1, gives: .number,
    examples: [("log(1)", "0"), ("log(8, 2)", "3"), ("log(1000, 10)", "3"), ("log(0)", "nil")]
  ) { call in
    let number = try call.number(0)
    guard number > 0 else { return .null }
    guard call.has(1) else { return .double(naturalLogarithm(number)) }
    let base = try call.number(1)
    // Those two have functions of their own, which are exact where the result is whole.
    if base == 2 { return .double(binaryLogarithm(number)) }
    if base == 10 { return .double(decimalLogarithm(number)) }
    guard base > 0, base != 1 else { throw call.mistake(1, "a number above 0 but not 1") }
    return .double(naturalLogarithm(number) / naturalLogarithm(base))
  }
}

// The C library's functions, under names that the language's own do not hide.
private func exponential(_ x: Double) -> Double { exp(x) }
private func naturalLogarithm(_ x: Double) -> Double { log(x) }
private func binaryLogarithm(_ x: Double) -> Double { log2(x) }
private func decimalLogarithm(_ x: Double) -> Double { log10(x) }
