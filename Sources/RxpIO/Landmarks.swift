import CSystem

/// Bytes that were read of a file, to be found again where they were: if others stand there, the file
/// was cut and has grown again. Its first bytes tell most files apart; the last ones read tell those
/// apart that all start alike.
struct Landmarks {
  private static let limit = 256
  private var first: [UInt8] = []
  private var last: [UInt8] = []

  mutating func clear() {
    first.removeAll(keepingCapacity: true)
    last.removeAll(keepingCapacity: true)
  }

  /// Takes in what was read at `offset`, right after what was taken in before.
  mutating func append(_ read: UnsafeRawBufferPointer, at offset: Int64) {
    if offset == Int64(first.count) {
      first.append(contentsOf: read.prefix(Self.limit - first.count))
    }
    let kept = read.suffix(Self.limit)
    last.removeFirst(max(0, last.count + kept.count - Self.limit))
    last.append(contentsOf: kept)
  }

  /// Whether the file, read up to `offset`, still has these bytes.
  func areIntact(in file: Descriptor, upTo offset: Int64) -> Bool {
    Self.stands(first, in: file, at: 0)
      && Self.stands(last, in: file, at: offset - Int64(last.count))
  }

  private static func stands(_ bytes: [UInt8], in file: Descriptor, at offset: Int64) -> Bool {
    if bytes.isEmpty { return true }
    return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { found in
      let count = csys_read_at(file.number, found.baseAddress, found.count, offset)
      return count == bytes.count && found.elementsEqual(bytes)
    }
  }
}
