extension Operator {
  static let timeInterval = Operator(
    "timeInterval", .timing, "Sends each event with the time since the one before it.",
    takes: [
      .named(
        "sends", .word(["record", "interval"]),
        "a record {value, interval}, or the interval alone, in seconds", else: "record")
    ],
    types: TypeRule { context in
      if context.argument("sends") != nil { return .any }
      return .record(
        [.init("value", context.input), .init("interval", .number)], isClosed: true)
    },
    shape: .each,
    elsewhere: [
      Elsewhere("rx.timeInterval", note: "in milliseconds there"),
      Elsewhere(
        "combine.measureInterval", "sends: interval", written: "measureInterval(using:)"),
    ],
    examples: [
      Example(
        "the first since the subscription", "timeInterval", in: "-a--b|", out: "-x--y|",
        values: "x: {value: \"a\", interval: 100ms}, y: {value: \"b\", interval: 300ms}"),
      Example(
        "two in one instant", "timeInterval sends: interval", in: "-[ab]|", out: "-[xy]|",
        values: "x: 100ms, y: 0"),
      Example("an error passes", "timeInterval", in: "-#", out: "-#"),
    ]
  ) { args in
    TimeIntervalStage(args.run, sendsRecords: try args.word("sends") != "interval")
  }
}

final class TimeIntervalStage: Stage {
  private static let shape = Shape(["value", "interval"])
  private let sendsRecords: Bool
  private var before: Instant

  init(_ run: Run, sendsRecords: Bool) {
    self.sendsRecords = sendsRecords
    before = run.now
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let interval = Value.seconds(run.now - before)
    before = run.now
    send(
      sendsRecords ? .record(try Record(TimeIntervalStage.shape, [value, interval])) : interval)
  }
}

extension Value {
  /// A length of time as the language has it: seconds, a whole number where it is one.
  static func seconds(_ nanoseconds: Int) -> Value {
    nanoseconds % Time.second == 0
      ? .int(nanoseconds / Time.second) : .double(Double(nanoseconds) / 1e9)
  }
}
