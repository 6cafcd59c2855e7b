extension Operator {
  static let log = Operator(
    "log", .output,
    "Writes every event with its time (next, error, completed, disposed), and passes it on; on a "
      + "thread besides the first, `background` stands before the event.",
    takes: [.optional("label", .text, "written before each", else: "no label")],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: false),
    elsewhere: [
      Elsewhere("rac.log"), Elsewhere("rxswift.debug"), Elsewhere("rs.logEvents"),
      Elsewhere("combine.print"),
      Elsewhere("rac.logAll"),
    ],
    examples: []
  ) { args in
    LogStage(args.run, label: try args.text("label"))
  }
}

final class LogStage: OutputStage {
  private let label: [UInt8]
  private var hasEnded = false

  init(_ run: Run, label: Text?) {
    self.label = label.map { $0.bytes + [0x20] } ?? []
    super.init(run, run.host.standardOutput)
  }

  override func next(_ value: Value, _ input: Int) {
    write("next ", value)
    send(value)
  }

  override func ended(_ end: End, _ input: Int) {
    hasEnded = true
    switch end {
    case .completed: write("completed")
    case .failed(let failure): write("error ", .text(failure.message))
    }
    finish(end)
  }

  override func stopped() {
    super.stopped()
    if hasEnded { return }
    run.hasWritten = true
    do { try line("disposed").withUnsafeBytes { try writer.write($0) } } catch {
      if let failure = run.outputFailed(error) { run.badRecords.report(failure) }
    }
  }

  private func write(_ what: String, _ value: Value? = nil) { put(line(what, value)) }

  override func writeFailed(_ error: any Error) {
    // It ends by this, and is not disposed of.
    hasEnded = true
    super.writeFailed(error)
  }

  private func line(_ what: String, _ value: Value? = nil) -> [UInt8] {
    var line = label
    let scheduler = run.isWorker || signal.isOnBackground ? "background " : ""
    line.append(contentsOf: "\(Time.text(run.now)) \(scheduler)\(what)".utf8)
    value?.appendDisplay(to: &line)
    line.append(0x0A)
    return line
  }
}
