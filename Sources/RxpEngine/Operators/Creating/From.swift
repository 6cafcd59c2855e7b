extension Operator {
  static let from = Operator(
    "from", .creating, role: .source,
    "Sends the members of a list or the numbers of a range, then completes.",
    takes: [
      .required(
        "items", .value,
        "a list, a range, a record, of which lists of name and value are sent, or a signal, which is "
          + "passed on")
    ],
    types: TypeRule { context in
      if case .record? = context.argument("items") { return .list(.any) }
      return (context.argument("items") ?? .any).sent
    },
    atEnd: .ends,
    shape: ShapeRule { $0.signals("items").first ?? SignalShape() },
    elsewhere: [
      Elsewhere("rac.sequence", written: "sequence.signal"), Elsewhere("rx.from"),
      Elsewhere("rx.pairs"), Elsewhere("rxswift.from"),
      Elsewhere("rs.values", written: "SignalProducer(sequence)"),
      Elsewhere("combine.publisher", written: "Sequence.publisher"),
      Elsewhere("rac.signal", written: "signal"),
      Elsewhere("rac.signalWithScheduler", written: "signalWithScheduler:"),
      Elsewhere("combine.Sequence"),
    ],
    examples: [
      Example("the members of a list", "from [1, 2]", out: "[ab|]", values: "a: 1, b: 2"),
      Example(
        "the numbers of a range, both ends in", "from 1..3", out: "[abc|]",
        values: "a: 1, b: 2, c: 3"),
      Example("an empty list is empty", "from []", out: "|"),
      Example(
        "names and values", "from {m: 1, n: 2}", out: "[ab|]",
        values: "a: [\"m\", 1], b: [\"n\", 2]"),
    ]
  ) { args in
    switch try args.value("items") ?? .null {
    case .list(let list): ItemsStage(args.run, list.items)
    case .range(let range): RangeStage(args.run, range)
    case .signal(let signal): RelayStage(args.run, signal)
    case .record(let record): ItemsStage(args.run, try record.fieldPairs())
    case let other: throw args.mistake("items", "a list, a range or a record", other)
    }
  }
}

extension Record {
  /// A list of name and value for each field.
  fileprivate func fieldPairs() throws -> [Value] {
    try zip(shape.keys, values).map { .list(try List([.text($0), $1])) }
  }
}

/// Sends whole numbers one after the other, at subscription.
final class RangeStage: Stage {
  fileprivate let range: IntRange
  init(_ run: Run, _ range: IntRange) {
    self.range = range
    super.init(run)
  }

  override func start() {
    if run.batchLimit == 1 { return sendOneByOne() }
    if !range.isEmpty {
      let batch = Batch()
      let words = batch.room.words
      var next = range.low
      while true {
        // Counted from what is left, so that a range up to the last Int does not overflow.
        let left = range.high.subtractingReportingOverflow(next)
        let count =
          left.overflow
          ? run.batchLimit
          : min(
            run.batchLimit, left.partialValue &+ 1 <= 0 ? run.batchLimit : left.partialValue + 1)
        for row in 0..<count { words[row] = next &+ row }
        batch.kind = .ints
        batch.count = count
        send(batch)
        if isDone || !run.mayGoOn() { return }
        let (after, overflow) = next.addingReportingOverflow(count)
        if overflow || after > range.high { break }
        next = after
      }
    }
    complete()
  }
}

extension RangeStage {
  private static let eventsBetweenAskings = 16

  fileprivate func sendOneByOne() {
    if range.isEmpty { return complete() }
    var next = range.low
    var untilAsked = RangeStage.eventsBetweenAskings
    while true {
      send(.int(next))
      if isDone { return }
      untilAsked -= 1
      if untilAsked == 0 {
        if !run.mayGoOn() { return }
        untilAsked = RangeStage.eventsBetweenAskings
      }
      if next == range.high { return complete() }
      next += 1
    }
  }
}

extension Signal {
  /// The range whose numbers it sends, where nothing has to be worked out to know it.
  var numbers: IntRange? {
    guard definition.name == Operator.from.name, let argument = arguments.first else { return nil }
    switch argument {
    case .fixed(.range(let range)): return range
    case .once(let closure):
      guard case .range(let range)? = closure.code.body.constant else { return nil }
      return range
    default: return nil
    }
  }
}

extension Expr {
  /// What it always is; nil where that depends on anything.
  fileprivate var constant: Value? {
    switch self {
    case let expr as ConstantExpr: return expr.value
    case let expr as RangeExpr:
      guard case .int(let low)? = expr.low.constant, let high = expr.high.constant else {
        return nil
      }
      switch high {
      case .int(let high): return .range(IntRange(low, high))
      case .double(.infinity): return .range(IntRange(low, Int.max))
      default: return nil
      }
    default: return nil
    }
  }
}

/// Passes on another signal.
final class RelayStage: Stage {
  private let source: Signal
  init(_ run: Run, _ source: Signal) {
    self.source = source
    super.init(run)
  }
  override func start() { connect(source) }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
