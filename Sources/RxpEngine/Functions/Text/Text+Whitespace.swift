extension UInt8 {
  /// A blank, tab or line end of ASCII.
  var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// A decimal digit of ASCII.
  var isDigit: Bool { self &- 0x30 < 10 }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes the white space at an offset takes, as Unicode has it (no-break and ideographic
  /// spaces too); 0 where there is none.
  func whitespace(at offset: Int) -> Int {
    let first = self[offset]
    if first < 0x80 { return first.isBlank ? 1 : 0 }
    guard offset + 1 < count else { return 0 }
    let second = self[offset + 1]
    if first == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard first >= 0xE1, first <= 0xE3, offset + 2 < count else { return 0 }
    let third = self[offset + 2]
    let isSpace =
      switch (first, second) {
      // U+1680
      case (0xE1, 0x9A): third == 0x80
      // U+2000–U+200A, U+2028, U+2029, U+202F
      case (0xE2, 0x80):
        third >= 0x80 && third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
      // U+205F
      case (0xE2, 0x81): third == 0x9F
      // U+3000
      case (0xE3, 0x80): third == 0x80
      default: false
      }
    return isSpace ? 3 : 0
  }

  /// How many bytes the white space that ends at an offset takes; 0 where there is none.
  private func whitespace(before offset: Int) -> Int {
    for length in 1...3 where offset >= length {
      if whitespace(at: offset - length) == length { return length }
    }
    return 0
  }

  /// The bytes without the white space at both ends.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var low = 0
    while low < count {
      let length = whitespace(at: low)
      if length == 0 { break }
      low += length
    }
    var high = count
    while high > low {
      let length = whitespace(before: high)
      if length == 0 || high - length < low { break }
      high -= length
    }
    return UnsafeBufferPointer(rebasing: self[low..<high])
  }
}
