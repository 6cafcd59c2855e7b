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
  private var place = 0
  /// The number of the block's first line, and the byte of the file at which it starts.
  private var line: Int
  private var offset: Int
  private var isClosed = false

  /// Blocks per thread: one that is worked on, one that waits.
  private static let blocksPerThread = 2

  /// Reads on from where `reader` stands, as the run's options say. nil where that cannot be.
  init?(
    _ reader: LineReader, _ shared: any SharedReader, _ source: RowProgram.Source, for stage: Stage
  ) {
    guard let threading = stage.run.host.threading, reader.isBetweenLines,
      let monitor = Monitor()
    else { return nil }
    let options = stage.run.options.ahead
    let (program, sender) = RowProgram.of(source, stage)
    let (rest, line, offset) = reader.release()
    let queue = BlockQueue(
      shared, name: reader.name, program, rest: rest,
      blocks: options.threads * AheadReader.blocksPerThread, blockBytes: options.blockBytes, monitor
    )
    (self.sender, self.source, self.queue) = (sender, shared, queue)
    (name, self.line, self.offset) = (reader.name, line, offset)
    space = RowSpace(program)
    for _ in 1..<options.threads {
      // With fewer threads it is slower, no more.
      try? threading.start { queue.serve() }
    }
  }

  deinit { close() }

  /// What comes next, good until the next call. With less than whole batches wanted, lines are read
  /// one after the other from then on.
  func next(most: Int) -> Outcome {
    if let block, place == block.partCount {
      line += block.lineCount
      offset += block.used
      self.block = nil
      queue.give(back: block)
    }
    source.showProgress()
    let block = self.block ?? queue.next(space)
    if self.block == nil {
      self.block = block
      place = 0
    }
    switch block.content {
    case .end: return .end
    case .failed(let error): return .failed(error)
    case .unfinished: return .goesOn(handOver())
    case .lines: break
    }
    if most < Limits.batchRows { return .goesOn(handOver()) }
    let part = block.part(place)
    place += 1
    part.batch.origin?.line += line
    return part.isMade ? .made(part.batch) : .lines(part.batch)
  }

  private func handOver() -> LineReader {
    var (start, number) = (0, 0)
    if let block, place < block.partCount {
      (start, number) = (block.part(place).start, block.part(place).line)
    }
    isClosed = true
    return LineReader(
      source, name: name, rest: queue.closeAndGiveRest(from: start), line: line + number,
      offset: offset + start)
  }

  /// Lets go of the file: nobody reads from it afterwards.
  func close() {
    if isClosed { return }
    isClosed = true
    queue.close()
    source.close()
  }
}
