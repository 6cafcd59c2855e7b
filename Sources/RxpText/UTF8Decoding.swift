extension Collection<UInt8> {
  /// The Unicode scalar at an index and the number of bytes it takes; nil for bytes that are not
  /// UTF-8, with the number of bytes that one replacement character stands for.
  public func decodeScalar(at index: Index) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = self[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length: Int
    var value: UInt32
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF:
      (length, value) = (3, UInt32(first & 0x0F))
      if first == 0xE0 { allowed = 0xA0...0xBF }  // shorter forms exist
      if first == 0xED { allowed = 0x80...0x9F }  // surrogates
    case 0xF0...0xF4:
      (length, value) = (4, UInt32(first & 0x07))
      if first == 0xF0 { allowed = 0x90...0xBF }
      if first == 0xF4 { allowed = 0x80...0x8F }  // past U+10FFFF
    default: return (nil, 1)
    }
    var next = self.index(after: index)
    for read in 1..<length {
      guard next != endIndex, allowed.contains(self[next]) else { return (nil, read) }
      value = value << 6 | UInt32(self[next] & 0x3F)
      allowed = 0x80...0xBF
      next = self.index(after: next)
    }
    return (Unicode.Scalar(value), length)
  }
}
