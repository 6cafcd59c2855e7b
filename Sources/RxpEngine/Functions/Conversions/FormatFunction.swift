extension Builtin {
  static let format = Builtin(
    "format",
    "A number (or other value) in a form: [fill][< > ^][+][0][width][,][.digits][f d % x X b], or "
      + "just the count of digits after the point.",
    [.any, Parameter("form", .any)], gives: .text,
    examples: [
      ("format(3.14159, \".2f\")", "\"3.14\""), ("format(1234567.5, \",.1f\")", "\"1,234,567.5\""),
      ("format(0.1234, \".1%\")", "\"12.3%\""), ("format(7, \"03\")", "\"007\""),
      ("format(\"ab\", \"*^6\")", "\"**ab**\""), ("format(2, 1)", "\"2.0\""),
    ]
  ) { call in
    let form: NumberForm?
    switch call[1] {
    case .text(let text): form = NumberForm(text.string)
    case .int(let digits): form = NumberForm(digits: digits)
    default: form = nil
    }
    guard let form else {
      throw call.mistake(
        1,
        "such as \".2f\", \"8d\" or \"+,.1f\", or a count of digits, at most "
          + "\(Limits.formatDigits) of them and a width of \(Limits.formatWidth),")
    }
    guard let text = form.text(of: call[0]) else {
      throw call.mistake(0, "a whole number for \"x\" and \"b\"")
    }
    return .string(text)
  }
}
