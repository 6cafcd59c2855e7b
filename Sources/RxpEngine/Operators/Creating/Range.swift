extension Operator {
  static let range = Operator(
    "range", .creating, role: .source,
    "Sends whole numbers from the first to the last, then completes.",
    takes: [
      .required("from", .value, "the first number, or a range"),
      .optional("to", .value, "the last number; inf for no end", else: "that of the range"),
      .named(
        "second", .word(["last", "count"]), "whether the second number is the last one or how many",
        else: "last"),
    ],
    types: .always(.int), atEnd: .ends,
    shape: .range,
    elsewhere: [
      Elsewhere("rx.range", "second: count"), Elsewhere("rxswift.range", "second: count"),
    ],
    examples: [
      Example("both ends are in", "range 1, 3", out: "[abc|]", values: "a: 1, b: 2, c: 3"),
      Example("a range", "range 2..3", out: "[bc|]", values: "b: 2, c: 3"),
      Example(
        "without end, cut by take", "range 5, inf | take 2", out: "[ab|]", values: "a: 5, b: 6"),
      Example("an empty one completes", "range 3, 1", out: "|"),
      Example(
        "as in Rx the second is how many", "range 5, 2, second: count", out: "[ab|]",
        values: "a: 5, b: 6"),
    ]
  ) { args in
    RangeStage(args.run, try RangeStage.numbers(args))
  }
}

extension ShapeRule {
  /// Without an end where that is `inf`.
  fileprivate static let range = ShapeRule { context in
    guard context.has("to") else { return context.signals("from").first ?? .items(nil).failing }
    guard let first = context.number("from"), let last = context.number("to"),
      first < SignalShape.unlimited / 2
    else {
      var shape = SignalShape.items(nil).failing
      shape.completes = .perhaps
      return shape
    }
    return last == SignalShape.unlimited ? .unending : .items(nil)
  }
}

extension RangeStage {
  fileprivate static func numbers(_ args: Arguments) throws -> IntRange {
    let first = try args.value("from") ?? .null
    if case .range(let range) = first { return range }
    guard case .int(let low) = first else {
      throw args.mistake("from", "a whole number or a range", first)
    }
    let counts = try args.word("second") == "count"
    guard args.has("to") else {
      // RxJS: the only number is how many, and they start at 0.
      if counts { return IntRange(0, low - (low > Int.min ? 1 : 0)) }
      throw Failure.type(
        "range needs the last number, or a range: range \(low), 10", at: args.place)
    }
    let second = try args.value("to") ?? .null
    if case .double(.infinity) = second { return IntRange(low, Int.max) }
    guard case .int(let number) = second else { throw args.mistake("to", "a whole number", second) }
    if !counts { return IntRange(low, number) }
    if number <= 0 { return IntRange(0, -1) }
    let (high, overflow) = low.addingReportingOverflow(number - 1)
    return IntRange(low, overflow ? Int.max : high)
  }
}
