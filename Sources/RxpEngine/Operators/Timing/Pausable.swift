extension Operator {
  static let pausable = Operator(
    "pausable", .timing, "Passes events only while another signal's latest value says yes.",
    takes: [
      .required("running", .signal, "a signal of yes/no values, subscribed to first"),
      .named(
        "start", .word(["paused", "running"]), "what holds before the first of these",
        else: "paused"),
      .named(
        "holds", .word(["nothing", "all"]),
        "whether events of a pause are lost, or sent when it is over", else: "nothing"),
      .named(
        "onEnd", .word(["send", "drop"]), "what becomes of what is held when the source completes",
        else: "send"),
    ],
    types: .sameAsInput, holds: .growing("by option, the events of a pause"), atEnd: .flushes,
    shape: .paused(by: "running"),
    examples: [
      Example(
        "only while it says yes", "pausable r", in: "-a-b-c-d-|", others: [("r", "--y-n-----|")],
        out: "---b-----|", values: "y: true, n: false"),
      Example(
        "what comes meanwhile may be held", "pausable r, holds: all", in: "-a-b-c-|",
        others: [("r", "----y-----")], out: "----[ab]c-|", values: "y: true"),
      Example(
        "an error of either passes at once", "pausable r, start: running", in: "-a----|",
        others: [("r", "---#")], out: "-a-#"),
      Example(
        "at the end what is held is sent", "pausable r, holds: all", in: "-a-|",
        others: [("r", "-----")], out: "---[a|]"),
    ]
  ) { args in
    PausableStage(
      args.run, running: try args.signal("running"), isRunning: try args.word("start") == "running",
      holds: try args.word("holds") == "all", dropsRest: try args.word("onEnd") == "drop")
  }
}

extension ShapeRule {
  fileprivate static func paused(by parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      context.input.thinned.shifted.failing.alongside(context.signal(parameter))
    }
  }
}

final class PausableStage: Stage {
  private let running: Signal?
  private let holds: Bool
  private let dropsRest: Bool
  private var isRunning: Bool
  private var held = Fifo<Value>()
  private static let source = 0
  private static let flags = 1

  init(_ run: Run, running: Signal?, isRunning: Bool, holds: Bool, dropsRest: Bool) {
    self.running = running
    self.isRunning = isRunning
    self.holds = holds
    self.dropsRest = dropsRest
    super.init(run)
  }

  override func start() throws {
    if let running { connect(running, input: PausableStage.flags) }
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == PausableStage.flags {
      isRunning = try PausableStage.flag(value)
      if isRunning { release() }
    } else if isRunning {
      send(value)
    } else if holds {
      held.append(value)
      try run.checkHeld(held.count, by: self)
    }
  }

  /// nil counts as no, as in tests.
  private static func flag(_ value: Value) throws -> Bool {
    switch value {
    case .bool(let flag): return flag
    case .null: return false
    default: throw Failure.type("yes/no values were needed, got \(value.excerpt())")
    }
  }

  private func release() {
    while !isDone, isRunning, let value = held.popFirst() { send(value) }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      // It goes on as the last value said.
      if input == PausableStage.flags { return }
      if !dropsRest {
        while !isDone, let value = held.popFirst() { send(value) }
      }
    }
    finish(end)
  }

  override func stopped() { held.removeAll() }
}
