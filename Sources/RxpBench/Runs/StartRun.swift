/// How long it takes until a first answer, beside what other tools take to do nothing.
struct StartRun {
  private static let wallLimit = 5.0
  private static let memoryLimit = 12.0
  private static let promptLimit = 30.0

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let tools: InstalledTools
  /// Where the prompt looks for settings: the benchmark's own folder, not the user's.
  let home: String
  let report: Report

  func run() throws {
    do {
      try measure()
    } catch let reason as NoFigure {
      report.note(reason, of: "start")
      report.show("\nStart: \(reason.text)")
    }
  }

  private func measure() throws {
    let rounds = options.isQuick ? 5 : 15
    let others: [(tool: Tool, text: String)] = [
      (.mawk, "mawk 'BEGIN { }'"), (.gawk, "gawk 'BEGIN { }'"), (.perl, "perl -e 0"),
      (.jq, "jq -n 1"), (.python, "python3 -c pass"),
    ]
    var commands = [(text: "rxp -e 'just 1'", command: rxp.command("rxp -e 'just 1'"))]
    for (tool, text) in others where !options.without.contains(tool.rawValue) {
      if let path = tools[tool] { commands.append((text, Command(text) { _ in path })) }
    }
    var measured = commands.map { _ in [Measurement]() }
    for _ in 0..<rounds {
      measured[0].append(try runner.figure(commands[0].command))
      if runner.lastOutput != Array("1\n".utf8) {
        report.wrong("start: \(commands[0].text) does not print 1")
      }
      for (place, item) in commands.enumerated().dropFirst() {
        measured[place].append(try runner.run(item.command))
      }
    }
    var table = Table(["start", "wall ms", "CPU ms", "peak MB", "remarks"])
    for (place, item) in commands.enumerated() {
      let wall = measured[place].medianWall * 1e3
      let memory = measured[place].peakMemory
      table.add([
        item.text, decimal(wall, 1), decimal(measured[place].medianCPU * 1e3, 1),
        memory <= ownMemory() ? "<= \(megabytes(memory))" : megabytes(memory),
        place == 0 ? judge(wall: wall, memory: Double(memory) / 1e6) : "",
      ])
      if place == 0 {
        report.add(
          Row(
            name: "start", unit: "ms", value: wall, others: [("peak MB", Double(memory) / 1e6)]))
      }
    }
    addPrompt(rounds, to: &table)
    report.show("\nStart: median of \(rounds), in turn\n\(table.text)")
  }

  private func addPrompt(_ rounds: Int, to table: inout Table) {
    let times = (0..<rounds).compactMap { _ in promptTime(of: rxp.path, home: home) }
    guard times.count == rounds else {
      table.add(["rxp, until its prompt", "-", "", "", "no terminal, or no prompt"])
      return
    }
    let wall = times.median * 1e3
    let limit = Self.promptLimit
    let mark = report.judge(
      wall <= limit, "prompt: \(decimal(wall, 1)) ms of \(brief(limit))")
    table.add(["rxp, until its prompt", decimal(wall, 1), "", "", "<= 30 ms: \(mark)"])
    report.add(Row(name: "start/prompt", unit: "ms", value: wall))
  }

  private func judge(wall: Double, memory: Double) -> String {
    let time = report.judge(
      wall <= Self.wallLimit, "start: \(decimal(wall, 1)) ms of \(brief(Self.wallLimit))")
    let space = report.judge(
      memory <= Self.memoryLimit, "start: \(decimal(memory, 1)) MB of \(brief(Self.memoryLimit))")
    return "<= 5 ms: \(time); <= 12 MB: \(space)"
  }
}
