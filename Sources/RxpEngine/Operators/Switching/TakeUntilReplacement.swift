extension Operator {
  static let takeUntilReplacement = Operator(
    "takeUntilReplacement", .switching,
    "Passes events until another signal does anything, then follows that one to its end.",
    takes: [.required("replacement", .signal, "what takes over; subscribed to first")],
    types: TypeRule { $0.input.joined(with: $0.argument("replacement") ?? .any) }, atEnd: .waits,
    shape: ShapeRule { $0.input.replaced(by: $0.signal("replacement")) },
    elsewhere: [
      Elsewhere("rac.takeUntilReplacement"),
      Elsewhere("rs.takeUntilReplacement", written: "take(untilReplacement:)"),
    ],
    examples: [
      Example(
        "replaced at the first event of the other", "takeUntilReplacement r", in: "-a-b-c-d-|",
        others: [("r", "----x--y--|")], out: "-a-bx--y--|"),
      Example(
        "the source's completion is held back", "takeUntilReplacement r", in: "-a|",
        others: [("r", "----x-|")], out: "-a--x-|"),
      Example(
        "the other's end ends all", "takeUntilReplacement r", in: "-a-b-c|",
        others: [("r", "----|")], out: "-a-b|"),
      Example(
        "an error of the source passes", "takeUntilReplacement r", in: "-a#",
        others: [("r", "-----x|")], out: "-a#"),
    ]
  ) { args in
    guard let replacement = try args.signal("replacement") else {
      throw args.mistake("replacement", "a signal", .null)
    }
    return TakeUntilReplacementStage(args.run, replacement)
  }
}

/// S2.
final class TakeUntilReplacementStage: Stage {
  private let replacement: Signal
  private var isReplaced = false
  private static let original = 0
  private static let other = 1

  init(_ run: Run, _ replacement: Signal) {
    self.replacement = replacement
    super.init(run)
  }

  override func start() {
    connect(replacement, input: TakeUntilReplacementStage.other)
    if isDone || isReplaced { return }
    if let upstream = signal.upstream {
      connect(upstream, input: TakeUntilReplacementStage.original)
    }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    replace(input)
    send(batch)
  }

  override func next(_ value: Value, _ input: Int) {
    replace(input)
    send(value)
  }

  private func replace(_ input: Int) {
    if input != TakeUntilReplacementStage.other || isReplaced { return }
    isReplaced = true
    for upstream in upstreams
    where upstream.receiverInput == TakeUntilReplacementStage.original {
      disconnect(upstream)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, input == TakeUntilReplacementStage.original { return }
    finish(end)
  }
}
