extension Operator {
  static let bufferToggle = Operator(
    "bufferToggle", .collecting,
    "Gathers events into lists: one is opened by each event of a signal, and closed by another "
      + "signal.",
    takes: [
      .required("opens", .signal, "the signal whose events open a list"),
      .required(
        "closes", .asked(.sent(by: "opens"), wants: .signal(.any)),
        "of what opened a list, the signal whose first event closes it"),
      PortionStage.empty(else: "true"), PortionStage.onEnd("open lists"),
    ],
    types: TypeRule { .list($0.input) }, holds: .growing("the events of the open lists"),
    atEnd: .flushes,
    shape: .cutting(by: "opens", "closes"),
    elsewhere: [Elsewhere("rx.bufferToggle")],
    examples: [
      Example(
        "from an opening to its closing", "bufferToggle o, c", in: "-a-b-c-d|",
        others: [("o", "--o------"), ("c", "cold ----x")], out: "------x-|",
        values: "x: [\"b\", \"c\"]"),
      Example(
        "an error drops what is open", "bufferToggle o, c", in: "-a-b#",
        others: [("o", "o--------"), ("c", "cold ----------x")], out: "----#"),
      Example(
        "the rest is sent at the end", "bufferToggle o, never", in: "-a-b|",
        others: [("o", "o--------")], out: "----[x|]", values: "x: [\"a\", \"b\"]"),
    ]
  ) { args in
    try ToggleStage(args, asWindows: false)
  }
}

/// Portions opened by the events of one signal, each closed by the first event of a signal of its
/// own; the ends of these change nothing.
final class ToggleStage: PortionStage {
  private let opens: Signal?
  private let closes: Asked
  private static let source = 0
  private static let opening = -1

  init(_ args: Arguments, asWindows: Bool) throws {
    opens = try args.signal("opens")
    closes = try args.asked("closes")
    try super.init(args, asWindows: asWindows, empty: true)
  }

  override func start() throws {
    if let opens { connect(opens, input: ToggleStage.opening) }
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) throws {
    switch input {
    case ToggleStage.source: try add(value)
    case ToggleStage.opening:
      // Asked first: without an answer there is no portion.
      let closing = try asking { try closes.signal(value) }
      let id = open()
      try run.checkHeld(openCount, by: self)
      // A portion's name is the input by which its closing comes.
      if !isDone, let closing { connect(closing, input: id) }
    default:
      for upstream in upstreams where upstream.receiverInput == input { disconnect(upstream) }
      try close(input)
    }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, input != ToggleStage.source { return }
    // As in Rx, windows are told of the errors of the source and of what closes them alone.
    if input == ToggleStage.opening { return finish(end) }
    try self.end(end)
  }
}
