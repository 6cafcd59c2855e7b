extension Operator {
  static let movingAverage = Operator(
    "movingAverage", aka: ["rollingAverage"], .collecting,
    "Sends after each event the mean of the last ones.",
    takes: [
      .optional("n", .count, "of how many at most", else: "of all so far, or of a time"),
      .optional(
        "of", .asked(.event, wants: .number),
        "the number of the event; nil and NaN are left out, and nothing is sent for them",
        else: "the event itself"),
    ] + RollingWindow<Value>.parameters + [ClockedStage.at, .limit("numbers of a time")],
    types: .always(.number), holds: .growing("the numbers of the window"),
    shape: .derived,
    examples: [
      Example(
        "of the last two", "movingAverage 2", in: "-a-b-c|", out: "-a-x-y|",
        values: "a: 1, b: 2, c: 6, x: 1.5, y: 4"),
      Example("an error passes", "movingAverage 2", in: "-a#", out: "-a#", values: "a: 1"),
      Example(
        "of a time", "movingAverage time: 300ms", in: "-a-b-c|", out: "-a-x-y|",
        values: "a: 1, b: 2, c: 6, x: 1.5, y: 4"),
      Example(
        "of all so far, of a part", "movingAverage of: .n", in: "ab|", out: "xy|",
        values: "a: {n: 1}, b: {n: 4}, x: 1, y: 2.5"),
      Example(
        "only once there are so many", "movingAverage 2, full: true", in: "-a-b|", out: "---x|",
        values: "a: 1, b: 2, x: 1.5"),
    ]
  ) { args in
    try MovingAverageStage(args)
  }
}

final class MovingAverageStage: ClockedStage {
  private let of: Asked?
  private let waits: Bool
  private let isBounded: Bool
  private let isTimed: Bool
  private let limit: HeldLimit
  private var window: RollingWindow<Value>
  private var mean = RollingMean()

  override init(_ args: Arguments) throws {
    let most = try args.count("n", minimum: 1)
    let length = try args.duration("time")
    of = args.optionalAsked("of")
    waits = try args.bool("full") ?? false
    isBounded = (most ?? Int.max) < Int.max || length != nil
    isTimed = length != nil
    window = RollingWindow(most: most, length: length)
    limit = try HeldLimit(args, "numbers of a time")
    try super.init(args)
  }

  override func event(_ value: Value) throws {
    guard let number = try (of?(value) ?? value).counted(by: signal.name) else { return }
    mean.add(number)
    if isBounded {
      window.add(number, at: time) { mean.remove($0) }
      if isTimed { try limit.check(window.count, by: self) }
    }
    if waits, !window.isFull(at: time) { return }
    send(mean.value(window.elements))
  }

  override func stopped() { window.removeAll() }
}
