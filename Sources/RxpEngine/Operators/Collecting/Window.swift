extension Operator {
  static let window = Operator(
    "window", aka: ["windowCount"], .collecting,
    "Cuts the events into signals of a given length; the first opens at once.",
    takes: [
      .required("n", .count, "how many events a window has"),
      .optional(
        "step", .count, "how many events lie between the starts of two windows", else: "n"),
    ],
    types: TypeRule { .signal($0.input) },
    shape: .cutting,
    elsewhere: [Elsewhere("rx.windowCount")],
    examples: [
      Example(
        "one after the other", "window 2 | map (it | collect) | concatAll", in: "-a-b-c|",
        out: "---x--[y|]", values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example("an error goes into the window too", "window 2 | flatten", in: "-a#", out: "-a#"),
      Example(
        "windows may overlap", "window 2, 1 | map (it | collect) | flatten | take 2", in: "-a-b-c|",
        out: "---x-[y|]", values: "x: [\"a\", \"b\"], y: [\"b\", \"c\"]"),
    ]
  ) { args in
    let count = try args.count("n", minimum: 1) ?? 1
    return try WindowStage(
      args, count: count, step: try args.count("step", minimum: 1) ?? count)
  }
}

/// A window is closed by its last event, and the next one opens behind it, in the same step.
final class WindowStage: PortionStage {
  private let count: Int
  private let step: Int
  /// Events so far; from 0 to `step`, when a window opens.
  private var position = 0

  init(_ args: Arguments, count: Int, step: Int) throws {
    self.count = count
    self.step = step
    try super.init(args, asWindows: true)
  }

  override func start() throws {
    open()
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) throws {
    try add(value)
    // All that are open have the event before one of them ends.
    try closeAll(where: { $0.count >= self.count })
    if isDone { return }
    position += 1
    if position == step {
      position = 0
      open()
      try run.checkHeld(openCount, by: self)
    }
  }
}
