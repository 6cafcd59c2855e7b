#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Functions {
  private static let x = Builtin.Parameter("x", .number)

  static let numbers: [Builtin] = [
    abs, round, floor, ceil, sqrt, pow, div, mod, min, max, sum, average, sign, exp, log,
  ]

  private static let abs = Builtin.lifted(
    "abs", "Without its sign.", [x], returns: .number,
    examples: [("abs(-3)", "3"), ("abs(-0.5)", "0.5")]
  ) { arguments, _ in
    if case .int(let number) = arguments[0] {
      guard number != Int.min else { throw Failure.overflow("abs(\(number))") }
      return .int(Swift.abs(number))
    }
    return .double(Swift.abs(try Call("abs", arguments).number(0)))
  }

  private static let round = Builtin.lifted(
    "round",
    "To the nearest whole number, halves away from 0; or to so many digits after the point.",
    [x, .init("digits", .int)], required: 1, returns: .number,
    examples: [("round(2.5)", "3"), ("round(2.345, 2)", "2.35"), ("round(-2.5)", "-3")]
  ) { arguments, _ in
    let call = Call("round", arguments)
    if case .int = arguments[0], !call.has(1) { return arguments[0] }
    let number = try call.number(0)
    guard call.has(1) else { return whole(number.rounded()) }
    let digits = try call.int(1)
    guard (0...15).contains(digits) else {
      throw Failure.argument("round", "0 to 15 digits", arguments[1])
    }
    let scale = real(10, Double(digits))
    let scaled = (number * scale).rounded()
    return .double(scaled.isFinite ? scaled / scale : number)
  }

  private static let floor = Builtin.lifted(
    "floor", "The largest whole number that is not greater.", [x], returns: .number,
    examples: [("floor(2.7)", "2"), ("floor(-2.1)", "-3")]
  ) { arguments, _ in
    if case .int = arguments[0] { return arguments[0] }
    return whole(try Call("floor", arguments).number(0).rounded(.down))
  }

  private static let ceil = Builtin.lifted(
    "ceil", "The smallest whole number that is not less.", [x], returns: .number,
    examples: [("ceil(2.1)", "3"), ("ceil(-2.7)", "-2")]
  ) { arguments, _ in
    if case .int = arguments[0] { return arguments[0] }
    return whole(try Call("ceil", arguments).number(0).rounded(.up))
  }

  /// A whole number where it fits one.
  private static func whole(_ number: Double) -> Value {
    Int(exactly: number).map { .int($0) } ?? .double(number)
  }

  private static let sqrt = Builtin.lifted(
    "sqrt", "The square root; nil of a negative number.", [x], returns: .number,
    examples: [("sqrt(9)", "3"), ("sqrt(-1)", "nil")]
  ) { arguments, _ in
    let number = try Call("sqrt", arguments).number(0)
    return number < 0 ? .null : .double(number.squareRoot())
  }

  private static let pow = Builtin.lifted(
    "pow", "A number raised to another: whole where both are and it fits.",
    [x, .init("exponent", .number)],
    returns: .number, examples: [("pow(2, 10)", "1024"), ("pow(2, -1)", "0.5")]
  ) { arguments, _ in
    if case .null = arguments[1] { return .null }
    if case .int(let base) = arguments[0], case .int(let exponent) = arguments[1], exponent >= 0 {
      return .int(try integerPower(base, exponent))
    }
    let call = Call("pow", arguments)
    return .double(real(try call.number(0), try call.number(1)))
  }

  private static func integerPower(_ base: Int, _ exponent: Int) throws -> Int {
    var (result, factor, rest) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: factor)
        if overflow { throw Failure.overflow("pow(\(base), \(exponent))") }
        result = product
      }
      rest >>= 1
      if rest > 0 {
        let (square, overflow) = factor.multipliedReportingOverflow(by: factor)
        if overflow { throw Failure.overflow("pow(\(base), \(exponent))") }
        factor = square
      }
    }
    return result
  }

  private static let div = Builtin.lifted(
    "div", "Divided to a whole number, cut towards 0.", [x, .init("by", .number)], returns: .int,
    examples: [("div(7, 2)", "3"), ("div(-7, 2)", "-3")]
  ) { arguments, _ in
    if case .null = arguments[1] { return .null }
    let call = Call("div", arguments)
    let (a, b) = (try call.int(0), try call.int(1))
    if b == 0 { throw Failure.divisionByZero("div(\(a), 0)") }
    let (result, overflow) = a.dividedReportingOverflow(by: b)
    if overflow { throw Failure.overflow("div(\(a), \(b))") }
    return .int(result)
  }

  private static let mod = Builtin.lifted(
    "mod", "What div leaves over, with the sign of the first.", [x, .init("by", .number)],
    returns: .number,
    examples: [("mod(7, 3)", "1"), ("mod(-7, 3)", "-1")]
  ) { arguments, _ in try Value.arithmetic(.remainder, arguments[0], arguments[1]) }

  /// The arguments, or the members of a list that is the only one; nil is passed over.
  private static func operands(_ name: String, _ arguments: [Value]) throws -> [Value] {
    var items = arguments
    if arguments.count == 1 {
      switch arguments[0] {
      case .list, .range: items = try Call(name, arguments).items(0)
      default: break
      }
    }
    return items.filter { if case .null = $0 { false } else { true } }
  }

  private static func extreme(_ name: String, _ arguments: [Value], _ wanted: Int) throws -> Value {
    var best: Value?
    for item in try operands(name, arguments) {
      guard let known = best else {
        best = item
        continue
      }
      if try item.ordered(known) == wanted { best = item }
    }
    return best ?? .null
  }

  private static let some = [Builtin.Parameter("x", .any)]

  private static let min = Builtin(
    "min", "The least of its arguments, or of a list.", some, variadic: true,
    returns: { _ in .any },
    examples: [("min(3, 1, 2)", "1"), ("min([\"b\", \"a\"])", "\"a\""), ("min([])", "nil")]
  ) { arguments, _ in try extreme("min", arguments, -1) }

  private static let max = Builtin(
    "max", "The greatest of its arguments, or of a list.", some, variadic: true,
    returns: { _ in .any },
    examples: [("max(3, 1, 2)", "3"), ("max([1, nil])", "1"), ("max([])", "nil")]
  ) { arguments, _ in try extreme("max", arguments, 1) }

  private static func total(_ name: String, _ arguments: [Value]) throws -> (Value, Int) {
    let items = try operands(name, arguments)
    var sum = Value.int(0)
    for item in items {
      guard item.number != nil else { throw Failure.argument(name, "numbers", item) }
      sum = try Value.arithmetic(.add, sum, item)
    }
    return (sum, items.count)
  }

  private static let sum = Builtin(
    "sum", "The sum of its arguments, or of a list.", some, variadic: true,
    returns: { _ in .number },
    examples: [("sum([1, 2, 3])", "6"), ("sum([])", "0"), ("sum(1, 0.5)", "1.5")]
  ) { arguments, _ in try total("sum", arguments).0 }

  private static let average = Builtin(
    "average", "The mean of its arguments, or of a list; nil of none.", some, variadic: true,
    returns: { _ in .number }, examples: [("average([1, 2])", "1.5"), ("average([])", "nil")]
  ) { arguments, _ in
    let (sum, count) = try total("average", arguments)
    return count == 0 ? .null : .double((sum.number ?? 0) / Double(count))
  }

  private static let sign = Builtin.lifted(
    "sign", "-1, 0 or 1.", [x], returns: .int, examples: [("sign(-2)", "-1"), ("sign(0)", "0")]
  ) { arguments, _ in
    let number = try Call("sign", arguments).number(0)
    return .int(number < 0 ? -1 : number > 0 ? 1 : 0)
  }

  private static let exp = Builtin.lifted(
    "exp", "e raised to a number.", [x], returns: .number,
    examples: [("exp(0)", "1"), ("round(exp(1), 3)", "2.718")]
  ) { arguments, _ in .double(exponential(try Call("exp", arguments).number(0))) }

  private static let log = Builtin.lifted(
    "log", "The natural logarithm; nil of what is not above 0.", [x], returns: .number,
    examples: [("log(1)", "0"), ("log(0)", "nil")]
  ) { arguments, _ in
    let number = try Call("log", arguments).number(0)
    return number > 0 ? .double(naturalLogarithm(number)) : .null
  }
}

// The C library's functions, under names that the language's own do not hide.
private func real(_ a: Double, _ b: Double) -> Double { pow(a, b) }
private func exponential(_ x: Double) -> Double { exp(x) }
private func naturalLogarithm(_ x: Double) -> Double { log(x) }
