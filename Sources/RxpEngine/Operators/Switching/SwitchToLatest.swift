extension Operator {
  static let switchToLatest = Operator(
    "switchToLatest", aka: ["switchAll"], .switching,
    "Follows the newest of the signals that are sent, and lets go of the one before.",
    takes: [SwitchStage.order],
    types: .inner, atEnd: .waits,
    shape: .flattening(nil),
    elsewhere: [
      Elsewhere("rac.switchToLatest"),
      Elsewhere("rx.switchAll", "order: oldFirst"),
      Elsewhere("rxswift.switchLatest", "order: oldFirst"),
      Elsewhere("rs.flattenLatest", "order: oldFirst", written: "flatten(.latest)"),
      Elsewhere("combine.switchToLatest", "order: oldFirst"),
    ],
    examples: [
      Example(
        "follows the newest", "map (if it == \"x\" then x else y) | switchToLatest",
        in: "-x---y---|", others: [("x", "cold -1-2-3-4|"), ("y", "cold -5-6|")],
        out: "--1-2-5-6|"),
      Example(
        "completes after the source and the last signal", "map x | switchToLatest", in: "-x|",
        others: [("x", "cold -1-2|")], out: "--1-2|"),
      Example(
        "an error of the followed one ends all", "map x | switchToLatest", in: "-x----|",
        others: [("x", "cold -#")], out: "--#"),
      Example(
        "nil only lets go of the old one", "map (if it == \"x\" then x else nil) | switchToLatest",
        in: "-x--n----|", others: [("x", "cold -1-2-3|")], out: "--1------|"),
    ]
  ) { args in
    SwitchStage(args.run, oldFirst: try SwitchStage.oldFirst(args)) { try $0.switchedSignal() }
  }
}

/// SW1–SW3: the new signal is subscribed to before the old one is let go of, or the other way round.
final class SwitchStage: Stage {
  static let order = Parameter.named(
    "order", .word(["newFirst", "oldFirst"]),
    "whether the new signal is subscribed to before the old one is let go of, or after",
    else: "newFirst")
  static func oldFirst(_ args: Arguments) throws -> Bool { try args.word("order") == "oldFirst" }

  private let source: Signal?
  private let choose: (Value) throws -> Signal?
  private let oldFirst: Bool
  private let rows: RowsPlan?
  private let made = Batch()
  private let seen: ((Value) -> Void)?
  private var current: Stage?
  /// The input of the newest signal; 0 is the source.
  private var newest = 0
  private var isFollowing = false
  private var sourceEnded = false

  /// Follows what `choose` makes of the events of the source, by default of the stage before. `rows`:
  /// the signals' events where they are sent at once. `seen` is told of what the followed signals send.
  init(
    _ run: Run, source: Signal? = nil, oldFirst: Bool = false, rows: RowsPlan? = nil,
    seen: ((Value) -> Void)? = nil, choose: @escaping (Value) throws -> Signal?
  ) {
    self.rows = rows
    self.seen = seen
    self.source = source
    self.oldFirst = oldFirst
    self.choose = choose
    super.init(run)
  }

  override func start() throws {
    if let source { connect(source) } else { try super.start() }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == 0 {
      if batch.count > 1, current == nil, seen == nil, let rows, rows.send(batch, made, sendBatch) {
        return
      }
      return super.receive(batch, input)
    }
    seen?(batch[batch.count - 1])
    send(batch)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input != 0 {
      seen?(value)
      return send(value)
    }
    if let rows, current == nil, sendRows(rows, of: value) { return }
    let signal = try choose(value)
    newest += 1
    let mine = newest
    let old = current
    if oldFirst, let old { disconnect(old) }
    isFollowing = signal != nil
    current = nil
    if let signal {
      let stage = connect(signal, input: mine)
      if isDone { return }
      // A newer signal may have come during the subscription.
      if newest != mine { disconnect(stage) } else if !stage.isDone { current = stage }
    }
    if let old { disconnect(old) }
  }

  private func sendBatch(_ batch: Batch) -> Bool {
    send(batch)
    return !isDone
  }

  /// What is sent at once, by a signal that is over then. False where that has to be asked itself.
  private func sendRows(_ rows: RowsPlan, of value: Value) -> Bool {
    newest += 1
    let mine = newest
    return rows.send(value) { row in
      seen?(row)
      send(row)
      // A newer signal may have come.
      return !isDone && newest == mine
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    if input == 0 {
      sourceEnded = true
    } else if input == newest {
      isFollowing = false
      current = nil
    }
    if sourceEnded, !isFollowing { complete() }
  }

  override func stopped() { current = nil }
}

extension Value {
  /// The signal that an event of a signal of signals is; nil for nil.
  func switchedSignal() throws -> Signal? {
    if case .null = self { return nil }
    guard let signal = asSignal else {
      throw Failure.type("a signal was needed, got \(Value.article(typeName)): \(excerpt())")
    }
    return signal
  }
}
