extension Operator {
  static let timed = Operator(
    "timed", .input, role: .source,
    "Sends recorded events at their times: what was typed once replays.",
    takes: [
      .required("file", .path, "lines of SECONDS VALUE; SECONDS | completes, SECONDS # WHY fails"),
      BadRecords.parameter,
    ],
    types: .always(.any), atEnd: .ends, examples: []
  ) { args in
    try TimedStage(
      args.run, path: try args.text("file") ?? .empty,
      BadRecords.Policy(rawValue: try args.word("bad") ?? "") ?? .report)
  }
}

/// Reads ahead by one event. Events keep the place in the order of their instant that they had at
/// the subscription, as those of other recorded signals do: before what is scheduled later.
final class TimedStage: Stage {
  private let reader: LineReader
  private let policy: BadRecords.Policy
  private let decoder = JSONDecoder()
  private let batch = Batch()
  private let place: UInt64
  private let started: Instant
  private var last: Instant = 0
  private var upcoming: Event.Content?

  init(_ run: Run, path: Text, _ policy: BadRecords.Policy) throws {
    reader = LineReader(try run.host.openForReading(try run.resolve(path.string, .read)))
    self.policy = policy
    place = run.reserve(.given)
    started = run.now
    super.init(run)
  }

  override func start() throws { try advance() }

  override func timer(_ token: Int) throws {
    switch upcoming {
    case .next(let value)?:
      send(value)
      if !isDone { try advance() }
    case .error(let failure)?: finish(.failed(failure))
    case .completed?, nil: complete()
    }
  }

  /// Sets the timer for the next event; without one the last value's instant completes it.
  private func advance() throws {
    while true {
      switch reader.read(into: batch, most: 1) {
      case .rows:
        let text = Text(start: batch.room.starts[0], count: batch.room.lengths[0])
        let line = batch.origin?.line ?? 0
        guard let (instant, content) = try parse(text, line) else { continue }
        upcoming = content
        last = instant
        run.schedule(self, at: Time.sum(started, instant), token: 0, place: place)
        return
      case .failed(let error): throw error
      case .tooLong(let line, _):
        try bad("this line is longer than \(Limits.lineBytes) bytes", line)
      case .end, .blocked:
        run.badRecords.finish(reader.source.name)
        return complete()
      case .restarted: continue
      }
    }
  }

  private func parse(_ text: Text, _ line: Int) throws -> (Instant, Event.Content)? {
    let bytes = text.bytes
    let trimmed = bytes.drop(while: \.isBlank)
    if trimmed.isEmpty || trimmed.first == UInt8(ascii: "#") { return nil }
    let number = trimmed.prefix { !$0.isBlank }
    let rest = trimmed.dropFirst(number.count).drop(while: \.isBlank)
    guard let seconds = NumberText(Text(Array(number))).number,
      let instant = Time.nanoseconds(seconds: seconds),
      instant >= 0
    else {
      try bad(
        "a line is SECONDS VALUE: \(Text(Array(number)).string.debugDescription) is no time", line)
      return nil
    }
    guard instant >= last else {
      try bad("times do not go back: \(Time.text(instant)) after \(Time.text(last))", line)
      return nil
    }
    let value = Text(Array(rest))
    if value == "|" { return (instant, .completed) }
    if rest.first == UInt8(ascii: "#") {
      let why = Text(Array(rest.dropFirst().drop(while: \.isBlank)))
      return (instant, .error(Failure.from(.text(why.isEmpty ? "error" : why))))
    }
    // JSON, or the text as it stands.
    return (instant, .next((try? decoder.decode(value)) ?? .text(value)))
  }

  private func bad(_ message: String, _ line: Int) throws {
    switch policy {
    case .skip: break
    case .report: run.badRecords.report(reader.source.name, line: line, column: nil, message)
    case .fail:
      run.origin = (reader.source.name, line)
      throw Failure(kind: "format", Text(message))
    }
  }
}
