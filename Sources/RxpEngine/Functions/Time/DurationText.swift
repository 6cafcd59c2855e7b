import RxpText

/// Durations as the language and data write them: numbers with units, one after another.
enum DurationText {
  /// The exact sum; nil for what is no duration or does not fit.
  static func nanoseconds(_ bytes: [UInt8]) -> Int? {
    var at = 0
    func digits() -> ArraySlice<UInt8> {
      let start = at
      while at < bytes.count, bytes[at].isDigit { at += 1 }
      return bytes[start..<at]
    }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var sum = 0
    var parts = 0
    while at < bytes.count {
      let whole = digits()
      var fraction: ArraySlice<UInt8> = []
      if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
        at += 1
        fraction = digits()
      }
      if whole.isEmpty && fraction.isEmpty { return nil }
      let start = at
      // Letters, and the bytes of a µ.
      while at < bytes.count, bytes[at] | 0x20 >= UInt8(ascii: "a") { at += 1 }
      let unit = String(decoding: bytes[start..<at], as: UTF8.self)
      guard let factor = DurationUnit.nanoseconds(unit),
        let part = DurationUnit.nanoseconds(whole: whole, fraction: fraction, factor: factor)
      else { return nil }
      let (longer, overflow) = sum.addingReportingOverflow(part)
      if overflow { return nil }
      sum = longer
      parts += 1
      while at < bytes.count, bytes[at].isBlank { at += 1 }
    }
    return parts == 0 ? nil : isNegative ? -sum : sum
  }
}
