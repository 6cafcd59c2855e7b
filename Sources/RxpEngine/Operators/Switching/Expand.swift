extension Operator {
  static let expand = Operator(
    "expand", .switching,
    "Sends each event and what a signal made of it sends, of which signals are made in turn.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)),
        "the signal to make of an event, also of one that such a signal sent; nil for none"),
      .optional(
        "limit", .count,
        "how many signals may run at once; the others wait in order; 0 for no limit",
        else: "no limit"),
    ],
    types: TypeRule { context in
      context.input.joined(with: (context.argument("f") ?? .any).sent)
    },
    holds: .growing("the events whose signals wait"), atEnd: .waits,
    elsewhere: [
      Elsewhere(
        "rx.expand",
        note: "there all that comes of an event is sent before its next sibling, if at once")
    ],
    examples: [
      Example(
        "on and on, until nothing comes of it",
        "expand x => (if x < 4 then (just(x * 2) | delay 100ms) else empty)", in: "-a|",
        out: "-ab[c|]", values: "a: 1, b: 2, c: 4"),
      Example(
        "an error of one ends all", "expand p", in: "-a---|", others: [("p", "cold -#")],
        out: "-a#"),
      Example(
        "without an end, until it is let go of", "expand just(it + 1) | take 3", in: "-a|",
        out: "-[abc|]", values: "a: 1, b: 2, c: 3"),
    ]
  ) { args in
    ExpandStage(args.run, try args.asked("f"), limit: try args.count("limit") ?? 0)
  }
}

/// What is sent waits for its signal in a queue, so that signals that send at once need no stack.
final class ExpandStage: Stage {
  private let f: Asked
  private let limit: Int
  private var waiting = Fifo<Value>()
  private var running = 0
  private var sourceEnded = false
  private var isStarting = false
  private static let source = 0
  private static let made = 1

  init(_ run: Run, _ f: Asked, limit: Int) {
    self.f = f
    self.limit = limit
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    send(value)
    if isDone { return }
    waiting.append(value)
    try run.checkHeld(waiting.count, by: self)
    try begin()
  }

  private func begin() throws {
    if isStarting { return }
    isStarting = true
    defer { isStarting = false }
    while !isDone, limit == 0 || running < limit, run.mayGoOn(), let value = waiting.popFirst() {
      guard let signal = try f.signal(value) else { continue }
      running += 1
      // What it may send without end is seen as it comes.
      flush()
      if !isDone { connect(signal, input: ExpandStage.made) }
    }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .failed = end { return finish(end) }
    if input == ExpandStage.source { sourceEnded = true } else { running -= 1 }
    if isStarting { return }
    try begin()
    if !isDone, sourceEnded, running == 0, waiting.isEmpty { complete() }
  }

  override func stopped() { waiting.removeAll() }
}
