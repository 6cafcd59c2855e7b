/// Makes characters of the bytes that a terminal sends, one at a time. Bytes that are no UTF-8 are
/// dropped: no key sends them.
struct KeyDecoder {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// The character that this byte completes; nil where more bytes are needed or the byte is dropped.
  mutating func feed(_ byte: UInt8) -> UInt32? {
    if missing > 0 {
      if byte & 0xC0 == 0x80 {
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing > 0 { return nil }
        // Overlong forms, surrogates and what lies beyond Unicode.
        return value >= smallest && Unicode.Scalar(value) != nil ? value : nil
      }
      missing = 0
    }
    switch byte {
    case 0..<0x80: return UInt32(byte)
    case 0xC2..<0xE0: start(byte & 0x1F, missing: 1, smallest: 0x80)
    case 0xE0..<0xF0: start(byte & 0x0F, missing: 2, smallest: 0x800)
    case 0xF0..<0xF5: start(byte & 0x07, missing: 3, smallest: 0x10000)
    default: break
    }
    return nil
  }

  private mutating func start(_ bits: UInt8, missing: Int, smallest: UInt32) {
    value = UInt32(bits)
    self.missing = missing
    self.smallest = smallest
  }
}
