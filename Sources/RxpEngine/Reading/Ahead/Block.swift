import CSystem

/// Whole lines of a file as they were read, and what has been made of them.
final class Block {
  enum Content {
    /// Lines, cut into parts.
    case lines
    /// What was read without a line's end in it; nothing has been read behind it.
    case unfinished
    /// The file is at its end.
    case end
    case failed(HostError)
  }

  let capacity: Int
  let bytes: UnsafeMutablePointer<UInt8>
  var used = 0
  var content = Content.lines
  private(set) var partCount = 0
  private(set) var lineCount = 0
  private var parts: [BlockPart] = []
  private let lines = Batch()

  init(capacity: Int) {
    self.capacity = capacity
    // One more for the end of a last line that has none.
    bytes = .allocate(capacity: capacity + 1 + Int(CSYS_PADDING))
  }

  deinit { bytes.deallocate() }

  func part(_ index: Int) -> BlockPart { parts[index] }

  /// The offset behind the last line's end; nil where there is none.
  var endOfLastLine: Int? {
    var end = used
    while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    return end == 0 ? nil : end
  }

  /// What was read, from an offset on.
  func rest(from offset: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes + offset, count: used - offset))
  }

  /// Cuts the lines into parts and works through them; their numbers start at 0. `name`: the file's.
  func work(in space: RowSpace, name: String) {
    partCount = 0
    lineCount = 0
    guard case .lines = content else { return }
    var scanner = LineScanner(at: 0)
    while true {
      let start = scanner.start
      lines.clear()
      let count = scanner.take(
        bytes, to: used, into: lines.room, Limits.batchRows, limit: Int.max
      ).count
      if count == 0 { return }
      lines.kind = .slices
      lines.areLines = true
      lines.count = count
      lines.origin = Origin(name: name, line: lineCount)
      if partCount == parts.count { parts.append(BlockPart()) }
      let part = parts[partCount]
      part.begin(at: start, line: lineCount)
      if !space.make(lines, into: part) { part.leave(lines) }
      partCount += 1
      lineCount += count
    }
  }
}

/// A batch of lines of a block.
final class BlockPart {
  /// What has been made of the lines, or, where nothing could be, the lines.
  let batch = Batch()
  private(set) var isMade = false
  /// Of its first line: the place in the block, and the number there.
  private(set) var start = 0
  private(set) var line = 0
  /// What was read of its records.
  var fields: FieldTable?
  /// Where strings that stand in no line are.
  let bytes = VectorBytes()
  /// Room for what was asked of the rows.
  private var answers: [Batch.Columns] = []

  func begin(at start: Int, line: Int) {
    self.start = start
    self.line = line
    isMade = true
    batch.clear()
    bytes.clear()
  }

  func leave(_ lines: Batch) {
    batch.clear()
    batch.assign(lines)
    isMade = false
  }

  func prepare(_ vector: Vector, of node: VectorNode, at place: Int) {
    guard let columns = vector.columns else { return }
    while answers.count <= place { answers.append(Batch.Columns()) }
    answers[place].copy(columns, batch.count, isOfSlices: vector.kind.ofBatch?.isOfSlices ?? false)
    batch.prepared.append((node, Vector(kind: vector.kind, columns: answers[place])))
  }
}
