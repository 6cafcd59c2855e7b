extension ResultRule {
  /// A whole number of two of them.
  fileprivate static let remainder = ResultRule { $0 == [.int, .int] ? .int : .number }
}

extension Builtin {
  static let div = Builtin(
    "div", "Divided to a whole number, cut towards 0.", [.number, Parameter("by", .number)],
    gives: .int, examples: [("div(7, 2)", "3"), ("div(-7, 2)", "-3"), ("div(7.5, 2)", "3")]
  ) { call in
    if case .int(let x) = call[0], case .int(let y) = call[1] {
      if y == 0 { throw Failure.divisionByZero("div(\(x), 0)") }
      let (result, overflow) = x.dividedReportingOverflow(by: y)
      if overflow { throw Failure.overflow("div(\(x), \(y))") }
      return .int(result)
    }
    let (x, y) = (try call.number(0), try call.number(1))
    if y == 0 { throw Failure.divisionByZero("div(\(call[0].display()), 0)") }
    let result = (x / y).rounded(.towardZero)
    if result.isNaN { return .null }
    guard let whole = Int(exactly: result) else {
      throw Failure.overflow("div(\(call[0].display()), \(call[1].display()))")
    }
    return .int(whole)
  }.forWholeNumbers { x, y in y == 0 || y == -1 ? nil : x / y }

  static let mod = Builtin(
    "mod", "What div leaves over, with the sign of the first; like %, but 0 is never divided by.",
    [.number, Parameter("by", .number)], gives: .remainder,
    examples: [("mod(7, 3)", "1"), ("mod(-7, 3)", "-1"), ("mod(5.5, 2)", "1.5")]
  ) { call in
    if case .int(let x) = call[0], case .int(let y) = call[1] {
      if y == 0 { throw Failure.divisionByZero("mod(\(x), 0)") }
      // Int.min % -1 overflows in the machine though its result, 0, fits.
      return .int(y == -1 ? 0 : x % y)
    }
    let (x, y) = (try call.number(0), try call.number(1))
    if y == 0 { throw Failure.divisionByZero("mod(\(call[0].display()), 0)") }
    let result = x.truncatingRemainder(dividingBy: y)
    return result.isNaN ? .null : .double(result)
  }.forWholeNumbers { x, y in y == 0 || y == -1 ? nil : x % y }
}
