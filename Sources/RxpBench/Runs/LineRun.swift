/// Runs the line tasks: rxp and each tool in turn, on the same data.
struct LineRun {
  let options: Options
  let runner: Runner
  let rxp: Rxp
  let tools: InstalledTools
  let folder: DataFolder
  let report: Report

  func run() throws {
    let shown = Tool.allCases.filter { tools[$0] != nil && !options.without.contains($0.rawValue) }
    var table = Table(
      ["task", "rxp MB/s", "wall MB/s", "peak MB"] + shown.map { "x \($0.rawValue)" } + ["remarks"])
    for task in LineTask.all where options.tasks.isEmpty || options.tasks.contains(task.letter) {
      report.note("lines \(task.letter): \(task.summary)")
      let file = try folder.file(task.input, size: options.size)
      var run = TaskRun(
        task, file: file, rounds: options.rounds, runner: runner, rxp: rxp, report: report)
      do {
        try run.runAlone()
        for tool in shown {
          guard let path = tools[tool] else { continue }
          try run.run(beside: tool, path: path, part: part(of: task, for: tool, whole: file))
        }
        add(run, shown, to: &table)
      } catch let reason as NoFigure {
        report.note(reason, of: "lines \(task.letter)")
        table.add([task.letter, "-", "-", "-"] + shown.map { _ in "" } + [reason.text])
      }
      report.keep([run.command] + run.peers.map(\.command), of: "\(task.letter)  \(task.summary)")
    }
    report.show(
      """

      Lines: \(megabytes(options.size)) MB of each input, CPU time, median of \(options.rounds); \
      x TOOL: so many times as fast as it\(remarks(on: shown))
      \(table.text)
      """)
  }

  private func remarks(on tools: [Tool]) -> String {
    var remarks = tools.filter { $0.share > 1 }.map { "\($0.rawValue): 1/\($0.share) of the data" }
    if options.isQuick { remarks.append("so little that starts count") }
    return remarks.isEmpty ? "" : "\n(\(remarks.joined(separator: ", ")))"
  }

  /// The beginning of the data, for a slow tool.
  private func part(
    of task: LineTask, for tool: Tool, whole: (path: String, size: Int)
  ) throws -> (path: String, size: Int) {
    if tool.share == 1 { return whole }
    let size = max(min(1_000_000, options.size), options.size / tool.share)
    return try folder.file(task.input, size: size)
  }

  private func add(_ run: TaskRun, _ shown: [Tool], to table: inout Table) {
    let (task, peers) = (run.task, run.peers)
    let size = Double(run.file.size)
    let speed = size / run.runs.medianCPU / 1e6
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
        task.letter, brief(speed), brief(size / run.runs.medianWall / 1e6),
        megabytes(run.runs.peakMemory),
      ] + ratios + [remarks.joined(separator: "; ")])
    report.add(
      Row(
        name: "lines/\(task.letter)", unit: "MB/s", value: speed,
        others: [("size", size), ("peak MB", Double(run.runs.peakMemory) / 1e6)]
          + peers.map { ("x \($0.tool.rawValue)", $0.ratio) }))
  }
}
