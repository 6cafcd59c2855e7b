extension Operator {
  static let timed = Operator(
    "timed", .input, role: .source,
    "Sends recorded events at their times: what was typed once replays.",
    takes: [
      .required(
        "file", .path,
        "lines SECONDS VALUE, counted from the subscription; SECONDS | completes, SECONDS # WHY fails"
      ),
      BadRecordTally.parameter,
    ],
    types: .always(.any), atEnd: .ends,
    shape: ShapeRule { _ in .file },
    examples: []
  ) { args in
    try TimedStage(args.run, path: try args.text("file") ?? .empty, bad: try BadRecordTally(args))
  }
}

/// Reads ahead by one event. Events keep the place in the order of their instant that they had at
/// the subscription, as those of other recorded signals do: before what is scheduled later.
final class TimedStage: SourceStage {
  private let name: String
  private var file: LineReader?
  private let parser = TimedLine.Parser()
  private var tally: BadRecordTally
  private let batch = Batch()
  private let place: UInt64
  private let started: Instant
  private var last: Instant = 0
  private var upcoming: Event.Content?
  private var isWaiting = false

  init(_ run: Run, path: Text, bad tally: BadRecordTally) throws {
    name = path.string
    file = LineReader(
      try run.host.openForReading(try run.resolve(name, .read)), name: name)
    self.tally = tally
    place = run.reserve(.given)
    started = run.now
    super.init(run)
  }

  override func start() throws {
    try super.start()
    try advance()
  }

  // A pipe may have nothing yet.
  override var reader: (any ByteReader)? { isWaiting ? file?.source : nil }

  override func turn() throws -> Turn {
    if !isWaiting { return .nothing }
    try advance()
    return isWaiting ? .nothing : .progressed
  }

  override func stopped() {
    isWaiting = false
    upcoming = nil
    file = nil
    tally.finish(run, name)
  }

  override func timer(_ token: Int) throws {
    guard let content = upcoming else { return }
    upcoming = nil
    switch content {
    case .next(let value):
      send(value)
      if !isDone { try advance() }
    case .error(let failure): finish(.failed(failure))
    case .completed: complete()
    }
  }

  /// Sets the timer for the next event; without one the last value's instant completes it.
  private func advance() throws {
    isWaiting = false
    while let file {
      switch file.read(into: batch, most: 1) {
      case .rows:
        let line = UnsafeBufferPointer(start: batch.room.starts[0], count: batch.room.lengths[0])
        if try take(line, batch.origin?.line ?? 0) { return }
      case .failed(let error):
        run.origin = nil
        throw error
      case .tooLong(let line, _):
        try bad("a line longer than \(Limits.lineBytes) bytes", line)
      case .end: return complete()
      case .blocked, .unfinished:
        isWaiting = true
        return
      case .restarted: continue
      }
    }
  }

  /// A line; whether it is an event to come.
  private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Int) throws -> Bool {
    let parsed: TimedLine?
    do throws(TimedLine.Mistake) {
      parsed = try parser.parse(bytes, isFirst: line == 1)
    } catch {
      try bad(error.message, line)
      return false
    }
    guard let parsed else { return false }
    guard parsed.instant >= last else {
      try bad(
        "times do not go back: \(Time.text(parsed.instant)) after \(Time.text(last))", line)
      return false
    }
    last = parsed.instant
    upcoming = parsed.content
    run.schedule(self, at: Time.sum(started, last), token: 0, place: place)
    return true
  }

  private func bad(_ message: String, _ line: Int) throws {
    try tally.add(run, name, line: line, message)
  }
}
