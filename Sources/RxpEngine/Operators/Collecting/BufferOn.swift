extension Operator {
  static let bufferOn = Operator(
    "bufferOn", .collecting, "Gathers events into lists, cut whenever another signal sends.",
    takes: [
      .required("cuts", .signal, "the signal whose events cut"),
      PortionStage.empty(else: "true"), PortionStage.onEnd("the rest"),
    ],
    types: TypeRule { .list($0.input) }, holds: .growing("the events of a list"), atEnd: .flushes,
    shape: .cutting(by: "cuts"),
    pitfalls: [.gathersUntil("cuts", instead: "(interval 1s)")],
    elsewhere: [Elsewhere("rx.buffer")],
    examples: [
      Example(
        "cut at each event of the other", "bufferOn b", in: "-a-b--c|",
        others: [("b", "----x----")],
        out: "----x--[y|]", values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example(
        "an error drops the rest", "bufferOn b", in: "-a#", others: [("b", "----x----")],
        out: "--#"),
      Example(
        "empty lists may be left out", "bufferOn b, empty: false", in: "-a----|",
        others: [("b", "--x-x-x")], out: "--y---|", values: "y: [\"a\"]"),
    ]
  ) { args in
    try CutStage(args, asWindows: false)
  }
}

/// Portions cut by the events of another signal, whose end changes nothing.
final class CutStage: PortionStage {
  private let cuts: Signal?
  private static let source = 0
  private static let cut = 1

  init(_ args: Arguments, asWindows: Bool) throws {
    cuts = try args.signal("cuts")
    try super.init(args, asWindows: asWindows, empty: true)
  }

  override func start() throws {
    open()
    if !isDone { try super.start() }
    if !isDone, let cuts { connect(cuts, input: CutStage.cut) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == CutStage.source { return try add(value) }
    if let oldest { try close(oldest) }
    if !isDone { open() }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, input == CutStage.cut { return }
    try self.end(end)
  }
}
