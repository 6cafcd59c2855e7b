/// A source that reads the lines of one stream of its own: a program's output, an answer from the
/// network. What it makes of them is its subclass's.
class StreamStage: SourceStage {
  private var lines: LineReader?
  private let batch = Batch()
  private var tally: BadRecordTally

  init(_ run: Run, bad tally: BadRecordTally = BadRecordTally()) {
    self.tally = tally
    super.init(run)
  }

  // MARK: What a subclass does

  /// A batch of lines, good for the time of the call.
  func take(_ batch: Batch) throws { send(batch) }
  /// The stream is at its end.
  func streamEnded() throws { complete() }

  /// Reads from here on; the stream is closed with the stage. `name` is what messages call it.
  final func open(_ stream: any ByteReader, name: String) {
    lines = LineReader(stream, name: name)
  }

  /// Tells of a record that cannot be read, or ends with it.
  final func bad(_ message: String, line: Int, column: Int? = nil) throws {
    guard let lines else { return }
    try tally.add(run, lines.name, line: line, column: column, message)
  }

  // MARK: Reading

  override func stopped() {
    guard let lines else { return }
    self.lines = nil
    lines.source.close()
    tally.finish(run, lines.name)
  }

  override var reader: (any ByteReader)? { lines?.source }

  override func turn() throws -> Turn {
    var left = Limits.turnRows
    var hasRead = false
    while left > 0, !isDone, let lines {
      switch lines.read(into: batch, most: min(left, run.batchLimit)) {
      case .rows:
        left -= batch.count
        // Its block holds the rows, also where they make this stage let go of it.
        try withExtendedLifetime(lines) { try take(batch) }
      case .blocked: return hasRead ? .progressed : .nothing
      case .unfinished, .restarted: return .progressed
      case .end:
        run.origin = nil
        try streamEnded()
        return .progressed
      case .tooLong(let line, let offset):
        try bad(
          "a line longer than \(Limits.lineBytes) bytes, starting at byte \(offset)", line: line)
      case .failed(let error):
        run.origin = nil
        throw error
      }
      hasRead = true
    }
    return .progressed
  }
}
