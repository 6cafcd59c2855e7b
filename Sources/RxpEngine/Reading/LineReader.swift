import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cuts what a reader gives into lines: slices of the block that was read, without copies.
///
/// A line ends at a newline (a carriage return before it is no part of it) or at the end of the
/// file. Bytes are passed through whatever they are. Slices are good until the next call; the byte
/// after each is a part of the line's end, and `CSYS_PADDING` bytes after it can be read.
final class LineReader {
  enum Outcome: Equatable {
    /// Rows have been put into the batch.
    case rows
    /// Nothing more now.
    case blocked
    /// Much was read without a line's end in it: there may be more at once.
    case unfinished
    case end
    /// The followed file started anew; whether bytes were lost.
    case restarted(lost: Bool)
    /// A line longer than allowed was dropped: its number, and the byte at which it starts.
    case tooLong(line: Int, offset: Int)
    case failed(HostError)
  }

  /// Bytes read at once.
  static let blockBytes = 256 << 10
  /// Blocks read in one call: so that a line without an end holds up nobody.
  static let blocksPerCall = 64

  let source: any ByteReader
  /// What messages call it.
  let name: String
  private let limit: Int
  private var closesSource: Bool
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 2 * LineReader.blockBytes
  /// The unread part: from the start of the line being built to the end of what was read.
  private var scanner = LineScanner(at: 0)
  private var end = 0
  /// The byte of the file at which `bytes` begins.
  private var shift = 0
  /// The number of the line at `start`, from 1.
  private var line = 1
  private var isAtEnd = false
  /// In a line that was told of as too long.
  private var isSkipping = false
  private var pending: Outcome?

  /// `name`: what messages call the source; without one its own. `limit`: the bytes a line may have.
  init(
    _ source: any ByteReader, name: String? = nil, limit: Int = Limits.lineBytes,
    closesSource: Bool = true
  ) {
    self.source = source
    self.name = name ?? source.name
    self.limit = limit
    self.closesSource = closesSource
    bytes = .allocate(capacity: capacity + CSYS_PADDING)
  }

  /// Goes on where somebody else has read: with the given line, at the byte `offset` of the file.
  convenience init(_ source: any ByteReader, name: String, line: Int, offset: Int) {
    self.init(source, name: name)
    self.line = line
    shift = offset
  }

  /// Gives up the source, which stays open, for somebody else to go on with the next line: its number,
  /// and the byte of the file at which it starts.
  func release() -> (line: Int, offset: Int) {
    closesSource = false
    return (line, offset)
  }

  /// The byte of the file at which the next line starts.
  var offset: Int { shift + scanner.start }

  /// What was read and is in no row yet.
  var unreadBytes: Int { end - scanner.start }

  /// Whether there are whole lines among what was read.
  var hasLines: Bool { scanner.hasLine(bytes, to: end) }

  /// Whether the next byte is the first of a line, and nothing is waiting to be told.
  var isBetweenLines: Bool { !isSkipping && pending == nil }

  deinit {
    if closesSource { source.close() }
    bytes.deallocate()
  }

  /// Puts at most `most` lines into the batch.
  func read(into batch: Batch, most: Int) -> Outcome {
    batch.clear()
    var blocks = 0
    while true {
      if let pending {
        self.pending = nil
        return pending
      }
      if !isSkipping || skip() {
        let first = line
        let count = take(into: batch.room, most)
        if count > 0 {
          batch.kind = .slices
          batch.areLines = true
          batch.count = count
          batch.origin = Origin(name: name, line: first)
          return .rows
        }
        if pending != nil { continue }
      }
      if isAtEnd { return takeRest(into: batch) ? .rows : .end }
      if blocks == LineReader.blocksPerCall { return .unfinished }
      blocks += 1
      if let outcome = fill(batch) { return outcome }
    }
  }

  /// Gives back the last rows of the batch just read, from `row` on: they will be read again.
  func unread(_ batch: Batch, from row: Int) {
    guard case .slices = batch.kind, row >= 0, row < batch.count, let origin = batch.origin else {
      return
    }
    scanner = LineScanner(at: batch.room.starts[row] - UnsafePointer(bytes))
    line = origin.line + row
    pending = nil
  }

  /// What was read and is in no row yet; it is not kept.
  func giveBack() -> [UInt8] {
    let start = scanner.start
    let rest = Array(UnsafeBufferPointer(start: bytes + start, count: end - start))
    scanner = LineScanner(at: end)
    isAtEnd = false
    return rest
  }

  /// Whole lines among what has been read; stops with `pending` behind one that is too long.
  private func take(into room: Batch.Columns, _ most: Int) -> Int {
    let (count, tooLong) = scanner.take(bytes, to: end, into: room, most, limit: limit)
    line += count
    if let tooLong {
      pending = .tooLong(line: line, offset: shift + tooLong)
      line += 1
    }
    return count
  }

  /// Drops bytes up to the end of a line that is too long; false while that has not come.
  private func skip() -> Bool {
    let start = scanner.start
    guard let newline = memchr(bytes + start, 0x0A, end - start) else {
      scanner.start = end
      return false
    }
    scanner = LineScanner(at: UnsafeRawPointer(newline) - UnsafeRawPointer(bytes) + 1)
    line += 1
    isSkipping = false
    return true
  }

  /// The last line, which had no newline; false where there is none.
  private func takeRest(into batch: Batch) -> Bool {
    let start = scanner.start
    scanner.start = end
    if isSkipping || start == end { return false }
    bytes[end] = 0x0A
    let length = end - start
    batch.kind = .slices
    batch.count = 1
    batch.room.starts[0] = UnsafePointer(bytes + start)
    batch.room.lengths[0] = bytes[end - 1] == 0x0D ? length - 1 : length
    batch.origin = Origin(name: name, line: line)
    line += 1
    return true
  }

  /// Whether the line being built is longer than allowed, whatever may come.
  private var isTooLong: Bool {
    let count = end - scanner.start
    // A last carriage return may turn out to be a part of the line's end.
    return count > limit && !(count == limit + 1 && bytes[end - 1] == 0x0D)
  }

  /// Reads a block behind what is there; nil where it did.
  private func fill(_ batch: Batch) -> Outcome? {
    if isTooLong {
      isSkipping = true
      defer { scanner.start = end }
      return .tooLong(line: line, offset: offset)
    }
    makeRoom()
    let space = UnsafeMutableRawBufferPointer(start: bytes + end, count: LineReader.blockBytes)
    switch source.read(into: space) {
    case .bytes(let count):
      scanner.goOn(from: end)
      end += count
      return nil
    case .wouldBlock: return .blocked
    case .end:
      isAtEnd = true
      return nil
    case .restarted(let lost):
      // What the old file ended with is a line too.
      let hasRest = takeRest(into: batch)
      isSkipping = false
      line = 1
      shift = -scanner.start
      scanner.goOn(from: scanner.start)
      if !hasRest { return .restarted(lost: lost) }
      pending = .restarted(lost: lost)
      return .rows
    case .failed(let error): return .failed(error)
    }
  }

  /// Moves the line being built to the front, and sees to it that a block fits in behind it.
  private func makeRoom() {
    let start = scanner.start
    if start > 0 {
      bytes.update(from: bytes + start, count: end - start)
      shift += start
      end -= start
      scanner.shift(by: start)
    }
    if capacity - end < LineReader.blockBytes { grow() }
  }

  private func grow() {
    let larger = capacity * 2
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + CSYS_PADDING)
    moved.update(from: bytes, count: end)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }
}
