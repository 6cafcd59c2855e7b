/// How long it takes until a first answer, beside what other tools take to do nothing.
struct StartRun {
  private static let historyLines = 10_000
  private static let scriptLines = 1_000
  // Bars in milliseconds.
  private static let firstAnswer = 5.0
  private static let check = 50.0

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let tools: InstalledTools
  /// Where the prompt looks for settings and history: the benchmark's own folder, not the user's.
  let home: String
  let report: Report

  private var rounds: Int { options.isQuick ? 20 : 50 }
  /// A busy machine may take longer to let one run be.
  private var mostRounds: Int { 5 * rounds }

  /// Runs rxp until the machine lets it be, and at least so often as all others.
  private func runs(_ text: String, bar: Double) throws -> [Measurement] {
    var runs: [Measurement] = []
    while runs.count < rounds || (runs.leastWall * 1e3 > bar && runs.count < mostRounds) {
      runs.append(try runner.figure(rxp.command(text)))
    }
    return runs
  }

  func run() throws {
    report.note("start")
    try atHighPriority {
      try addFirstAnswer()
      try addPrompt()
      try addCheck()
    }
  }

  private func addFirstAnswer() throws {
    let text = "rxp -e 'just 1'"
    let time = Row(
      name: "start", unit: .milliseconds, got: nil, wanted: .atMost(Self.firstAnswer), command: text
    )
    let space = Row(
      name: "start, memory", unit: .megabytes, got: nil, wanted: .atMost(12), command: text)
    do {
      let runs = try runs(text, bar: Self.firstAnswer)
      if runner.lastOutput != Array("1\n".utf8) { report.wrong("start: \(text) does not print 1") }
      report.add(
        time.with(runs.leastWall * 1e3, beside: try others()))
      let memory = runs.medianMemory
      report.add(
        space.with(
          Double(memory) / 1e6,
          beside: memory <= ownMemory() ? "no more than rxp-bench itself: not seen" : ""))
    } catch let reason as NoFigure {
      report.add(time, without: reason)
      report.add(space, without: reason)
    }
  }

  /// What others take to do nothing.
  private func others() throws -> String {
    let commands: [(tool: Tool, text: String)] = [
      (.mawk, "mawk 'BEGIN { }'"), (.gawk, "gawk 'BEGIN { }'"), (.perl, "perl -e 0"),
      (.jq, "jq -n 1"), (.python, "python3 -c pass"),
    ]
    var figures: [String] = []
    for (tool, text) in commands where !options.without.contains(tool.rawValue) {
      guard let path = tools[tool] else { continue }
      let runs = try (0..<rounds).map { _ in try runner.run(Command(text) { _ in path }) }
      figures.append("\(tool.rawValue) \(brief(runs.leastWall * 1e3))")
    }
    return figures.joined(separator: ", ")
  }

  /// The prompt, with a history as long as it may be.
  private func addPrompt() throws {
    let row = Row(
      name: "start, prompt", unit: .milliseconds, got: nil, wanted: .atMost(30), command: "rxp")
    let folder = try DataFolder("\(home)/home")
    let history = try folder.folder(".local").folder("state").folder("rxp").path + "/history"
    let file = try OutputFile(history)
    for number in 0..<Self.historyLines {
      try file.write(Array("from 1..\(number) | filter it % 2 == 0 | map it * it\n".utf8))
    }
    try file.close()
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<rounds where runner.hasTime {
      let start = clock.now
      guard let dialogue = Dialogue([rxp.path], through: .terminal, home: folder.path),
        dialogue.hear("rxp>")
      else {
        report.add(
          row, without: NoFigure(isFailure: false, text: "no terminal to be had, or no prompt"))
        return
      }
      times.append(start.duration(to: clock.now).milliseconds)
    }
    let note = "with \(grouped(Self.historyLines)) lines of history"
    report.add(row.with(times.min() ?? 0, beside: note))
  }

  /// `rxp check` of a long script.
  private func addCheck() throws {
    let script = "\(home)/check-\(Self.scriptLines).rxp"
    let file = try OutputFile(script)
    for line in CheckedScript.lines(Self.scriptLines) { try file.write(Array("\(line)\n".utf8)) }
    try file.close()
    let text = "rxp check \(script)"
    let row = Row(
      name: "start, check of 1,000 lines", unit: .milliseconds, got: nil,
      wanted: .atMost(Self.check),
      command: text)
    do {
      let runs = try runs(text, bar: Self.check)
      report.add(row.with(runs.leastWall * 1e3))
    } catch let reason as NoFigure {
      report.add(row, without: reason)
    }
  }
}
