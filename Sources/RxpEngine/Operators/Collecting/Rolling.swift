extension Operator {
  static let rolling = Operator(
    "rolling", aka: ["slidingWindow"], .collecting,
    "Sends with each event the list of the last ones, itself included.",
    takes: [.optional("n", .count, "how many at most", else: "all of a time")]
      + RollingWindow<Value>.parameters + [ClockedStage.at, .limit("events of a time")],
    types: TypeRule { .list($0.input) }, holds: .growing("the events of the window"),
    shape: .derived,
    examples: [
      Example(
        "the last two", "rolling 2", in: "-a-b-c|", out: "-x-y-z|",
        values: "x: [\"a\"], y: [\"a\", \"b\"], z: [\"b\", \"c\"]"),
      Example("an error passes", "rolling 2", in: "-a#", out: "-x#", values: "x: [\"a\"]"),
      Example(
        "those of a time", "rolling time: 300ms | map len", in: "-ab--c|", out: "-xy--x|",
        values: "x: 1, y: 2"),
      Example(
        "once there are so many", "rolling 2, full: true", in: "-a-b-c|", out: "---y-z|",
        values: "y: [\"a\", \"b\"], z: [\"b\", \"c\"]"),
    ]
  ) { args in
    try RollingStage(args)
  }
}

final class RollingStage: ClockedStage {
  private let waits: Bool
  private let hasNumber: Bool
  private let limit: HeldLimit
  private var window: RollingWindow<Value>

  override init(_ args: Arguments) throws {
    let most = try args.count("n", minimum: 1)
    let length = try args.duration("time")
    if most == nil, length == nil {
      throw Failure.type("rolling needs n or time", at: args.place)
    }
    waits = try args.bool("full") ?? false
    hasNumber = (most ?? Int.max) < Int.max
    limit = try HeldLimit(args, "events of a time")
    window = RollingWindow(most: most, length: length)
    try super.init(args)
  }

  override func event(_ value: Value) throws {
    window.add(value, at: time) { _ in }
    // A number that was given may be held.
    if !hasNumber { try limit.check(window.count, by: self) }
    if waits, !window.isFull(at: time) { return }
    send(try .list(Array(window.elements)))
  }

  override func stopped() { window.removeAll() }
}
