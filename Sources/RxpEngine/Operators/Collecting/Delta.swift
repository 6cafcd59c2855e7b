import RxpText

extension Operator {
  static let delta = Operator(
    "delta", aka: ["increase"], .collecting,
    "Sends by how much each number differs from the one before it.",
    takes: [
      .optional(
        "of", .asked(.event, wants: .number),
        "the number of the event; nil and NaN are left out", else: "the event itself"),
      .named(
        "key", .asked(.event, wants: .any),
        "compares within each key, and sends {key, delta}", else: "all are compared"),
      .named(
        "counter", .bool,
        "whether a number below the one before it is a counter that began anew at 0",
        else: "false"),
      .named(
        "per", .period,
        "by how much in such a time, as the time between the two goes: nil where none has gone by",
        else: "the difference itself"),
      ClockedStage.at, .limit("keys"),
    ],
    types: TypeRule { context in
      guard let key = context.argument("key") else { return .number }
      return .record([.init("key", key), .init("delta", .number)], isClosed: true)
    },
    holds: .growing("the last number of each key"),
    shape: .derived,
    examples: [
      Example(
        "from one to the next", "delta", in: "-a-b-c|", out: "---x-y|",
        values: "a: 1, b: 4, c: 2, x: 3, y: -2"),
      Example(
        "of a counter that began anew", "delta counter: true", in: "-a-b-c|", out: "---x-y|",
        values: "a: 1, b: 4, c: 2, x: 3, y: 2"),
      Example("an error passes", "delta", in: "-a#", out: "--#", values: "a: 1"),
      Example(
        "per second, by the events' own times", "delta .n, per: 1, at: .t", in: "ab|", out: "-x|",
        values: "a: {n: 10, t: 5}, b: {n: 30, t: 9}, x: 5"),
      Example(
        "each key by itself", "delta .n, key: .k", in: "abc|", out: "--x|",
        values: "a: {k: \"p\", n: 1}, b: {k: \"q\", n: 5}, c: {k: \"p\", n: 3}, "
          + "x: {key: \"p\", delta: 2}"),
    ]
  ) { args in
    try DeltaStage(args)
  }
}

final class DeltaStage: ClockedStage {
  private let of: Asked?
  private let key: Asked?
  private let isCounter: Bool
  private let per: Int?
  private let limit: HeldLimit
  private var last: [GroupKey: (number: Value, instant: Instant)] = [:]
  private static let shape = Shape(["key", "delta"])

  override init(_ args: Arguments) throws {
    of = args.optionalAsked("of")
    key = args.optionalAsked("key")
    isCounter = try args.bool("counter") ?? false
    per = try args.duration("per")
    limit = try HeldLimit(args, "keys")
    try super.init(args)
  }

  override func event(_ value: Value) throws {
    guard let number = try (of?(value) ?? value).counted(by: "delta") else { return }
    let key = try self.key?(value) ?? .null
    let before = last.updateValue((number, time), forKey: GroupKey(key))
    guard let before else { return try limit.check(last.count, by: self) }
    var difference = number
    if !isCounter || Value.numbers(number, before.number) >= 0 {
      difference = try Value.arithmetic(.subtract, number, before.number)
    }
    if let per { difference = DeltaStage.scaled(difference, per, Time.sum(time, -before.instant)) }
    if self.key != nil { difference = .record(try Record(DeltaStage.shape, [key, difference])) }
    send(difference)
  }

  private static func scaled(_ difference: Value, _ per: Int, _ gone: Int) -> Value {
    if gone == 0 { return .null }
    return .double((difference.number ?? 0) * Double(per) / Double(gone))
  }

  override func stopped() { last = [:] }
}
