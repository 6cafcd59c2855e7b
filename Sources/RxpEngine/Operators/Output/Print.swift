extension Operator {
  static let print = Operator(
    "print", .output, role: .sink, "Writes each value to standard output, one a line.",
    takes: [
      .optional("label", .text, "written before each value, with a colon", else: "no label")
    ],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    elsewhere: [
      Elsewhere("rx.subscribe"), Elsewhere("combine.sink"),
      Elsewhere("rac.subscribeNext", written: "subscribeNext:"),
      Elsewhere("rs.startWithValues"),
      Elsewhere("rs.observeValues"),
    ],
    examples: []
  ) { args in
    PrintStage(args.run, label: try args.text("label"))
  }
}

/// Strings as they are, everything else as JSON, one a line.
final class PrintStage: OutputStage {
  private let prefix: [UInt8]
  private var lines: [UInt8] = []

  init(_ run: Run, label: Text?) {
    prefix = label.map { $0.bytes + Array(": ".utf8) } ?? []
    super.init(run, run.host.standardOutput)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    lines.removeAll(keepingCapacity: true)
    batch.appendLines(to: &lines, asJSON: run.options.printsJSON, prefix: prefix)
    put(lines)
  }

  override func next(_ value: Value, _ input: Int) {
    lines.removeAll(keepingCapacity: true)
    lines.append(contentsOf: prefix)
    value.appendLine(to: &lines, asJSON: run.options.printsJSON)
    put(lines)
  }

  override func ended(_ end: End, _ input: Int) {
    // At the end of a statement, so that a failure has this stage's place.
    if isSentToObserver { run.flushOutput() }
    finish(end)
  }
}
