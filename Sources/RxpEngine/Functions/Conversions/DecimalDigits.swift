/// The decimal digits of a number, exact to the last one that was asked for: the binary value itself
/// is rounded, halves away from 0, and not some product of it.
struct DecimalDigits {
  /// Digits with as many places after the point as were asked for, without a sign.
  let text: String

  /// A number that is finite; `places` ≥ 0.
  init(_ number: Double, places: Int) {
    let whole = number.magnitude.rounded(.down)
    // Exact: what is left has no bit that the number had not.
    var fraction = BinaryFraction(number.magnitude - whole)
    var digits = DecimalDigits.digits(ofWhole: whole)
    var point = digits.count
    digits.reserveCapacity(point + places + 1)
    for _ in 0..<places { digits.append(fraction.nextDigit()) }
    if fraction.isHalfOrMore {
      var at = digits.count - 1
      while at >= 0, digits[at] == 9 {
        digits[at] = 0
        at -= 1
      }
      if at >= 0 {
        digits[at] += 1
      } else {
        digits.insert(1, at: 0)
        point += 1
      }
    }
    let bytes = digits.map { $0 + UInt8(ascii: "0") }
    text =
      String(decoding: bytes[..<point], as: UTF8.self)
      + (places > 0 ? "." + String(decoding: bytes[point...], as: UTF8.self) : "")
  }

  private static func digits(ofWhole whole: Double) -> [UInt8] {
    if let small = UInt64(exactly: whole) {
      return String(small).utf8.map { $0 - UInt8(ascii: "0") }
    }
    // A significand of 53 bits, doubled as often as the exponent says: base 10⁹, lowest first.
    var parts: [UInt64] = []
    var significand = whole.significandBitPattern | 1 << 52
    while significand > 0 {
      parts.append(significand % 1_000_000_000)
      significand /= 1_000_000_000
    }
    var doublings = Int(whole.exponent) - 52
    while doublings > 0 {
      let step = min(doublings, 29)
      var carry: UInt64 = 0
      for index in parts.indices {
        let product = (parts[index] << UInt64(step)) + carry
        parts[index] = product % 1_000_000_000
        carry = product / 1_000_000_000
      }
      if carry > 0 { parts.append(carry) }
      doublings -= step
    }
    var digits: [UInt8] = []
    for part in parts {
      var rest = part
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }
}

/// What stands after the point, in binary, all bits of it.
private struct BinaryFraction {
  /// 32 bits each, the lowest first; the number is their sum over 2 to all their bits.
  private var words: [UInt64]

  /// From 0 up to but not including 1.
  init(_ fraction: Double) {
    guard fraction > 0 else {
      words = []
      return
    }
    // Below the normal range the exponent stays that of the least normal number.
    let isNormal = fraction.isNormal
    let significand = fraction.significandBitPattern | (isNormal ? 1 << 52 : 0)
    let bits = 52 - (isNormal ? Int(fraction.exponent) : -1022)
    let count = (bits + 31) / 32
    words = Array(repeating: 0, count: count)
    var rest = UInt128(significand) << UInt128(count * 32 - bits)
    var at = 0
    while rest > 0, at < count {
      words[at] = UInt64(truncatingIfNeeded: rest & 0xFFFF_FFFF)
      rest >>= 32
      at += 1
    }
  }

  /// Takes the first decimal digit away.
  mutating func nextDigit() -> UInt8 {
    var carry: UInt64 = 0
    for index in words.indices {
      let product = words[index] * 10 + carry
      words[index] = product & 0xFFFF_FFFF
      carry = product >> 32
    }
    return UInt8(carry)
  }

  var isHalfOrMore: Bool { (words.last ?? 0) >= 1 << 31 }
}
