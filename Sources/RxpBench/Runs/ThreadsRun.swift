import Glibc

/// What further processors are good for: the line tasks on one thread and on as many as there are
/// processors, in turn. The answers must be the same to the byte.
struct ThreadsRun {
  /// So many times as fast is it to be, by the clock on the wall.
  private static let least = 1.2

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let folder: DataFolder
  let report: Report

  func run() throws {
    // distinctUntilChanged compares each line with the one before: nothing is done ahead.
    for task in LineTask.all where task.letter != "g" {
      report.note("threads \(task.letter): \(task.summary)")
      let file = try folder.file(task.input, size: options.size)
      let command = task.rxp.replacing("FILE", with: file.path)
      let row = Row(
        name: "threads/\(task.letter)", unit: .times, got: nil, wanted: .atLeast(Self.least),
        command: command)
      if sysconf(Int32(_SC_NPROCESSORS_ONLN)) < 2 {
        report.add(row, without: NoFigure(isFailure: false, text: "one processor"))
        continue
      }
      do { report.add(try measure(task, command, row)) } catch let reason as NoFigure {
        report.add(row, without: reason)
      }
    }
  }

  private func measure(_ task: LineTask, _ command: String, _ row: Row) throws -> Row {
    let several = rxp.command(command)
    let single = rxp.command(command.replacing("rxp ", with: "rxp --threads 1 "))
    if try answer(several) != answer(single) {
      throw NoFigure(isFailure: true, text: "wrong: one thread writes something else")
    }
    var alone: [Measurement] = []
    var together: [Measurement] = []
    for _ in 0..<max(options.rounds, 3) {
      try atHighPriority {
        alone.append(try runner.figure(single, output: .discarded))
        together.append(try runner.figure(several, output: .discarded))
      }
    }
    let ratios = zip(alone, together).map { $0.wall / $1.wall }
    return row.with(
      ratios.median,
      beside: "\(brief(together.medianCPU / alone.medianCPU))x the CPU time")
  }

  private func answer(_ command: Command) throws -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    _ = try runner.figure(
      command,
      output: .reader { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 } })
    return hash
  }
}
