import CSystem

/// The last bytes read of a file, to be found again before the place where reading goes on.
struct TailWindow {
  private static let limit = 256
  private var bytes: [UInt8] = []

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Takes in what was read next.
  mutating func append(_ read: UnsafeRawBufferPointer) {
    let kept = read.suffix(Self.limit)
    bytes.removeFirst(max(0, bytes.count + kept.count - Self.limit))
    bytes.append(contentsOf: kept)
  }

  /// Whether the file still has these bytes right before `offset`.
  func isIntact(in file: Descriptor, before offset: Int64) -> Bool {
    if bytes.isEmpty { return true }
    return withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { found in
      let start = offset - Int64(bytes.count)
      let count = csys_read_at(file.number, found.baseAddress, found.count, start)
      return count == bytes.count && found.elementsEqual(bytes)
    }
  }
}
