extension Operator {
  static let concat = Operator(
    "concat", .combining, role: .sourceOrStage,
    "Follows signals one after the other, each from the end of the one before; without any, those "
      + "that are sent.",
    takes: [
      .required("signals", .signals, "the signals, in order"),
      .named(
        "without", .word(["inner", "pass"]),
        "what it does without any: follow the signals that are sent, or pass all on", else: "inner"),
    ],
    types: TypeRule { context in
      if case .tuple(let given)? = context.argument("signals"), given.isEmpty,
        context.argument("without") == nil
      {
        return context.input.sent
      }
      let others = (context.argument("signals") ?? .any).sent
      return context.input == .null ? others : context.input.joined(with: others)
    },
    atEnd: .waits, rows: .members,
    shape: ShapeRule {
      $0.has("signals") || $0.has("without")
        ? .inTurn($0.inputs("signals")) : ShapeRule.flattening(nil).apply($0)
    },
    pitfalls: [.waitsForEnds(of: "signals", all: false)],
    elsewhere: [
      Elsewhere("rac.concat"), Elsewhere("rx.concat", "without: pass"),
      Elsewhere("rx.concatWith", "without: pass"),
      Elsewhere("rxswift.concat"),
      Elsewhere("rs.concat"), Elsewhere("combine.append"),
    ],
    examples: [
      Example(
        "the second starts at the end of the first", "concat b", in: "-a|",
        others: [("b", "cold -b|")], out: "-a-b|"),
      Example(
        "an error: the second is never subscribed to", "concat b", in: "-a#",
        others: [("b", "cold -b|")], out: "-a#"),
      Example("of nothing: completes at once", "concat []", out: "|"),
      Example("of what is sent", "map [it, it] | concat", in: "-a-b|", out: "-[aa]-[bb]|"),
    ]
  ) { args in
    // M4: -concat is flatten: 1.
    if args.signal.upstream != nil, try args.values("signals").isEmpty,
      try args.word("without") != "pass"
    {
      return FlattenStage(args.run, limit: 1) { try $0.switchedSignal() }
    }
    return ConcatStage(args.run, try args.inputs("signals"))
  }
}

/// M1.
final class ConcatStage: Stage {
  private var waiting: ArraySlice<Signal>
  private var isStarting = false
  private var isIdle = true
  private let passesErrors: Bool

  /// `passesErrors`: whether an error ends the result, or is taken for the end of its signal.
  init(_ run: Run, _ signals: [Signal], passesErrors: Bool = true) {
    waiting = signals[...]
    self.passesErrors = passesErrors
    super.init(run)
  }

  override func start() { advance() }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end, passesErrors { return finish(end) }
    isIdle = true
    advance()
  }

  /// A loop, not a recursion: signals that end at once are many on a shallow stack.
  private func advance() {
    if isStarting { return }
    isStarting = true
    while isIdle, !isDone {
      guard let next = waiting.popFirst() else {
        complete()
        break
      }
      isIdle = false
      connect(next)
    }
    isStarting = false
  }
}
