import CSystem

/// Finds the lines in bytes, 64 at a time. Where it stands is kept between calls.
struct LineScanner {
  /// The start of the line being built.
  var start: Int
  /// Newlines found in the 64 bytes at `base` and not yet taken.
  private var mask: UInt64 = 0
  private var base: Int

  /// Scans from an offset on.
  init(at start: Int) {
    self.start = start
    base = start - 64
  }

  /// Scans on from an offset; the line being built stays.
  mutating func goOn(from offset: Int) {
    base = offset - 64
    mask = 0
  }

  /// The bytes have been moved to the front.
  mutating func shift(by count: Int) {
    start -= count
    base -= count
  }

  /// Whether there is a whole line among the bytes before `end`.
  mutating func hasLine(_ bytes: UnsafePointer<UInt8>, to end: Int) -> Bool {
    var (base, mask) = (self.base, self.mask)
    LineScanner.seek(bytes, to: end, &base, &mask)
    (self.base, self.mask) = (base, mask)
    return mask != 0
  }

  /// Goes to the next newlines; `mask` is 0 where there is none before `end`.
  @inline(__always)
  private static func seek(
    _ bytes: UnsafePointer<UInt8>, to end: Int, _ base: inout Int, _ mask: inout UInt64
  ) {
    while mask == 0 {
      let next = base + 64
      if next >= end {
        // Scanning goes on from here once there is more.
        base = end - 64
        return
      }
      base = next
      mask = csys_newline_mask(bytes + base)
      if base + 64 > end { mask &= (1 &<< UInt64(end &- base)) &- 1 }
    }
  }

  /// Puts at most `most` whole lines among the bytes before `end` into `room`: slices without their
  /// ends, a carriage return before a newline being a part of the end. `CSYS_PADDING` bytes after
  /// `end` can be read. Stops behind a line longer than `limit`, whose start is given besides.
  mutating func take(
    _ bytes: UnsafePointer<UInt8>, to end: Int, into room: Batch.Columns, _ most: Int, limit: Int
  ) -> (count: Int, tooLong: Int?) {
    let (starts, lengths) = (room.starts, room.lengths)
    var (start, base, mask) = (self.start, self.base, self.mask)
    var count = 0
    var tooLong: Int?
    while count < most {
      LineScanner.seek(bytes, to: end, &base, &mask)
      if mask == 0 { break }
      let newline = base &+ mask.trailingZeroBitCount
      mask &= mask &- 1
      var length = newline &- start
      if length > 0, bytes[newline &- 1] == 0x0D { length &-= 1 }
      if length > limit {
        tooLong = start
        start = newline + 1
        break
      }
      starts[count] = bytes + start
      lengths[count] = length
      count &+= 1
      start = newline &+ 1
    }
    (self.start, self.base, self.mask) = (start, base, mask)
    return (count, tooLong)
  }
}
