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
    for task in LineTask.all where options.tasks.isEmpty || options.tasks.contains(task.letter) {
      report.note("lines \(task.letter): \(task.summary)")
      let file = try folder.file(task.input, size: options.size)
      let beginning = try folder.file(task.input, size: min(1_000_000, options.size)).path
      var run = TaskRun(
        task, file: file, beginning: beginning, rounds: options.rounds, runner: runner, rxp: rxp,
        report: report)
      do {
        try run.runAlone()
        for tool in shown {
          guard let path = tools[tool] else { continue }
          try run.run(beside: tool, path: path, part: part(of: task, for: tool, whole: file))
        }
        add(run)
      } catch let reason as NoFigure {
        report.add(speed(of: run), without: reason)
        for bar in task.bars { report.add(row(of: run, bar)) }
      }
    }
  }

  /// The beginning of the data, for a slow tool.
  private func part(
    of task: LineTask, for tool: Tool, whole: (path: String, size: Int)
  ) throws -> (path: String, size: Int) {
    if tool.share == 1 { return whole }
    let size = max(min(1_000_000, options.size), options.size / tool.share)
    return try folder.file(task.input, size: size)
  }

  private func speed(of run: TaskRun) -> Row {
    Row(
      name: "lines/\(run.task.letter)", unit: .megabytesPerSecond, got: nil, command: run.command)
  }

  private func row(of run: TaskRun, _ bar: LineTask.Bar) -> Row {
    let tools = bar.tools.map(\.rawValue).joined(separator: ", ")
    return Row(
      name: "lines/\(run.task.letter) against \(tools)", unit: .times, got: nil,
      wanted: .atLeast(bar.factor), remark: "not compared")
  }

  private func add(_ run: TaskRun) {
    let size = Double(run.file.size)
    let barred = Set(run.task.bars.flatMap(\.tools))
    var beside = run.peers.filter { !barred.contains($0.tool) }.map {
      "\(brief($0.ratio))x \($0.tool.rawValue)"
    }
    beside.append("wall \(brief(size / run.runs.medianWall / 1e6)) MB/s")
    beside.append("\(megabytes(run.runs.peakMemory)) MB held")
    report.add(
      speed(of: run).with(
        size / run.runs.medianCPU / 1e6, beside: beside.joined(separator: ", ")))
    for bar in run.task.bars {
      let compared = run.peers.filter { bar.tools.contains($0.tool) }
      guard let best = compared.min(by: { $0.ratio < $1.ratio }) else {
        report.add(row(of: run, bar))
        continue
      }
      var row = row(of: run, bar).with(
        best.ratio, beside: "\(best.tool.rawValue) \(brief(best.speed / 1e6)) MB/s")
      row.command = best.command
      report.add(row)
    }
  }
}
