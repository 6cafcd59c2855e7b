extension Operator {
  static let zip = Operator(
    "zip", aka: ["zipWith"], .combining, role: .sourceOrStage,
    "Sends lists of what several signals sent: the first values of all, the second ones, and so on.",
    takes: [
      .required(
        "signals", .signalsOrRecord,
        "the signals, subscribed to in this order; of a record of them records are made"),
      .named(
        "onEnd", .word(["complete", "wait"]),
        "what it does that an input has ended with nothing queued: complete, or wait for the end of "
          + "all, or for a value when all others have ended",
        else: "complete"),
      .named(
        "pairwise", .bool,
        "whether more than two are zipped two by two from the left, so that what can get no partner "
          + "any more is let go of at once; with onEnd: wait they never are",
        else: "true"),
    ],
    types: .listOfInputs("signals"),
    holds: .growing("of each signal the values whose partners have not come"), atEnd: .flushes,
    shape: ShapeRule { .paired($0.inputs("signals")) },
    pitfalls: [.pairsUp(of: "signals", instead: "combineLatest"), .listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rac.zip"),
      Elsewhere("rac.zipWith"),
      Elsewhere("rx.zip", "pairwise: false"),
      Elsewhere("rx.zipWith", "pairwise: false"),
      Elsewhere("rxswift.zip", "onEnd: wait, pairwise: false"),
      Elsewhere("rs.zip", "pairwise: false", written: "zip(with:)"),
      Elsewhere("combine.zip", "pairwise: false"),
      Elsewhere("rs.zipWith", "pairwise: false"),
    ],
    examples: [
      Example(
        "pairs by position", "zip b", in: "-a-b---|", others: [("b", "---1--2-|")],
        out: "---x--y|", values: "x: [\"a\", \"1\"], y: [\"b\", \"2\"]"),
      Example(
        "completes as soon as an ended one has nothing queued", "zip b", in: "-a|",
        others: [("b", "---1--2-|")], out: "---[x|]", values: "x: [\"a\", \"1\"]"),
      Example(
        "an error is not queued", "zip b", in: "ab#", others: [("b", "---1--2-|")], out: "--#"),
      Example("of nothing: completes at once", "zip []", out: "|"),
      Example(
        "of one: lists of one", "zip a", others: [("a", "-a|")], out: "-x|", values: "x: [\"a\"]"),
    ]
  ) { args in
    ZipStage(
      args.run, try Members(args), waits: try args.word("onEnd") == "wait",
      isPairwise: try args.bool("pairwise") ?? true)
  }
}

extension TypeRule {
  /// Lists (or records) of one member from each input.
  static func listOfInputs(_ name: String) -> TypeRule {
    TypeRule { context in
      if case .record(let fields, let isClosed)? = context.argument(name) {
        return .record(fields, isClosed: isClosed)
      }
      let isSource = context.input == .null
      guard case .tuple(let others)? = context.argument(name) else { return .list(.any) }
      // The only one may be a list of signals, of which the length is not known.
      if isSource, others.count == 1 {
        switch others[0] {
        case .any, .signal: return .list(.any)
        default: break
        }
      }
      return .tuple(isSource ? others : [context.input] + others)
    }
  }
}

/// M6, M7: pairs by position, queues of what waits for its partner; errors pass at once.
final class ZipStage: Stage {
  private struct Input {
    var queue = Fifo<Value>()
    /// Numbers that are taken one by one as they are needed: more than could be held.
    var numbers: IntRange?
    var received = 0
    var hasEnded = false

    var isEmpty: Bool { queue.isEmpty && numbers == nil }

    mutating func popFirst() -> Value? {
      guard let range = numbers else { return queue.popFirst() }
      numbers = range.low == range.high ? nil : IntRange(range.low + 1, range.high)
      return .int(range.low)
    }
  }

  private let members: Members
  private let areListed: Bool
  private let waits: Bool
  private let isPairwise: Bool
  private var inputs: [Input]
  private var empty: Int
  private var items: ReusedList
  private var sent = 0
  private var ended = 0

  init(_ run: Run, _ members: Members, waits: Bool, isPairwise: Bool) {
    self.members = members
    areListed = members.areListed
    self.waits = waits
    self.isPairwise = isPairwise && members.signals.count > 2
    inputs = Array(repeating: Input(), count: members.signals.count)
    empty = members.signals.count
    items = ReusedList(count: members.signals.count)
    super.init(run)
  }

  override func start() throws {
    if members.signals.isEmpty { return complete() }
    for (index, signal) in members.signals.enumerated() {
      if let range = signal.numbers, range.count > Limits.heldValues {
        take(range, index)
      } else {
        connect(signal, input: index)
      }
      if isDone { return }
      settle()
      if isDone { return }
    }
    // Of long ranges alone nothing asks for the next list.
    while empty == 0, !isDone, run.mayGoOn() { try sendList() }
  }

  /// SQ2: a long range is not sent, but counted along; it counts as sent and over.
  private func take(_ range: IntRange, _ input: Int) {
    inputs[input].numbers = range
    inputs[input].received = range.count
    inputs[input].hasEnded = true
    ended += 1
    empty -= 1
  }

  override func next(_ value: Value, _ input: Int) throws {
    inputs[input].received += 1
    guard empty == 1, inputs[input].isEmpty else { return try hold(value, input) }
    // The one that was missing goes out with the others.
    try items.set(input, value)
    try sendList(but: input)
  }

  /// `present`: whose value is in place already.
  private func sendList(but present: Int? = nil) throws {
    for index in 0..<inputs.count where index != present {
      if let item = inputs[index].popFirst() { try items.set(index, item) }
      if inputs[index].isEmpty { empty += 1 }
    }
    sent += 1
    send(areListed ? .list(items.current) : try members.together(items.current.items))
    if ended > 0 { settle() }
  }

  private func hold(_ value: Value, _ input: Int) throws {
    if inputs[input].isEmpty { empty -= 1 }
    inputs[input].queue.append(value)
    if waits, ended > 0, areAllEnded(but: input) { return complete() }
    try run.checkHeld(inputs[input].queue.count, by: self)
    if ended > 0 { settle() }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    inputs[input].hasEnded = true
    ended += 1
    if ended == inputs.count { complete() } else { settle() }
  }

  override func stopped() {
    inputs = []
    items = ReusedList(count: 0)
  }

  private func areAllEnded(but input: Int) -> Bool {
    ended == inputs.count - (inputs[input].hasEnded ? 0 : 1)
  }

  /// Completes where no list can come any more; of more than two, lets go of the left ones that
  /// nobody needs any more.
  private func settle() {
    if isDone || waits || ended == 0 { return }
    for input in inputs where input.hasEnded && input.received == sent { return complete() }
    guard isPairwise else { return }
    for last in stride(from: inputs.count - 2, through: 1, by: -1) where isFruitless(upTo: last) {
      // Also one that is being subscribed to.
      for stage in upstreams where stage.receiverInput <= last {
        inputs[stage.receiverInput].hasEnded = true
        ended += 1
        disconnect(stage)
      }
      return
    }
  }

  /// Whether the inputs up to this one, zipped by themselves, would have come to their end: one of
  /// them has ended, and all it sent has its partners.
  private func isFruitless(upTo last: Int) -> Bool {
    let group = inputs[0...last]
    let sentByGroup = group.reduce(Int.max) { min($0, $1.received) }
    return group.contains { $0.hasEnded && $0.received == sentByGroup }
  }
}
