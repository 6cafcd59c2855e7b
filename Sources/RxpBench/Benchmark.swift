import Glibc

/// The whole of it: options, what is installed, the parts that are asked for, and the table.
enum Benchmark {
  /// After so many seconds the quick form takes no further figures.
  private static let quickSeconds = 100

  /// - Returns: the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options(arguments)
      if options.wantsHelp {
        print(Options.usage)
        return 0
      }
      let folder = try DataFolder(options.folder)
      let report = Report(folder: folder.path)
      try measure(options, folder, report)
      return report.wrongAnswers.isEmpty ? 0 : 1
    } catch let error as BenchError {
      tell(error.message)
    } catch {
      tell("\(error)")
    }
    return 2
  }

  private static func tell(_ message: String) {
    let line = Array("rxp-bench: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }

  private static func measure(_ options: Options, _ folder: DataFolder, _ report: Report) throws {
    let runner = Runner(folder: folder.path, seconds: options.isQuick ? quickSeconds : nil)
    let rxp = try Rxp(path: options.rxp, runner: runner)
    let tools = try InstalledTools(runner: runner, folder: folder.path)
    // First, while this program is small: the kernel counts its memory in for those it starts.
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
    if options.parts.contains(.threads) {
      try ThreadsRun(options: options, runner: runner, rxp: rxp, folder: folder, report: report)
        .run()
    }
    if options.parts.contains(.memory) {
      try PushRun(options: options, runner: runner, rxp: rxp, report: report).run()
    }
    if options.parts.contains(.live) {
      try LiveRun(options: options, runner: runner, rxp: rxp, home: folder.path, report: report)
        .run()
    }
    if options.parts.contains(.growth) {
      try GrowthRun(options: options, runner: runner, rxp: rxp, report: report).run()
      try MemoryRun(options: options, runner: runner, rxp: rxp, folder: folder, report: report)
        .run()
    }
    let circumstances = Circumstances(
      commit: options.commit, version: rxp.version ?? "unknown", form: options.form)
    report.showTable(conditions(options, circumstances, rxp, tools, folder))
    let results = Results(path: options.results)
    // Compared first: what is recorded now would be the last one.
    if options.compares {
      try Comparison(results: results, circumstances: circumstances).show(report.rows, on: report)
    }
    if options.records { try results.add(report.rows, circumstances) }
  }

  /// What must be known to read the table and to type its commands.
  private static func conditions(
    _ options: Options, _ circumstances: Circumstances, _ rxp: Rxp, _ tools: InstalledTools,
    _ folder: DataFolder
  ) -> String {
    let place = rxp.path.lastIndex(of: "/").map { String(rxp.path[..<$0]) } ?? "."
    let missing = tools.missing.map(\.rawValue)
    let shares = Tool.allCases.filter { $0.share > 1 && tools[$0] != nil }.map {
      "\($0.rawValue) 1/\($0.share)"
    }
    var lines = [
      "",
      "\(circumstances.version) \(circumstances.commit), \(circumstances.date), "
        + circumstances.machine,
      "\(circumstances.form). lines: CPU time, rxp and the other in turn, medians; memory and "
        + "growth: CPU time; threads, start and live: wall time.",
      "lines/X against TOOL: so many times as fast as it.",
      "* RxJS 7 on Node.js: constants, measured on a machine of the kind that the bars were set on.",
      "Commands: cd \(folder.path); export LC_ALL=C PATH=\(place):$PATH",
    ]
    if !shares.isEmpty {
      lines.append("Slow tools get a part of the data: \(shares.joined(separator: ", ")).")
    }
    if !missing.isEmpty {
      lines.append("Not installed, so not compared: \(missing.joined(separator: ", ")).")
    }
    return lines.joined(separator: "\n")
  }
}
