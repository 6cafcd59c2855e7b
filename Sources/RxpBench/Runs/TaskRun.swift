/// One line task: rxp and each tool in turn on the same data, and their answers beside each other.
struct TaskRun {
  /// What a tool took beside rxp.
  struct Peer {
    let tool: Tool
    let command: String
    /// So many times as many bytes in a second of CPU time does rxp do, by the rounds.
    let ratio: Double
    /// Bytes in a second of the tool's CPU time.
    let speed: Double
  }

  let task: LineTask
  let file: (path: String, size: Int)
  /// A file with the beginning of it.
  let beginning: String
  let rounds: Int
  let runner: Runner
  let rxp: Rxp
  let report: Report
  /// rxp's runs on the whole file.
  private(set) var runs: [Measurement] = []
  private(set) var peers: [Peer] = []
  /// rxp's answers by the file.
  private var answers: [String: AnswerDigest] = [:]

  init(
    _ task: LineTask, file: (path: String, size: Int), beginning: String, rounds: Int,
    runner: Runner, rxp: Rxp, report: Report
  ) {
    self.task = task
    self.file = file
    self.beginning = beginning
    self.rounds = rounds
    self.runner = runner
    self.rxp = rxp
    self.report = report
  }

  var command: String { task.rxp.replacing("FILE", with: file.path) }
  private var output: Runner.Output { task.writesMuch ? .discarded : .file }

  /// rxp alone; throws `NoFigure` where it does not come to its end.
  mutating func runAlone() throws {
    try compareBatches()
    runs = []
    for _ in 0..<rounds { runs.append(try runner.figure(rxp.command(command), output: output)) }
  }

  /// rxp and a tool in turn. What rxp took alone no longer counts then: only runs beside another
  /// program's are made in its circumstances. Throws `NoFigure` where the answers differ: wrong work
  /// has no speed.
  ///
  /// - Parameters:
  ///   - path: where the tool is.
  ///   - part: the file for the tool, which for a slow one is the beginning of rxp's.
  mutating func run(beside tool: Tool, path: String, part: (path: String, size: Int)) throws {
    guard let text = task.peers.first(where: { $0.key == tool })?.value else { return }
    let peerText = text.replacing("FILE", with: part.path)
    let peerCommand = Command(peerText) { _ in path }
    guard try compareAnswers(tool, peerCommand, part.path) else { return }
    if peers.isEmpty { runs = [] }
    var ratios: [Double] = []
    var others: [Measurement] = []
    for _ in 0..<rounds {
      let mine = try runner.figure(rxp.command(command), output: output)
      runs.append(mine)
      let other = try runner.run(peerCommand, output: output)
      guard other.isSuccess else { return showFailure(of: tool) }
      others.append(other)
      ratios.append(Double(file.size) / mine.cpu / (Double(part.size) / other.cpu))
    }
    peers.append(
      Peer(
        tool: tool, command: peerText, ratio: ratios.median,
        speed: Double(part.size) / others.medianCPU))
  }

  /// rxp's answer must not depend on how many events it handles at once: this is looked at whatever
  /// tools there are.
  private mutating func compareBatches() throws {
    let command = task.rxp.replacing("FILE", with: beginning)
    let single = command.replacing("rxp ", with: "rxp --batch 1 ")
    let mine = try answer { _ = try runner.figure(rxp.command(command), output: $0) }
    let plain = try answer { _ = try runner.figure(rxp.command(single), output: $0) }
    answers[beginning] = mine
    if mine != plain {
      throw NoFigure(
        isFailure: true,
        text: "wrong: \(mine.beginning) in batches, \(plain.beginning) one by one, on \(beginning)")
    }
  }

  /// - Returns: whether the tool gave an answer.
  private mutating func compareAnswers(
    _ tool: Tool, _ peer: Command, _ path: String
  ) throws -> Bool {
    let own = rxp.command(task.rxp.replacing("FILE", with: path))
    let mine = try answers[path] ?? answer { _ = try runner.figure(own, output: $0) }
    answers[path] = mine
    var isAnswered = false
    let other = try answer { isAnswered = try runner.run(peer, output: $0).isSuccess }
    guard isAnswered else {
      showFailure(of: tool)
      return false
    }
    if mine != other {
      throw NoFigure(
        isFailure: true,
        text: """
          wrong, or \(tool.rawValue) is, on \(path): \(grouped(mine.lines)) lines from \
          \(mine.beginning) on, there \(grouped(other.lines)) from \(other.beginning) on
          """)
    }
    return true
  }

  private func answer(
    run: (Runner.Output) throws -> Void
  ) throws -> AnswerDigest {
    if !task.writesMuch {
      try run(.file)
      return task.answer.digest(of: runner.lastOutput)
    }
    var splitter = LineSplitter()
    var digest = AnswerDigest()
    try run(.reader { splitter.add($0) { digest.add($0) } })
    splitter.finish { digest.add($0) }
    return digest
  }

  private func showFailure(of tool: Tool) {
    report.note("lines \(task.letter): \(tool.rawValue) gives no answer: \(runner.lastMessages)")
  }
}
