extension Operator {
  static let flatMap = Operator(
    "flatMap", aka: ["flattenMap", "mergeMap"], .switching,
    "Makes a signal of each event and sends what all of them send, as it comes.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)), "the signal to make of the event; nil for none"),
      FlattenStage.limit, FlattenStage.zero,
    ],
    types: TypeRule { context in (context.argument("f") ?? .any).sent },
    holds: .growing("with a limit, the events whose signals wait"), atEnd: .waits,
    shape: .flattening("f"),
    pitfalls: [.runsSideBySide(made: "f", limit: "limit", instead: "switchMap")],
    elsewhere: [
      Elsewhere("rac.flattenMap"),
      Elsewhere("rx.mergeMap", "zero: none"),
      Elsewhere("rx.flatMap", "zero: none"),
      Elsewhere("rx.mergeMapTo", "zero: none"),
      Elsewhere("rxswift.flatMap"),
      Elsewhere("rs.flatMap"),
      Elsewhere("rs.flatMapMerge", written: "flatMap(.merge)"),
      Elsewhere("rs.flatMapConcurrent", written: "flatMap(.concurrent(limit:))"),
      Elsewhere(
        "combine.flatMap", written: "flatMap(maxPublishers:)",
        note: "there the source is not asked for more instead"),
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
    if let totals = try GroupTotalsStage(args, f) { return totals }
    return FlattenStage(
      args.run, limit: try FlattenStage.limit(args, "limit"), rows: RowsPlan(f, args.run)
    ) { try f.signal($0) }
  }
}

/// B2–B5, M4: inner signals run side by side, at most `limit` at once; errors end everything. What
/// waits are the events: a signal is made when its turn comes.
final class FlattenStage: Stage {
  private let make: (Value) throws -> Signal?
  private let limit: Int
  private let drops: Bool
  private let rows: RowsPlan?
  private let made = Batch()
  private let seen: ((Value) -> Void)?
  private var waiting = Fifo<Value>()
  private var running = 0
  private var sourceEnded = false
  private var isStarting = false
  private static let outer = 0
  private static let inner = 1

  static let limit = Parameter.optional(
    "limit", .count, "how many signals may run at once; the others wait in order; 0 for no limit",
    else: "no limit")

  static let zero = Parameter.named(
    "zero", .word(["unlimited", "none"]),
    "what 0 as the limit means: no limit, or that no signal ever runs", else: "unlimited")

  /// How many may run at once, as an argument and the option `zero` say.
  static func limit(_ args: Arguments, _ name: String) throws -> Int {
    let limit = try args.count(name) ?? Int.max
    return try limit == 0 && args.word("zero") != "none" ? Int.max : limit
  }

  /// `make`: the signal of an event. `drops`: what comes while the limit is reached does not wait,
  /// but is left out. `rows`: the signals' events where they are sent at once. `seen` is told of what
  /// the inner signals send.
  init(
    _ run: Run, limit: Int = Int.max, drops: Bool = false, rows: RowsPlan? = nil,
    seen: ((Value) -> Void)? = nil,
    make: @escaping (Value) throws -> Signal?
  ) {
    self.limit = limit
    self.drops = drops
    self.rows = rows
    self.seen = seen
    self.make = make
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == FlattenStage.outer {
      if batch.count > 1, isFree, seen == nil, let rows,
        rows.send(batch, made, sendBatch)
      {
        return
      }
      return super.receive(batch, input)
    }
    seen?(batch[batch.count - 1])
    send(batch)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == FlattenStage.inner {
      seen?(value)
      return send(value)
    }
    if isFree { return try begin(value) }
    if drops { return }
    waiting.append(value)
    try run.checkHeld(waiting.count, by: self)
  }

  private func sendBatch(_ batch: Batch) -> Bool {
    send(batch)
    return !isDone
  }

  private func sendRow(_ value: Value) -> Bool {
    seen?(value)
    send(value)
    return !isDone
  }

  private var isFree: Bool { running < limit && waiting.isEmpty }

  private func begin(_ value: Value) throws {
    if let rows, rows.send(value, sendRow) { return }
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
