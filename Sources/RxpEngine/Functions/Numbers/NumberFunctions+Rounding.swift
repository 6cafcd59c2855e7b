extension Builtin {
  static let floor = Builtin(
    "floor", "The largest whole number that is not greater.", [.number], gives: .sameNumber,
    examples: [("floor(2.7)", "2"), ("floor(-2.1)", "-3")]
  ) { call in
    try rounded(call, .down)
  }

  static let ceil = Builtin(
    "ceil", "The smallest whole number that is not less.", [.number], gives: .sameNumber,
    examples: [("ceil(2.1)", "3"), ("ceil(-2.7)", "-2")]
  ) { call in
    try rounded(call, .up)
  }

  private static func rounded(
    _ call: borrowing Call, _ rule: FloatingPointRoundingRule
  ) throws -> Value {
    if case .int = call[0] { return call[0] }
    return whole(try call.number(0).rounded(rule))
  }

  /// An int where it fits one.
  private static func whole(_ number: Double) -> Value {
    Int(exactly: number).map { .int($0) } ?? .double(number)
  }

  static let round = Builtin(
    "round",
    "To the nearest whole number, halves away from 0; or to so many digits after the point, "
      + "negative ones before it.",
    [.number, Parameter("digits", .int)], required: 1, gives: .sameNumber,
    examples: [
      ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(3.14159, 2)", "3.14"),
      ("round(1250, -2)", "1300"),
    ]
  ) { call in
    let digits = call.has(1) ? try call.int(1) : 0
    guard (-Limits.formatDigits...Limits.formatDigits).contains(digits) else {
      throw call.mistake(1, "at most \(Limits.formatDigits), or as many before the point,")
    }
    if case .int(let number) = call[0] {
      return digits >= 0 ? call[0] : .int(try rounded(number, before: -digits))
    }
    let number = try call.number(0)
    guard number.isFinite else { return .double(number) }
    if digits == 0 { return whole(number.rounded()) }
    if digits < 0 {
      // The fraction decides nothing: halves of ten and more are whole.
      guard let integer = Int(exactly: number.rounded(.towardZero)) else { return .double(number) }
      return .int(try rounded(integer, before: -digits))
    }
    let text = DecimalDigits(number, places: digits).text
    let magnitude = Double(text) ?? number.magnitude
    return .double(number < 0 ? -magnitude : magnitude)
  }

  /// Zeros in the last so many places.
  private static func rounded(_ number: Int, before places: Int) throws -> Int {
    // Half of 10²⁰ is more than any whole number has.
    guard places <= 19 else { return 0 }
    var unit: UInt128 = 1
    for _ in 0..<places { unit *= 10 }
    let magnitude = (UInt128(number.magnitude) + unit / 2) / unit * unit
    guard let result = Int(exactly: number < 0 ? -Int128(magnitude) : Int128(magnitude)) else {
      throw Failure.overflow("round(\(number), \(-places))")
    }
    return result
  }
}
