import Glibc

/// The whole of it: options, what is installed, the parts that are asked for, and the judgement.
enum Benchmark {
  /// - Returns: the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    let report = Report()
    do {
      let options = try Options(arguments)
      if options.wantsHelp {
        report.show(Options.usage)
        return 0
      }
      try measure(options, report)
      return report.wrongAnswers.isEmpty ? 0 : 1
    } catch let error as BenchError {
      report.note("rxp-bench: \(error.message)")
    } catch {
      report.note("rxp-bench: \(error)")
    }
    return 2
  }

  private static func measure(_ options: Options, _ report: Report) throws {
    let folder = try DataFolder(options.folder)
    let runner = Runner(folder: folder.path)
    let rxp = try Rxp(path: options.rxp, runner: runner)
    let tools = try InstalledTools(runner: runner, folder: folder.path)
    let missing = tools.missing.map(\.rawValue).joined(separator: ", ")
    report.show("\(rxp.path)\(rxp.version.map { " (\($0))" } ?? "")")
    if !missing.isEmpty { report.show("Not installed, so not compared: \(missing)") }

    if options.parts.contains(.start) {
      try StartRun(
        options: options, runner: runner, rxp: rxp, tools: tools, home: folder.path, report: report
      ).run()
    }
    if options.parts.contains(.lines) {
      try LineRun(
        options: options, runner: runner, rxp: rxp, tools: tools, folder: folder, report: report
      ).run()
    }
    if options.parts.contains(.pushes) {
      try PushRun(options: options, runner: runner, rxp: rxp, report: report).run()
    }
    if options.parts.contains(.growth) {
      try GrowthRun(options: options, runner: runner, rxp: rxp, folder: folder, report: report)
        .run()
    }
    report.showCommands()
    summarise(report)
    // Compared first: the file of results may be the same one.
    if let path = options.comparison { try report.compare(with: path) }
    if let path = options.results {
      try report.save(to: path, label: [("rxp", rxp.version ?? "unknown")])
    }
  }

  private static func summarise(_ report: Report) {
    let missed = report.barsMissed
    report.show("\nBars: \(report.barsMet) met, \(missed.count) below")
    for bar in missed { report.show("  below: \(bar)") }
    report.show("Answers: \(report.wrongAnswers.count) wrong")
    for wrong in report.wrongAnswers { report.show("  \(wrong)") }
  }
}
