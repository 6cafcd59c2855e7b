/// Runs the line tasks: rxp and each tool in turn, on the same data.
struct LineRun {
  let options: Options
  let runner: Runner
  let rxp: Rxp
  let tools: InstalledTools
  let folder: DataFolder
  let report: Report

  /// What a tool took beside rxp.
  private struct Peer {
    let tool: Tool
    let command: String
    /// Bytes a second of CPU time, against rxp's in the same round.
    let ratio: Double
    let speed: Double
  }

  func run() throws {
    let shown = Tool.allCases.filter { tools[$0] != nil && !options.without.contains($0.rawValue) }
    var table = Table(
      ["task", "rxp MB/s", "wall MB/s", "peak MB"] + shown.map { "x \($0.rawValue)" } + ["remarks"])
    for task in LineTask.all where options.tasks.isEmpty || options.tasks.contains(task.letter) {
      report.note("lines \(task.letter): \(task.summary)")
      let file = try folder.file(task.input, size: options.size)
      let command = task.rxp.replacing("FILE", with: file.path)
      var commands = [command]
      defer { report.keep(commands, of: "\(task.letter)  \(task.summary)") }
      let trial = try runner.run(rxp.command(command), output: task.writesMuch ? .discarded : .file)
      if let refusal = runner.refusal(trial) {
        if !refusal.isRefused { report.wrong("lines \(task.letter): \(refusal.text)") }
        table.add(["\(task.letter)", "-", "-", "-"] + shown.map { _ in "" } + [refusal.text])
        continue
      }
      var mine: [Measurement] = []
      var peers: [Peer] = []
      for tool in shown {
        guard let text = task.peers.first(where: { $0.key == tool })?.value else { continue }
        let peer = try measure(task, file, command, tool, text, adding: &mine)
        peers.append(peer)
        commands.append(peer.command)
      }
      if mine.isEmpty { for _ in 0..<options.rounds { mine.append(try timed(task, command)) } }
      add(task, size: file.size, mine, peers, shown, to: &table)
    }
    report.show(
      """

      Lines: \(megabytes(options.size)) MB of each input, CPU time, median of \(options.rounds); \
      x TOOL: so many times as fast as it
      (\(shown.filter { $0.share > 1 }.map { "\($0.rawValue): 1/\($0.share) of the data" }
        .joined(separator: ", ")))
      \(table.text)
      """)
  }

  /// rxp and a tool in turn, and their answers beside each other.
  private func measure(
    _ task: LineTask, _ file: (path: String, size: Int), _ command: String, _ tool: Tool,
    _ text: String, adding mine: inout [Measurement]
  ) throws -> Peer {
    let part =
      tool.share == 1
      ? file
      : try folder.file(
        task.input, size: max(min(1_000_000, options.size), options.size / tool.share))
    let peerText = text.replacing("FILE", with: part.path)
    let path = tools[tool] ?? tool.program
    let peerCommand = Command(peerText) { _ in path }
    try checkAnswers(task, tool, peerCommand, part.path)
    var ratios: [Double] = []
    var speeds: [Double] = []
    for _ in 0..<options.rounds {
      let own = try timed(task, command)
      mine.append(own)
      let other = try runner.run(peerCommand, output: task.writesMuch ? .discarded : .file)
      let speed = Double(part.size) / other.cpu
      speeds.append(speed)
      ratios.append(Double(file.size) / own.cpu / speed)
    }
    return Peer(tool: tool, command: peerText, ratio: ratios.median, speed: speeds.median)
  }

  private func timed(_ task: LineTask, _ command: String) throws -> Measurement {
    try runner.run(rxp.command(command), output: task.writesMuch ? .discarded : .file)
  }

  private func checkAnswers(
    _ task: LineTask, _ tool: Tool, _ peer: Command, _ path: String
  ) throws {
    let mine = try answer(task, rxp.command(task.rxp.replacing("FILE", with: path)))
    let other = try answer(task, peer)
    if mine != other {
      report.wrong(
        """
        lines \(task.letter): rxp and \(tool.rawValue) differ on \(path)
          rxp: \(grouped(mine.lines)) lines, \(mine.beginning)
          \(tool.rawValue): \(grouped(other.lines)) lines, \(other.beginning)
        """)
    }
  }

  private func answer(_ task: LineTask, _ command: Command) throws -> AnswerDigest {
    if !task.writesMuch {
      _ = try runner.run(command)
      return task.answer.digest(of: runner.lastOutput)
    }
    var splitter = LineSplitter()
    var digest = AnswerDigest()
    _ = try runner.run(
      command, output: .reader { splitter.add($0) { digest.add($0) } })
    splitter.finish { digest.add($0) }
    return digest
  }

  private func add(
    _ task: LineTask, size: Int, _ mine: [Measurement], _ peers: [Peer], _ shown: [Tool],
    to table: inout Table
  ) {
    let speed = Double(size) / mine.medianCPU / 1e6
    var remarks: [String] = []
    for bar in task.bars {
      let compared = peers.filter { bar.tools.contains($0.tool) }
      guard let worst = compared.map(\.ratio).min() else {
        remarks.append("\(bar.text): not installed")
        continue
      }
      let mark = report.judge(
        worst >= bar.factor, "lines \(task.letter): \(brief(worst))x of \(bar.text)")
      remarks.append("\(bar.text): \(brief(worst))x \(mark)")
    }
    let ratios = shown.map { tool in
      peers.first { $0.tool == tool }.map { brief($0.ratio) } ?? ""
    }
    table.add(
      [
        task.letter, brief(speed), brief(Double(size) / mine.medianWall / 1e6),
        megabytes(mine.peakMemory),
      ] + ratios + [remarks.joined(separator: "; ")])
    report.add(
      Row(
        name: "lines/\(task.letter)", unit: "MB/s", value: speed,
        others: [("size", Double(size)), ("peak MB", Double(mine.peakMemory) / 1e6)]
          + peers.map { ("x \($0.tool.rawValue)", $0.ratio) }))
  }
}
