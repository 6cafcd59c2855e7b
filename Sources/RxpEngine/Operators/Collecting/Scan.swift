extension Operator {
  static let scan = Operator(
    "scan", aka: ["scanWithStart"], .collecting,
    "Keeps a running value and sends it after each event.",
    takes: AccumulatingStage.parameters(
      start: "; not sent", else: "the first event, which is sent as it is"),
    types: TypeRule { context in
      let running = context.argument("f") ?? .any
      return context.argument("start") == nil ? running.joined(with: context.input) : running
    },
    holds: .atMost(1),
    shape: .each,
    elsewhere: [
      Elsewhere("rac.scanWithStart"),
      Elsewhere("rx.scan", note: "the start comes first here"),
      Elsewhere("rxswift.scan"),
      Elsewhere("rs.scan"),
      Elsewhere("combine.scan"),
      Elsewhere("combine.tryScan"),
      Elsewhere("rac.scanWithStartReduceWithIndex", written: "scanWithStart:reduceWithIndex:"),
      Elsewhere("rs.scanInto", written: "scan(into:)"),
    ],
    examples: [
      Example(
        "the start is not sent", "scan 10, acc + it", in: "-a-b-|", out: "-x-y-|",
        values: "a: 1, b: 2, x: 11, y: 13"),
      Example(
        "as a function", "scan \"\", (acc, x) => acc + x", in: "-a-b|", out: "-a-x|",
        values: "x: \"ab\""),
      Example(
        "without a start the first event is it", "scan acc + it", in: "-a-b|", out: "-a-x|",
        values: "x: \"ab\""),
      Example("an error passes", "scan 0, acc + 1", in: "a#", out: "x#", values: "x: 1"),
    ]
  ) { args in
    try ScanStage(args)
  }
}

/// B10.
final class ScanStage: AccumulatingStage {
  private let made = Batch()

  override func receive(_ batch: Batch, _ input: Int) {
    guard batch.count > 1, case .int(let running)? = value,
      let last = f.fold(running, batch, into: made.room.words)
    else { return super.receive(batch, input) }
    value = .int(last)
    made.kind = .ints
    made.count = batch.count
    made.origin = batch.origin
    send(made)
    made.clear()
  }

  override func next(_ event: Value, _ input: Int) throws { send(try accumulate(event)) }
}
