extension Operator {
  static let max = Operator(
    "max", .collecting, "Sends the greatest event, when the source completes.",
    takes: ExtremeStage.parameters, types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: 0).failing },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rx.max", note: "a comparison by name here, compare:"),
      Elsewhere("combine.max"),
      Elsewhere("combine.tryMax"),
    ],
    examples: [
      Example("at the end", "max", in: "-b-c-a|", out: "------[c|]"),
      Example("of nothing: nothing", "max", in: "--|", out: "--|"),
      Example(
        "by a part of it", "max by: -it", in: "ab|", out: "--[a|]", values: "a: 1, b: 2"),
      Example("nil is left out", "max", in: "an|", out: "--[a|]", values: "n: nil"),
      Example("an error is all there is", "max", in: "-a#", out: "--#"),
    ]
  ) { args in
    ExtremeStage(args, sign: 1)
  }
}

/// Keeps the event with the greatest key (`sign` 1) or the least (-1); of equal ones the later.
final class ExtremeStage: Stage {
  private let by: Asked?
  private let compare: Asked?
  private let sign: Int
  private var best: (event: Value, key: Value)?

  static let parameters: [Parameter] = [
    .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself"),
    .named(
      "compare", .asked(.accumulator(start: ""), wants: .number),
      "below 0 where acc, the one so far, comes before it; above 0 where after",
      else: "numbers by size, strings by their characters"),
  ]

  init(_ args: Arguments, sign: Int) {
    by = args.optionalAsked("by")
    compare = args.optionalAsked("compare")
    self.sign = sign
    super.init(args.run)
  }

  override func next(_ event: Value, _ input: Int) throws {
    let key = try by?(event) ?? event
    if case .null = key { return }
    if let best, try order(best.key, key) * sign > 0 { return }
    best = (event, key)
  }

  /// 0 where the two have no order, as NaN has none.
  private func order(_ a: Value, _ b: Value) throws -> Int {
    guard let compare else { return try a.ordered(b) ?? 0 }
    let answer = try compare(acc: a, b)
    guard let number = answer.number else {
      throw Failure.type("\(signal.name) needs a number from compare: got \(answer.excerpt())")
    }
    return number < 0 ? -1 : number > 0 ? 1 : 0
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, let best { send(best.event) }
    finish(end)
  }

  override func stopped() { best = nil }
}
