/// A file read ahead in blocks, by whichever thread has time: one reads at a time, several work on
/// what they have read, and the blocks come out in the order of the file.
///
/// What threads share is reached inside the monitor: a block belongs to whoever has claimed it, then,
/// once it is ready, to the thread that takes it.
final class BlockQueue: @unchecked Sendable {
  private let source: any SharedReader
  private let program: RowProgram
  private let name: String
  private let monitor: Monitor
  /// Used in turn.
  private let blocks: [Block]
  private var areReady: [Bool]
  /// The blocks that have been claimed for reading, and those that have been taken, so far.
  private var claimed = 0
  private var taken = 0
  private var isReading = false
  private var isAtEnd = false
  private var isClosed = false
  private var working = 0
  /// What was read behind the last line of the latest block; whoever reads has it.
  private var rest: [UInt8]
  private let blockBytes: Int

  /// `rest` has been read already.
  init(
    _ source: any SharedReader, name: String, _ program: RowProgram, rest: [UInt8], blocks: Int,
    blockBytes: Int, _ monitor: Monitor
  ) {
    self.source = source
    self.name = name
    self.program = program
    self.monitor = monitor
    self.rest = rest
    self.blockBytes = blockBytes
    self.blocks = (0..<blocks).map { _ in Block(capacity: 2 * blockBytes) }
    areReady = Array(repeating: false, count: blocks)
  }

  // MARK: For each thread

  /// What a thread of its own does: works until the file is at its end or nobody wants more.
  func serve() {
    let space = RowSpace(program)
    while true {
      if work(in: space) { continue }
      let goesOn = monitor.locked {
        while !isClosed, !isAtEnd, !canClaim { monitor.wait() }
        return !isClosed && !isAtEnd
      }
      if !goesOn { return }
    }
  }

  private var canClaim: Bool {
    !isReading && !isAtEnd && !isClosed && claimed - taken < blocks.count
  }

  /// Reads a block and works on it, if there is one to read and room for it.
  func work(in space: RowSpace) -> Bool {
    let place: Int? = monitor.locked {
      guard canClaim else { return nil }
      isReading = true
      working += 1
      claimed += 1
      return (claimed - 1) % blocks.count
    }
    guard let place else { return false }
    let block = blocks[place]
    read(block)
    monitor.locked {
      isReading = false
      if case .lines = block.content {} else { isAtEnd = true }
      monitor.wakeAll()
    }
    block.work(in: space, name: name)
    monitor.locked {
      areReady[place] = true
      working -= 1
      monitor.wakeAll()
    }
    return true
  }

  /// Reads on up to a line's end.
  private func read(_ block: Block) {
    block.content = .lines
    block.used = min(rest.count, block.capacity)
    block.bytes.update(from: rest, count: block.used)
    rest.removeFirst(block.used)
    // There are lines in it where it was read before there were blocks.
    if cut(block) { return }
    while block.used < block.capacity {
      let room = UnsafeMutableRawBufferPointer(
        start: block.bytes + block.used, count: min(blockBytes, block.capacity - block.used))
      switch source.readShared(into: room) {
      case .bytes(let count):
        block.used += count
        if cut(block) { return }
        continue
      case .end where block.used == 0:
        block.content = .end
        return
      case .end:
        // What is read next is the end again.
        block.bytes[block.used] = 0x0A
        block.used += 1
        return
      case .failed(let error) where block.used == 0:
        block.content = .failed(error)
        return
      // The lines before it come first.
      case .failed, .wouldBlock, .restarted: break
      }
      break
    }
    block.content = .unfinished
  }

  /// Leaves whole lines in the block; false where there is none.
  private func cut(_ block: Block) -> Bool {
    guard let end = block.endOfLastLine else { return false }
    rest.insert(
      contentsOf: UnsafeBufferPointer(start: block.bytes + end, count: block.used - end), at: 0)
    block.used = end
    return true
  }

  // MARK: For the thread that takes the blocks

  /// The next block, worked on by this thread where no other has begun to.
  func next(_ space: RowSpace) -> Block {
    while true {
      let ready = monitor.locked { readyBlock }
      if let ready { return ready }
      if work(in: space) { continue }
      monitor.locked {
        while readyBlock == nil, !canClaim { monitor.wait() }
      }
    }
  }

  private var readyBlock: Block? {
    let place = taken % blocks.count
    return taken < claimed && areReady[place] ? blocks[place] : nil
  }

  /// The block that was taken may be used again.
  func give(back block: Block) {
    monitor.locked {
      areReady[taken % blocks.count] = false
      taken += 1
      monitor.wakeAll()
    }
  }

  /// Nothing more is read; when this returns nobody uses the source.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
      while isReading { monitor.wait() }
    }
  }

  /// Closes, and gives what has been read and not been given back, from an offset in the first block on.
  func closeAndGiveRest(from offset: Int) -> [UInt8] {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
      while working > 0 { monitor.wait() }
    }
    var bytes: [UInt8] = []
    for number in taken..<claimed {
      bytes += blocks[number % blocks.count].rest(from: number == taken ? offset : 0)
    }
    return bytes + rest
  }
}
