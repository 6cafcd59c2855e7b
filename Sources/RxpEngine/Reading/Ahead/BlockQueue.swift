/// A file read ahead in blocks, by whichever thread has time. The blocks come out in the order of the
/// file.
///
/// What threads share is reached inside the monitor: a block belongs to whoever has claimed it, then,
/// once it is ready, to the thread that takes it.
final class BlockQueue: @unchecked Sendable {
  private let source: any SharedReader
  private let program: RowProgram
  private let name: String
  private let range: BlockRange
  private let monitor: Monitor
  /// Used in turn.
  private let blocks: [Block]
  private var areReady: [Bool]
  /// How many blocks have been claimed to be read, and how many have been given back.
  private var claimed = 0
  private var taken = 0
  private var working = 0
  private var isAtEnd = false
  private var isClosed = false

  init(
    _ source: any SharedReader, name: String, _ program: RowProgram, _ range: BlockRange,
    blocks: Int, _ monitor: Monitor
  ) {
    self.source = source
    self.name = name
    self.program = program
    self.range = range
    self.monitor = monitor
    self.blocks = (0..<blocks).map { _ in Block() }
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

  private var canClaim: Bool { !isAtEnd && !isClosed && claimed - taken < blocks.count }

  /// Reads a block and works on it, if there is one to read and room for it.
  func work(in space: RowSpace) -> Bool {
    let number: Int? = monitor.locked {
      guard canClaim else { return nil }
      working += 1
      claimed += 1
      return claimed - 1
    }
    guard let number else { return false }
    let place = number % blocks.count
    let block = blocks[place]
    block.read(number, of: range, from: source)
    block.work(in: space, name: name)
    monitor.locked {
      if block.isLast { isAtEnd = true }
      areReady[place] = true
      working -= 1
      if number == taken || isAtEnd || isClosed { monitor.wakeAll() }
    }
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
  func giveBack() {
    monitor.locked {
      areReady[taken % blocks.count] = false
      taken += 1
      // Waking a thread costs as much as a tenth of a block: it is done for several at once.
      if claimed - taken <= blocks.count / 2 { monitor.wakeAll() }
    }
  }

  /// Nothing more is read; when this returns nobody uses the source.
  func close() {
    monitor.locked {
      isClosed = true
      monitor.wakeAll()
      while working > 0 { monitor.wait() }
    }
  }
}
