extension Operator {
  static let expand = Operator(
    "expand", .switching,
    "Sends each event and what a signal made of it sends, of which signals are made in turn.",
    takes: [
      .required(
        "f", .asked(.event, wants: .signal(.any)),
        "the signal to make of an event, also of one that such a signal sent; nil for none"),
      FlattenStage.limit,
    ],
    types: TypeRule { context in
      context.input.joined(with: (context.argument("f") ?? .any).sent)
    },
    holds: .growing("the events whose signals wait"), atEnd: .waits,
    shape: .expanding("f"),
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

extension ShapeRule {
  /// All events pass; of what comes of them in turn no bound is known.
  fileprivate static func expanding(_ parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      let input = context.input
      if input.isSilent { return input }
      var shape = input.flattened(context.signal(parameter))
      if shape.completes == .surely { shape.completes = .perhaps }
      // Over a limit they wait.
      shape.least = context.has("limit") ? 0 : input.least
      shape.most = nil
      shape.inner = nil
      return shape
    }
  }
}

/// As Rx does it: an event is sent when its signal begins, what that sends at once has its turn inside
/// of it, and what is over the limit waits. Instead of calls inside calls there is a stack of those
/// signals that are being subscribed to, so that chains of any length need no more than that.
final class ExpandStage: Stage {
  private struct Beginning {
    let input: Int
    /// What the signal sent while it was subscribed to.
    var sent = Fifo<Value>()
    var hasEnded = false
    /// The error with which it has ended, told behind what it sent.
    var error: End?
    /// Whether it no longer counts as running.
    var isOver = false
  }

  private let f: Asked
  private let limit: Int
  private var waiting = Fifo<Value>()
  private var beginnings: [Beginning] = []
  private var isStarting = false
  private var running = 0
  private var begun = 0
  private var sourceEnded = false
  private static let source = 0

  init(_ run: Run, _ f: Asked, limit: Int) {
    self.f = f
    self.limit = limit == 0 ? Int.max : limit
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if let last = beginnings.indices.last {
      beginnings[last].sent.append(value)
      return try run.checkHeld(beginnings[last].sent.count + waiting.count, by: self)
    }
    try take(value)
    try proceed()
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .failed = end {
      guard let at = beginnings.lastIndex(where: { $0.input == input }) else { return finish(end) }
      beginnings[at].error = end
    } else if input == ExpandStage.source {
      sourceEnded = true
    } else if let at = beginnings.lastIndex(where: { $0.input == input }) {
      beginnings[at].hasEnded = true
    } else {
      running -= 1
      if beginnings.isEmpty { beginnings = [Beginning(input: input, hasEnded: true, isOver: true)] }
    }
    if !isStarting { try proceed() }
  }

  /// Begins with what has its turn until nothing has.
  private func proceed() throws {
    if isStarting { return }
    isStarting = true
    defer { isStarting = false }
    while let last = beginnings.indices.last, !isDone, run.mayGoOn() {
      if let value = beginnings[last].sent.popFirst() {
        // Without a limit nobody asks any more whether it still runs.
        if limit == Int.max, beginnings[last].sent.isEmpty, beginnings[last].hasEnded {
          leave(last)
        }
        try take(value)
        continue
      }
      if let error = beginnings[last].error { return finish(error) }
      if beginnings[last].hasEnded, !beginnings[last].isOver {
        beginnings[last].isOver = true
        running -= 1
      }
      if beginnings[last].isOver, running < limit, let value = waiting.popFirst() {
        try take(value)
      } else {
        beginnings.removeLast()
      }
    }
    if !isDone, sourceEnded, running == 0, waiting.isEmpty { complete() }
  }

  private func leave(_ last: Int) {
    if !beginnings[last].isOver { running -= 1 }
    beginnings.removeLast()
  }

  private func take(_ value: Value) throws {
    if running >= limit {
      waiting.append(value)
      return try run.checkHeld(waiting.count, by: self)
    }
    send(value)
    if isDone { return }
    guard let signal = try f.signal(value) else { return }
    running += 1
    begun += 1
    beginnings.append(Beginning(input: begun))
    let isOutermost = !isStarting
    isStarting = true
    // What it may send without end is seen as it comes.
    flush()
    if !isDone { connect(signal, input: begun) }
    if isOutermost { isStarting = false }
  }

  override func stopped() {
    waiting.removeAll()
    beginnings = []
  }
}
