/// Gives what has been made ahead of the lines of a file, in their order.
final class AheadReader {
  enum Outcome {
    /// What was made of a batch of lines: for the stage behind those whose steps were done.
    case made(Batch)
    /// Lines for which nothing could be done ahead.
    case lines(Batch)
    case end
    case failed(HostError)
    /// From here on lines are read as they are asked for.
    case goesOn(LineReader)
  }

  /// The stage that sends what is made.
  private(set) unowned(unsafe) var sender: Stage
  let source: any SharedReader
  private let name: String
  private let queue: BlockQueue
  private let space: RowSpace
  /// The block being given, and its next part.
  private var block: Block?
  private var part = 0
  /// Of the block's first line: its number, the byte at which it starts, counted from where the reading
  /// began, and its place in the source.
  private var line: Int
  private var offset: Int
  private var place: Int
  private var isClosed = false

  /// Blocks besides the one that each thread works on: read, and waiting for their turn.
  private static let waitingBlocks = 3

  /// Reads on from where `reader` stands, as the run's options say. nil where that cannot be.
  init?(
    _ reader: LineReader, _ shared: any SharedReader, _ source: RowProgram.Source, for stage: Stage
  ) {
    guard let threading = stage.run.host.threading, let monitor = Monitor() else { return nil }
    let options = stage.run.options.ahead
    let (program, sender) = RowProgram.of(source, stage)
    guard !program.isEmpty, let position = shared.position else { return nil }
    let unread = reader.unreadBytes
    (line, offset) = reader.release()
    // What has been read and is in no row yet is the first block.
    let range = BlockRange(
      start: position - unread, firstEnd: position, blockBytes: options.blockBytes)
    queue = BlockQueue(
      shared, name: reader.name, program, range,
      blocks: options.threads + AheadReader.waitingBlocks, monitor)
    (self.sender, self.source, self.name) = (sender, shared, reader.name)
    place = position - unread
    space = RowSpace(program)
    for _ in 1..<options.threads {
      // With fewer threads it is slower, no more.
      try? threading.start { [queue] in queue.serve() }
    }
  }

  deinit { close() }

  /// What comes next, good until the next call. With less than whole batches wanted, lines are read
  /// one after the other from then on.
  func next(most: Int) -> Outcome {
    source.showProgress()
    while true {
      let block = self.block ?? queue.next(space)
      self.block = block
      if part < block.partCount {
        if most < Limits.batchRows { return goOn(from: block.part(part)) }
        return give(block.part(part))
      }
      line += block.lineCount
      offset += block.byteCount
      place += block.byteCount
      if let failure = block.failure { return .failed(failure) }
      if block.isCutOff { return goOn() }
      if block.isLast { return .end }
      self.block = nil
      part = 0
      queue.giveBack()
    }
  }

  private func give(_ next: BlockPart) -> Outcome {
    part += 1
    next.batch.origin?.line += line
    return next.isMade ? .made(next.batch) : .lines(next.batch)
  }

  /// Lets the lines be read as they are asked for, from a part of the block on.
  private func goOn(from next: BlockPart? = nil) -> Outcome {
    isClosed = true
    queue.close()
    let start = next?.start ?? 0
    guard source.seek(to: place + start) else {
      source.close()
      return .failed(
        HostError(operation: "read", subject: name, code: 29, reason: "its place is lost"))
    }
    return .goesOn(
      LineReader(source, name: name, line: line + (next?.line ?? 0), offset: offset + start))
  }

  /// Lets go of the file: nobody reads from it afterwards.
  func close() {
    if isClosed { return }
    isClosed = true
    queue.close()
    source.close()
  }
}
