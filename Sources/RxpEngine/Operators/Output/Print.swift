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
final class PrintStage: LineOutputStage {
  init(_ run: Run, label: Text?) {
    super.init(
      run, run.host.standardOutput, prefix: label.map { $0.bytes + Array(": ".utf8) } ?? [])
  }

  override func ended(_ end: End, _ input: Int) {
    // At the end of a statement, so that a failure has this stage's place.
    if isSentToObserver { run.flushOutput() }
    finish(end)
  }
}
