extension Operator {
  static let bufferWhen = Operator(
    "bufferWhen", .collecting,
    "Gathers events into lists: each is closed by a signal that is made when it opens.",
    takes: [
      .required(
        "closes", .asked(.nothing, wants: .signal(.any)),
        "a new signal for each list, whose first event closes it; its end changes nothing"),
      PortionStage.empty(else: "true"), PortionStage.onEnd("the rest"),
    ],
    types: TypeRule { .list($0.input) }, holds: .growing("the events of a list"), atEnd: .flushes,
    shape: .cutting(by: "closes"),
    pitfalls: [.gathersUntil("closes", instead: "(timer 1s)")],
    elsewhere: [Elsewhere("rx.bufferWhen")],
    examples: [
      Example(
        "each closed by a timer of its own", "bufferWhen (timer 300ms)", in: "-a-bc-|",
        out: "---x--[y|]", values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example("an error drops the rest", "bufferWhen (timer 300ms)", in: "-a#", out: "--#"),
      Example(
        "the rest is sent at the end", "bufferWhen never", in: "-a-b|", out: "----[x|]",
        values: "x: [\"a\", \"b\"]"),
    ]
  ) { args in
    try RenewalStage(args, asWindows: false)
  }
}

/// One portion after the other, each closed by a signal that is asked for when it opens.
final class RenewalStage: PortionStage {
  private let closes: Asked
  /// Whether the end of the closing signal closes too.
  private let closesAtEnd: Bool
  private var closing: Stage?
  private var isRenewing = false
  private var isDue = false
  private static let source = 0
  private static let close = 1

  init(_ args: Arguments, asWindows: Bool) throws {
    closes = try args.asked("closes")
    closesAtEnd = asWindows
    try super.init(args, asWindows: asWindows, empty: true)
  }

  override func start() throws {
    try renew()
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == RenewalStage.source { return try add(value) }
    if let closing { disconnect(closing) }
    try renew()
  }

  /// A loop, not a recursion: a closing signal may send at once.
  private func renew() throws {
    isDue = true
    if isRenewing { return }
    isRenewing = true
    defer { isRenewing = false }
    while isDue, !isDone, run.mayGoOn() {
      isDue = false
      closing = nil
      if let oldest { try close(oldest) }
      if isDone { return }
      open()
      guard !isDone, let signal = try asking({ try closes.signal(.null) }) else { return }
      let stage = connect(signal, input: RenewalStage.close)
      if isDue { disconnect(stage) } else if !stage.isDone { closing = stage }
    }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, input == RenewalStage.close {
      closing = nil
      if closesAtEnd { try renew() }
      return
    }
    try self.end(end)
  }

  override func stopped() {
    closing = nil
    super.stopped()
  }
}
