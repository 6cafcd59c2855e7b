extension Operator {
  static let sequenceEqual = Operator(
    "sequenceEqual", .combining,
    "Sends whether another signal sends the same events in the same order, as soon as that is known.",
    takes: [
      .required("other", .signal, "the other signal; when its events come does not matter"),
      .named(
        "same", .asked(.accumulator(start: ""), wants: .bool),
        "whether two are the same: acc is the source's, it the other's", else: "they are equal"),
      .named(
        "surplus", .word(["counts", "ignore"]),
        "whether events that the last one to end sent before the end of the other, without a partner, "
          + "make them different",
        else: "counts"),
    ],
    types: .always(.bool),
    holds: .growing("the events of one signal whose partners have not come"), atEnd: .flushes,
    shape: .comparing("other"),
    pitfalls: [.listensTogether(to: "other")],
    elsewhere: [
      Elsewhere(
        "rx.sequenceEqual", "surplus: ignore", note: "the comparison by name here, same:")
    ],
    examples: [
      Example(
        "yes when both have ended", "sequenceEqual b", in: "-a-b|", others: [("b", "ab----|")],
        out: "------[t|]", values: "t: true"),
      Example(
        "no at the first that differs", "sequenceEqual b", in: "-a-b|", others: [("b", "a-c--|")],
        out: "---[f|]", values: "f: false"),
      Example(
        "no at the end where one is left over", "sequenceEqual b", in: "a----|",
        others: [("b", "--|")], out: "-----[f|]", values: "f: false"),
      Example(
        "no at one too many", "sequenceEqual b", in: "-|", others: [("b", "---a-|")],
        out: "---[f|]", values: "f: false"),
      Example(
        "an error of either ends it", "sequenceEqual b", in: "-a-|", others: [("b", "--#")],
        out: "--#"),
    ]
  ) { args in
    SequenceEqualStage(
      args.run, try args.signal("other"), same: args.optionalAsked("same"),
      ignoresSurplus: try args.word("surplus") == "ignore")
  }
}

extension ShapeRule {
  /// One value, as soon as it is known.
  fileprivate static func comparing(_ parameter: String) -> ShapeRule {
    ShapeRule(stopsEarly: true) { context in
      let inputs = context.inputs(parameter)
      var shape = SignalShape.merged(inputs).thinned.failing
      shape.inner = nil
      shape.most = 1
      if inputs.allSatisfy({ $0.isSilent && $0.isEndless }) {
        shape.most = 0
        return shape
      }
      return shape.ended
    }
  }
}

final class SequenceEqualStage: Stage {
  private let other: Signal?
  private let same: Asked?
  private let ignoresSurplus: Bool
  /// Of each input what waits for its partner: only one of the two holds something at a time.
  private var waiting = [Fifo<Value>(), Fifo<Value>()]
  private var hasEnded = [false, false]

  init(_ run: Run, _ other: Signal?, same: Asked?, ignoresSurplus: Bool) {
    self.ignoresSurplus = ignoresSurplus
    self.other = other
    self.same = same
    super.init(run)
  }

  override func start() throws {
    try super.start()
    if !isDone, let other { connect(other, input: 1) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if let partner = waiting[1 - input].popFirst() {
      let (first, second) = input == 0 ? (value, partner) : (partner, value)
      if try !(same?.test(acc: first, second) ?? (first == second)) { sendLast(.bool(false)) }
    } else if hasEnded[1 - input] {
      sendLast(.bool(false))
    } else {
      waiting[input].append(value)
      try run.checkHeld(waiting[input].count, by: self)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    hasEnded[input] = true
    guard hasEnded[1 - input] else { return }
    sendLast(.bool(waiting[1 - input].isEmpty && (ignoresSurplus || waiting[input].isEmpty)))
  }

  override func stopped() { for index in waiting.indices { waiting[index].removeAll() } }
}
