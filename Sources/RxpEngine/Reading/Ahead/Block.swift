import CSystem

/// How a file is cut into blocks. A line belongs to the block that its end is in.
struct BlockRange {
  /// The start of a line: nothing before it is read.
  let start: Int
  /// The first block ends here, each other one a block's length later.
  let firstEnd: Int
  let blockBytes: Int

  func start(of number: Int) -> Int {
    number == 0 ? start : firstEnd + (number - 1) * blockBytes
  }
  func end(of number: Int) -> Int { firstEnd + number * blockBytes }
}

/// Whole lines of a file as they were read, and what has been made of them.
final class Block {
  /// How far before a block the start of its first line is looked for at first.
  private static let nearLine = 4096
  /// How far at most, in blocks' lengths: longer lines are read as they are asked for.
  private static let farLine = 4

  /// Nothing comes behind it: the file is at its end, or cannot be read, or not ahead.
  private(set) var isLast = false
  private(set) var failure: HostError?
  /// The start of its first line was not found.
  private(set) var isCutOff = false
  private(set) var partCount = 0
  private(set) var lineCount = 0
  /// The bytes of its lines, with their ends.
  var byteCount: Int { end - start }

  private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 0)
  private var capacity = 0
  /// Where its lines lie in `bytes`.
  private var start = 0
  private var end = 0
  /// Behind a last line of the file that has no end: it is a part of its own, as it is read later.
  private var tail: Int?
  private var parts: [BlockPart] = []

  deinit { bytes.deallocate() }

  func part(_ index: Int) -> BlockPart { parts[index] }

  // MARK: Reading

  func read(_ number: Int, of range: BlockRange, from source: any SharedReader) {
    (isLast, isCutOff, failure, tail) = (false, false, nil, nil)
    (start, end) = (0, 0)
    let from = range.start(of: number)
    let wanted = range.end(of: number) - from
    var before = min(Block.nearLine, from - range.start)
    while true {
      // One more for the end of a last line that has none.
      makeRoom(before + wanted + 1)
      let room = UnsafeMutableRawBufferPointer(start: bytes, count: before + wanted)
      switch source.read(into: room, at: from - before) {
      case .bytes(let count): end = count
      case .end: end = 0
      case .failed(let error):
        // The lines before it come first.
        isLast = true
        failure = error
        return
      case .wouldBlock, .restarted:
        isLast = true
        return
      }
      isLast = end < room.count
      // The file ended before this block.
      if end < before { return end = 0 }
      if let line = startOfLine(before) ?? (from - before == range.start ? 0 : nil) {
        start = line
        break
      }
      if before > range.blockBytes * Block.farLine {
        (isLast, isCutOff, end) = (true, true, 0)
        return
      }
      before = min(before * 8, from - range.start)
    }
    // What is in the first block has been counted when it was read before.
    if number > 0 { source.count(end - before) }
    if isLast, end > start, bytes[end - 1] != 0x0A {
      bytes[end] = 0x0A
      tail = end + 1
    }
    end = startOfLine(end) ?? start
  }

  /// Behind the last line's end before a place; nil where there is none.
  private func startOfLine(_ place: Int) -> Int? {
    var place = place
    while place > 0, bytes[place - 1] != 0x0A { place -= 1 }
    return place == 0 ? nil : place
  }

  private func makeRoom(_ wanted: Int) {
    if wanted <= capacity { return }
    bytes.deallocate()
    capacity = wanted
    bytes = .allocate(capacity: capacity + Int(CSYS_PADDING))
  }

  // MARK: Working

  /// Cuts the lines into parts and works through them; their numbers start at 0. `name`: the file's.
  func work(in space: RowSpace, name: String) {
    partCount = 0
    lineCount = 0
    var scanner = LineScanner(at: start)
    while addPart(from: &scanner, to: end, space, name) {}
    if let tail { _ = addPart(from: &scanner, to: tail, space, name) }
  }

  private func addPart(
    from scanner: inout LineScanner, to end: Int, _ space: RowSpace, _ name: String
  ) -> Bool {
    if partCount == parts.count { parts.append(BlockPart()) }
    let part = parts[partCount]
    let before = scanner
    let count = fill(part, from: &scanner, to: end, name)
    if count == 0 { return false }
    if !space.work(on: part) {
      var again = before
      _ = fill(part, from: &again, to: end, name)
      part.isMade = false
    }
    partCount += 1
    lineCount += count
    return true
  }

  /// Takes the next lines as the rows of a part; how many.
  private func fill(
    _ part: BlockPart, from scanner: inout LineScanner, to end: Int, _ name: String
  ) -> Int {
    part.begin(at: scanner.start - start, line: lineCount)
    let batch = part.batch
    batch.count =
      scanner.take(bytes, to: end, into: batch.room, Limits.batchRows, limit: Int.max).count
    batch.kind = .slices
    batch.areLines = true
    batch.origin = Origin(name: name, line: lineCount)
    return batch.count
  }
}
