extension Operator {
  static let range = Operator(
    "range", .creating, role: .source, "Sends whole numbers from the first to the last, then completes.",
    takes: [
      .required("from", .value, "the first number, or a range"),
      .optional("to", .value, "the last number; inf for no end", else: "that of the range"),
    ],
    types: .always(.int), atEnd: .ends,
    elsewhere: [Elsewhere("rx.range", note: "there the second is how many"), Elsewhere("rxswift.range")],
    examples: [
      Example("both ends are in", "range 1, 3", out: "[abc|]", values: "a: 1, b: 2, c: 3"),
      Example("a range", "range 2..3", out: "[bc|]", values: "b: 2, c: 3"),
      Example("without end, cut by take", "range 5, inf | take 2", out: "[ab|]", values: "a: 5, b: 6"),
      Example("an empty one completes", "range 3, 1", out: "|"),
    ]
  ) { args in
    switch try args.value("from") ?? .null {
    case .range(let range): return RangeStage(args.run, range)
    case .int(let low):
      guard let high = try args.value("to") else { return RangeStage(args.run, IntRange(low, low)) }
      switch high {
      case .int(let high): return RangeStage(args.run, IntRange(low, high))
      case .double(let high) where high == .infinity: return RangeStage(args.run, IntRange(low, Int.max))
      default: throw args.mistake("to", "a whole number", high)
      }
    case let other: throw args.mistake("from", "a whole number or a range", other)
    }
  }
}
