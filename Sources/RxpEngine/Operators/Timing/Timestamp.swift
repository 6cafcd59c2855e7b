extension Operator {
  static let timestamp = Operator(
    "timestamp", .timing,
    "Sends each event with the time of day, or with the time since the start on the virtual clock.",
    types: TypeRule { context in
      .record(
        [.init("value", context.input), .init("timestamp", .number)], isClosed: true)
    },
    shape: .each,
    elsewhere: [Elsewhere("rx.timestamp", note: "in milliseconds there")],
    examples: [
      Example(
        "in seconds, as now() gives them", "timestamp", in: "-a--b|", out: "-x--y|",
        values: "x: {value: \"a\", timestamp: 100ms}, y: {value: \"b\", timestamp: 400ms}"),
      Example("an error passes", "timestamp", in: "-#", out: "-#"),
      Example(
        "what comes in one instant has one time", "timestamp | map .timestamp", in: "-[ab]|",
        out: "-[xx]|", values: "x: 100ms"),
    ]
  ) { args in
    TimestampStage(args.run)
  }
}

final class TimestampStage: Stage {
  private static let shape = Shape(["value", "timestamp"])
  override func next(_ value: Value, _ input: Int) throws {
    let time = run.options.isVirtual ? run.now : run.host.wallNow()
    send(.record(try Record(TimestampStage.shape, [value, .seconds(time)])))
  }
}
