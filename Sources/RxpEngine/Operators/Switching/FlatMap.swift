extension Operator {
  static let flatMap = Operator(
    "flatMap", aka: ["flattenMap", "mergeMap"], .switching,
    "Makes a signal of each event and sends what all of them send, as it comes.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)), "the signal to make of the event; nil for none"),
      .optional(
        "limit", .count,
        "how many signals may run at once; the others wait in order; 0 for no limit",
        else: "no limit"),
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent },
    holds: .growing("with a limit, the events whose signals wait"), atEnd: .waits,
    elsewhere: [
      Elsewhere("rac.flattenMap"), Elsewhere("rx.mergeMap"), Elsewhere("rx.mergeMapTo"),
      Elsewhere("rxswift.flatMap"),
      Elsewhere("rs.flatMap"), Elsewhere("combine.flatMap"),
    ],
    examples: [
      Example(
        "values come as they come", "flatMap x => [x, x]", in: "-a-b|", out: "-[aa]-[bb]|"),
      Example(
        "completes after the source and all it made", "flatMap p", in: "-x|",
        others: [("p", "cold ---1--|")], out: "----1--|"),
      Example(
        "an error of one ends all", "flatMap p", in: "-x-----|", others: [("p", "cold --#")],
        out: "---#"),
    ]
  ) { args in
    let f = try args.asked("f")
    return FlattenStage(args.run, limit: try args.count("limit") ?? 0) { try f.signal($0) }
  }
}

/// B2–B5, M4: inner signals run side by side, at most `limit` at once; errors end everything. What
/// waits are the events: a signal is made when its turn comes.
final class FlattenStage: Stage {
  private let make: (Value) throws -> Signal?
  private let limit: Int
  private let drops: Bool
  private let seen: ((Value) -> Void)?
  private var waiting = Fifo<Value>()
  private var running = 0
  private var sourceEnded = false
  private var isStarting = false
  private static let outer = 0
  private static let inner = 1

  /// `make`: the signal of an event. `drops`: what comes while the limit is reached does not wait,
  /// but is left out. `seen` is told of what the inner signals send.
  init(
    _ run: Run, limit: Int = 0, drops: Bool = false, seen: ((Value) -> Void)? = nil,
    make: @escaping (Value) throws -> Signal?
  ) {
    self.limit = limit
    self.drops = drops
    self.seen = seen
    self.make = make
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == FlattenStage.outer { return super.receive(batch, input) }
    seen?(batch[batch.count - 1])
    send(batch)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == FlattenStage.inner {
      seen?(value)
      return send(value)
    }
    if limit == 0 || running < limit && waiting.isEmpty { return try begin(value) }
    if drops { return }
    waiting.append(value)
    try run.checkHeld(waiting.count, by: self)
  }

  private func begin(_ value: Value) throws {
    guard let signal = try make(value) else { return }
    running += 1
    connect(signal, input: FlattenStage.inner)
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .failed = end { return finish(end) }
    if input == FlattenStage.outer { sourceEnded = true } else { running -= 1 }
    // A loop, not a recursion: a synchronous inner ends while it is being started here.
    if isStarting { return }
    isStarting = true
    defer { isStarting = false }
    while !isDone, running < limit, let value = waiting.popFirst() { try begin(value) }
    if !isDone, sourceEnded, running == 0, waiting.isEmpty { complete() }
  }

  override func stopped() { waiting.removeAll() }
}
