extension Operator {
  static let withLatestFrom = Operator(
    "withLatestFrom", .combining,
    "Sends each event with the latest ones of other signals, once these have all sent.",
    takes: [
      .required("signals", .signals, "the other signals, subscribed to first, in this order"),
      .named(
        "sends", .word(["list", "latest"]),
        "whether the event is in what is sent, as a list's first member, or only the latest of the "
          + "one other signal is",
        else: "list"),
    ],
    types: TypeRule { context in
      guard case .tuple(let others)? = context.argument("signals") else { return .any }
      // A list of signals may stand for its members; how many these are is not known.
      if others.count == 1, case .signal = others[0] { return .any }
      return .tuple([context.input] + others)
    },
    holds: .growing("the latest value of each signal"),
    shape: ShapeRule(worksOnValues: true) { context in
      let isStuck = context.signals("signals").contains { $0.isSilent }
      return isStuck ? context.input.emptied.failing : context.input.thinned.failing
    },
    pitfalls: [.takesLatest(of: "signals", instead: "zip"), .listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rx.withLatestFrom"),
      Elsewhere("rxswift.withLatestFrom", "sends: latest"),
      Elsewhere("rs.withLatest", written: "withLatest(from:)"),
    ],
    examples: [
      Example(
        "each event with the latest", "withLatestFrom b", in: "-a--c-e-|",
        others: [("b", "--b--d-----|")], out: "----x-y-|",
        values: "x: [\"c\", \"b\"], y: [\"e\", \"d\"]"),
      Example(
        "the end of the other changes nothing", "withLatestFrom b", in: "--a--|",
        others: [("b", "b|")], out: "--x--|", values: "x: [\"a\", \"b\"]"),
      Example(
        "its error does", "withLatestFrom b", in: "--a--|", others: [("b", "b--#")], out: "--x#",
        values: "x: [\"a\", \"b\"]"),
      Example(
        "the latest alone", "withLatestFrom b, sends: latest", in: "--a-a|",
        others: [("b", "b--d|")],
        out: "--b-d|"),
    ]
  ) { args in
    let sendsLatest = try args.word("sends") == "latest"
    let others = try args.signals("signals")
    if sendsLatest && others.count != 1 {
      throw Failure.type("withLatestFrom sends the latest of one signal only", at: args.place)
    }
    return WithLatestFromStage(args.run, others, sendsLatest: sendsLatest)
  }
}

/// The source is input 0 and subscribed to last, so that it finds what the others send at once.
final class WithLatestFromStage: Stage {
  private let others: [Signal]
  private let sendsLatest: Bool
  private var latest: [Value?]
  private var silent: Int

  init(_ run: Run, _ others: [Signal], sendsLatest: Bool) {
    self.others = others
    self.sendsLatest = sendsLatest
    latest = Array(repeating: nil, count: others.count)
    silent = others.count
    super.init(run)
  }

  override func start() throws {
    for (index, signal) in others.enumerated() where !isDone { connect(signal, input: index + 1) }
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input > 0 {
      if latest[input - 1] == nil { silent -= 1 }
      latest[input - 1] = .some(value)
    } else if silent == 0 {
      let known = latest.compactMap { $0 }
      send(sendsLatest ? known[0] : try .list([value] + known))
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, input > 0 { return }
    finish(end)
  }

  override func stopped() { latest = [] }
}
