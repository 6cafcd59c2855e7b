extension Operator {
  static let log = Operator(
    "log", .output,
    "Writes every event with its time (next, error, completed, disposed) and passes it on.",
    takes: [.optional("label", .text, "written before each", else: "no label")],
    types: .sameAsInput, effects: true,
    elsewhere: [
      Elsewhere("rac.log"), Elsewhere("rxswift.debug"), Elsewhere("rs.logEvents"),
      Elsewhere("combine.print"),
    ],
    examples: []
  ) { args in
    LogStage(args.run, label: try args.text("label"))
  }
}

final class LogStage: Stage {
  private let label: [UInt8]
  private var hasEnded = false

  init(_ run: Run, label: Text?) {
    self.label = label.map { $0.bytes + [0x20] } ?? []
    super.init(run)
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

  override func stopped() { if !hasEnded { write("disposed") } }

  private func write(_ what: String, _ value: Value? = nil) {
    var line = label
    line.append(contentsOf: "\(Time.text(run.now)) \(what)".utf8)
    value?.appendDisplay(to: &line)
    line.append(0x0A)
    do { try line.withUnsafeBytes { try run.host.standardOutput.write($0) } } catch {
      if let failure = run.outputFailed(error), !isDone { fail(failure) }
    }
  }
}
