extension Operator {
  static let findIndex = Operator(
    "findIndex", .filtering,
    "Sends the place, from 0, of the first event that passes a test, or -1, and completes.",
    takes: [.required("test", .asked(.event, wants: .bool), "a yes/no test of the event")],
    types: .always(.int), atEnd: .flushes,
    shape: .picking,
    elsewhere: [Elsewhere("rx.findIndex")],
    examples: [
      Example(
        "the place of the first", "findIndex it > \"a\"", in: "-a-b|", out: "---[x|]",
        values: "x: 1"),
      Example("none: -1", "findIndex false", in: "-a|", out: "--[x|]", values: "x: -1"),
      Example("an error passes", "findIndex false", in: "-a#", out: "--#"),
    ]
  ) { args in
    FindIndexStage(args.run, try args.asked("test"))
  }
}

final class FindIndexStage: Stage {
  private let test: Asked
  private var index = 0

  init(_ run: Run, _ test: Asked) {
    self.test = test
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if try test.test(value) { return sendLast(.int(index)) }
    index += 1
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end { sendLast(.int(-1)) } else { finish(end) }
  }
}
