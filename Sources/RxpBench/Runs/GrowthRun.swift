/// Whether costs grow as they should: an event costs the same after a thousand times as many, a
/// stage the same in a long chain, and a longer file no more memory.
struct GrowthRun {
  private static let memoryLimit = 32.0
  /// Measured figures scatter; beyond this they grow.
  private static let tolerance = 1.5

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let folder: DataFolder
  let report: Report

  func run() throws {
    var table = Table(["growth", "figure", "remarks"])
    let parts = [("events", events), ("stages", stages), ("memory", memory)]
    for (name, measure) in parts {
      do {
        try measure(&table)
      } catch let reason as NoFigure {
        report.note(reason, of: "growth of \(name)")
        table.add([name, "-", reason.text])
      }
    }
    report.show("\nGrowth\n\(table.text)")
  }

  /// Nanoseconds an event from 10^4 to 10^7 events.
  private func events(_ table: inout Table) throws {
    guard let item = PushCase.all.first else { return }
    let start = try cpu(item, 0)
    var costs: [Double] = []
    for events in options.isQuick
      ? [10_000, 100_000, 1_000_000] : [10_000, 100_000, 1_000_000, 10_000_000]
    {
      report.note("growth: \(events) events")
      let name = "\(item.name), \(grouped(events)) events"
      let nanoseconds = (try cpu(item, events) - start) / Double(events) * 1e9
      costs.append(nanoseconds)
      table.add([name, "\(brief(nanoseconds)) ns an event", ""])
      report.add(Row(name: "growth/\(events) events", unit: "ns", value: nanoseconds))
    }
    if let last = costs.last, costs.count > 2 {
      let growth = last / costs[costs.count - 2]
      table.add([
        "  ten times as many", "\(decimal(growth, 2))x an event", linear(growth, "events"),
      ])
    }
  }

  /// Nanoseconds a stage in chains of 2 to 50.
  private func stages(_ table: inout Table) throws {
    let push = PushRun(options: options, runner: runner, rxp: rxp, report: report)
    let none = try push.nanoseconds(.chain(of: 1)).each
    var costs: [Double] = []
    for stages in [2, 5, 10, 20, 50] {
      report.note("growth: \(stages) stages")
      let all = try push.nanoseconds(.chain(of: stages)).each
      let nanoseconds = (all - none) / Double(stages - 1)
      costs.append(all)
      table.add([
        "\(stages) maps", "\(brief(nanoseconds)) ns a stage", "\(brief(all)) ns an event",
      ])
      report.add(Row(name: "growth/\(stages) stages", unit: "ns", value: nanoseconds))
    }
    // What the stages from 10 to 50 cost, against those from 2 to 10.
    let early = (costs[2] - costs[0]) / 8
    let late = (costs[4] - costs[2]) / 40
    if early > 0 {
      let growth = late / early
      table.add(["  beyond 10", "\(decimal(growth, 2))x a stage", linear(growth, "stages")])
    }
  }

  private func linear(_ growth: Double, _ what: String) -> String {
    report.judge(growth <= Self.tolerance, "growth of \(what): \(decimal(growth, 2))x")
  }

  /// Peak memory on files of growing length, for pipelines that keep nothing.
  private func memory(_ table: inout Table) throws {
    for letter in ["a", "e", "g"] {
      guard let task = LineTask.all.first(where: { $0.letter == letter }) else { continue }
      var peaks: [Double] = []
      for size in [options.size / 10, options.size, options.size * 2] {
        let file = try folder.file(task.input, size: size)
        report.note("growth: memory, task \(letter), \(megabytes(file.size)) MB")
        let command = rxp.command(task.rxp.replacing("FILE", with: file.path))
        let measurement = try runner.figure(
          command, output: task.writesMuch ? .discarded : .file)
        peaks.append(Double(measurement.peakMemory) / 1e6)
      }
      let most = peaks.max() ?? 0
      let mark = report.judge(
        most <= Self.memoryLimit, "memory, task \(letter): \(brief(most)) MB of 32")
      table.add([
        "memory, task \(letter)", peaks.map { decimal($0, 1) }.joined(separator: ", ") + " MB",
        "<= 32 MB: \(mark)",
      ])
      report.add(Row(name: "growth/memory \(letter)", unit: "MB", value: most))
    }
  }

  private func cpu(_ item: PushCase, _ events: Int) throws -> Double {
    let command = rxp.command(PushRun.command(item, events: max(events, 4)))
    var seconds: [Double] = []
    // Short runs scatter by more than the events take.
    for _ in 0..<(events < 1_000_000 ? 25 : max(options.rounds, 3)) {
      seconds.append(try runner.figure(command).cpu)
    }
    return seconds.median
  }
}
