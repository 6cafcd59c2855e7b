import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cuts what a reader gives into lines: slices of the block read, without copies.
///
/// A line ends at a newline (a carriage return before it is no part of it) or at the end of the
/// file. Bytes are passed through whatever they are. Slices are good until the next call.
final class LineReader {
  enum Outcome {
    /// Rows have been put into the batch.
    case rows
    /// Nothing more now.
    case blocked
    case end
    /// The followed file started anew; whether bytes were lost.
    case restarted(lost: Bool)
    /// A line longer than allowed was dropped: its number and the byte at which it starts.
    case tooLong(line: Int, offset: Int)
    case failed(HostError)
  }

  /// Bytes read at once.
  static let blockBytes = 256 << 10

  let source: any ByteReader
  let name: String
  private let limit: Int
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The unread part: from the start of the line being built to the end of what was read.
  private var start = 0
  private var end = 0
  /// Newlines found in the 64 bytes at `base` and not yet taken.
  private var mask: UInt64 = 0
  private var base = -64
  private var atEnd = false
  private var isSkipping = false
  /// The number of the line at `start`, from 1, and its byte in the file.
  private var line = 1
  private var offset = 0
  private var skippedFrom = (line: 0, offset: 0)
  private var pending: Outcome?

  /// `name`: what messages call the source; without one its own.
  init(_ source: any ByteReader, name: String? = nil, limit: Int = Limits.lineBytes) {
    self.source = source
    self.name = name ?? source.name
    self.limit = limit
    capacity = LineReader.blockBytes
    bytes = .allocate(capacity: capacity + Int(CSYS_PADDING))
  }

  deinit {
    source.close()
    bytes.deallocate()
  }

  /// Puts at most `most` lines into the batch.
  func read(into batch: Batch, most: Int) -> Outcome {
    batch.clear()
    if let pending {
      self.pending = nil
      return pending
    }
    while true {
      let first = line
      let count = take(into: batch.room, most)
      if count > 0 {
        batch.kind = .slices
        batch.count = count
        batch.origin = Origin(name: name, line: first)
        return .rows
      }
      if atEnd { return finish(batch) }
      if let outcome = fill(batch) { return outcome }
    }
  }

  /// Whole lines among what has been read.
  private func take(into room: Batch.Columns, _ most: Int) -> Int {
    if isSkipping, !skip() { return 0 }
    var count = 0
    let first = start
    while count < most {
      while mask == 0 {
        let next = base + 64
        if next >= end {
          // The block at the end is looked at again from there once more has been read.
          base = end - 64
          line += count
          offset += start - first
          return count
        }
        base = next
        mask = csys_newline_mask(bytes + base)
        if base + 64 > end { mask &= (1 << UInt64(end - base)) - 1 }
      }
      let at = base + mask.trailingZeroBitCount
      mask &= mask - 1
      var length = at - start
      if length > 0, bytes[at - 1] == 0x0D { length -= 1 }
      room.starts[count] = UnsafePointer(bytes + start)
      room.lengths[count] = length
      count += 1
      start = at + 1
      if length > limit {
        // Found only now, since the block held all of it.
        count -= 1
        line += count + 1
        pending = .tooLong(line: line - 1, offset: offset + (at - first - length))
        offset += start - first
        return count
      }
    }
    line += count
    offset += start - first
    return count
  }

  /// Drops bytes up to the end of a line that is too long; false while that has not come.
  private func skip() -> Bool {
    guard let newline = memchr(bytes + start, 0x0A, end - start) else {
      offset += end - start
      start = end
      base = end - 64
      mask = 0
      return false
    }
    let at = UnsafeRawPointer(newline) - UnsafeRawPointer(bytes)
    offset += at + 1 - start
    start = at + 1
    line += 1
    isSkipping = false
    base = start - 64
    mask = 0
    return true
  }

  /// The last line, if it had no newline.
  private func finish(_ batch: Batch) -> Outcome {
    if isSkipping || start >= end {
      start = end
      return .end
    }
    batch.kind = .slices
    batch.count = 1
    batch.room.starts[0] = UnsafePointer(bytes + start)
    let length = end - start
    batch.room.lengths[0] = length > 0 && bytes[end - 1] == 0x0D ? length - 1 : length
    batch.origin = Origin(name: name, line: line)
    offset += length
    line += 1
    start = end
    return .rows
  }

  /// Reads more behind what is there; nil where it did.
  private func fill(_ batch: Batch) -> Outcome? {
    if end - start > limit {
      isSkipping = true
      skippedFrom = (line, offset)
      offset += end - start
      start = end
      base = end - 64
      mask = 0
      return .tooLong(line: skippedFrom.line, offset: skippedFrom.offset)
    }
    if start > 0 {
      bytes.update(from: bytes + start, count: end - start)
      base -= start
      end -= start
      start = 0
    }
    if end == capacity { grow() }
    switch source.read(
      into: UnsafeMutableRawBufferPointer(start: bytes + end, count: capacity - end))
    {
    case .bytes(let count):
      base = end - 64
      mask = 0
      end += count
      return nil
    case .wouldBlock: return .blocked
    case .end:
      atEnd = true
      return nil
    case .restarted(let lost):
      // What the old file ended with is a line too.
      let rest = finish(batch)
      isSkipping = false
      (start, end, base, mask, line, offset) = (start, start, start - 64, 0, 1, 0)
      if case .rows = rest {
        pending = .restarted(lost: lost)
        return .rows
      }
      return .restarted(lost: lost)
    case .failed(let error): return .failed(error)
    }
  }

  private func grow() {
    let larger = capacity * 2
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Int(CSYS_PADDING))
    moved.update(from: bytes, count: end)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }
}
