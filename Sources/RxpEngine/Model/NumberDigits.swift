/// Numbers in digits, written to where there is room for `NumberDigits.most`.
enum NumberDigits {
  /// As many bytes as a number takes at most: `-2.2250738585072014e-308`.
  static let most = 24

  /// Writes a whole number; gives the number of bytes.
  static func write(_ number: Int, to space: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    if number < 0 {
      space[0] = UInt8(ascii: "-")
      count = 1
    }
    var rest = number.magnitude
    let digits = digitCount(rest)
    count += digits
    var at = count
    for _ in 0..<digits {
      at &-= 1
      let tens = rest / 10
      space[at] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- tens &* 10)
      rest = tens
    }
    return count
  }

  private static func digitCount(_ number: UInt) -> Int {
    var (digits, bound) = (1, UInt(10))
    while number >= bound {
      digits &+= 1
      if digits == 20 { break }
      bound &*= 10
    }
    return digits
  }

  /// Writes the shortest digits that read back as the same number, whole ones without a fraction (as
  /// jq and JavaScript write them), and `null` for what is not finite; gives the number of bytes.
  static func write(_ number: Double, to space: UnsafeMutablePointer<UInt8>) -> Int {
    // Of 15 digits no two numbers read the same: few decimals that fit are the shortest.
    let scaled = number * 1000
    if scaled.magnitude < 1e15 {
      let thousandths = Int(scaled.rounded())
      if Double(thousandths) / 1000 == number { return write(thousandths: thousandths, to: space) }
    }
    if let whole = Int(exactly: number), whole.magnitude < 1_000_000_000_000_000_000 {
      return write(whole, to: space)
    }
    var text = number.isFinite ? number.description : "null"
    return text.withUTF8 { digits in
      space.update(from: digits.baseAddress ?? UnsafePointer(space), count: digits.count)
      return digits.count
    }
  }

  private static func write(
    thousandths number: Int, to space: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (whole, fraction) = number.quotientAndRemainder(dividingBy: 1000)
    var count = 0
    if whole == 0, fraction < 0 {
      space[0] = UInt8(ascii: "-")
      count = 1
    }
    count += write(whole, to: space + count)
    if fraction == 0 { return count }
    fraction = abs(fraction)
    space[count] = UInt8(ascii: ".")
    count += 1
    var place = 100
    while fraction > 0 {
      (whole, fraction) = fraction.quotientAndRemainder(dividingBy: place)
      space[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: whole)
      count += 1
      place /= 10
    }
    return count
  }
}
