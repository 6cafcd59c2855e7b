extension CivilTime {
  /// The seconds since 1970 of `YYYY-MM-DD`, with `THH:MM` (or a blank for the T), `:SS`, `.fraction`
  /// and `Z` or an offset such as `+01:00` behind it or not; without an offset it is UTC.
  static func parse(_ text: [UInt8]) -> (seconds: Int, fraction: Double)? {
    var reader = Reader(text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), let days = days(year, month, day)
    else { return nil }
    var seconds = days * secondsOfDay
    if reader.isAtEnd { return (seconds, 0) }
    guard reader.skip("Tt "), let hour = reader.number(2), reader.skip(":"),
      let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    seconds += hour * 3600 + minute * 60
    var fraction = 0.0
    if reader.skip(":") {
      // 60 is a leap second: the one after it.
      guard let second = reader.number(2), second <= 60 else { return nil }
      seconds += second
      if reader.skip(".,") {
        guard let read = reader.fraction() else { return nil }
        fraction = read
      }
    }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    return (seconds - offset, fraction)
  }

  private struct Reader {
    private let text: [UInt8]
    private var at = 0

    init(_ text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { at == text.count }

    private func isAt(_ signs: String) -> Bool { at < text.count && signs.utf8.contains(text[at]) }

    mutating func skip(_ signs: String) -> Bool {
      guard isAt(signs) else { return false }
      at += 1
      return true
    }

    /// Exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
      guard at + count <= text.count else { return nil }
      var number = 0
      for byte in text[at..<at + count] {
        guard byte.isDigit else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      at += count
      return number
    }

    /// Digits after a point, at least one.
    mutating func fraction() -> Double? {
      let digits = text[at...].prefix(while: \.isDigit)
      if digits.isEmpty { return nil }
      at += digits.count
      return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// The seconds by which the clock is ahead of UTC: 0 where nothing is said.
    mutating func offset() -> Int? {
      if isAtEnd || skip("Zz") { return 0 }
      let isBehind = isAt("-")
      guard skip("+-"), let hours = number(2), hours < 24 else { return nil }
      _ = skip(":")
      let minutes = isAtEnd ? 0 : number(2)
      guard let minutes, minutes < 60 else { return nil }
      let offset = hours * 3600 + minutes * 60
      return isBehind ? -offset : offset
    }
  }
}
