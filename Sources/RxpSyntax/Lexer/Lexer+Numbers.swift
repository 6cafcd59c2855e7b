import RxpText

extension Lexer {
  /// A number that begins here, with its unit if it has one.
  mutating func number() -> TokenKind {
    let start = offset
    let whole = digitsEnd(from: start)
    var end = whole
    var isWhole = true
    if byte(end) == UInt8(ascii: "."), digitsEnd(from: end + 1) > end + 1 {
      end = digitsEnd(from: end + 1)
      isWhole = false
    }
    let fractionEnd = end
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(end + 1)
      let digits = end + (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? 2 : 1)
      let exponentEnd = digitsEnd(from: digits)
      if exponentEnd > digits {
        end = exponentEnd
        isWhole = false
      }
    }
    let unitEnd = suffixEnd(from: end)
    offset = unitEnd
    if end - start > SyntaxLimits.numberDigits {
      report(
        Diagnostic(
          "E0106", "the number is too long", at: Span(start, end),
          label: "\(end - start) characters, at most \(SyntaxLimits.numberDigits) are read"))
      return .invalid
    }
    if unitEnd > end {
      return duration(
        whole: start..<whole, fraction: min(whole + 1, fractionEnd)..<fractionEnd,
        hasExponent: end > fractionEnd, unit: Span(end, unitEnd))
    }
    let span = Span(start, end)
    if isWhole {
      if let value = UInt64(source[span]) { return .int(value) }
      reportTooLarge(span)
      return .invalid
    }
    // A missing digit before the point has been told.
    guard let value = Double("0" + source[span]), value.isFinite else {
      report(
        Diagnostic(
          "E0105", "the number is too large", at: span,
          label: "the largest is about 1.8e308", help: "`inf` is more than any number"))
      return .invalid
    }
    return .double(value)
  }

  mutating func reportTooLarge(_ span: Span) {
    report(
      Diagnostic(
        "E0105", "the number is too large for a whole number", at: span,
        label: "the largest is \(Int.max)", help: "with a fraction it is read, but not exactly",
        fix: .init(Span(span.end, span.end), ".0")))
  }

  func digitsEnd(from start: Int) -> Int {
    var end = start
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte(end)) { end += 1 }
    return end
  }

  /// The end of the letters and digits that stand directly after a number.
  private func suffixEnd(from start: Int) -> Int {
    let end = nameEnd(from: start)
    return end > start ? end : start
  }

  private mutating func duration(
    whole: Range<Int>, fraction: Range<Int>, hasExponent: Bool, unit: Span
  ) -> TokenKind {
    let written = source[unit]
    guard let factor = DurationUnit.nanoseconds(written) else {
      reportUnknownUnit(written, unit)
      return .invalid
    }
    if hasExponent {
      report(
        Diagnostic(
          "E0107", "a duration is written without an exponent", at: Span(whole.lowerBound, unit.end)
        ))
      return .invalid
    }
    guard
      let nanoseconds = DurationUnit.nanoseconds(
        whole: bytes[whole], fraction: bytes[fraction], factor: factor)
    else {
      report(
        Diagnostic(
          "E0105", "the duration is too long", at: Span(whole.lowerBound, unit.end),
          label: "the longest is about 292 years", help: "`inf` is a duration without end"))
      return .invalid
    }
    return .duration(nanoseconds)
  }

  private mutating func reportUnknownUnit(_ written: String, _ span: Span) {
    if written.hasPrefix("_") {
      return report(
        Diagnostic(
          "E0112", "digits are written without `_`", at: span,
          fix: .init(span, written.filter { $0 != "_" })))
    }
    let nearest = DurationUnit.nearest(to: written)
    report(
      Diagnostic(
        "E0107", "`\(written)` is no unit of time", at: span,
        label: nearest.map { "did you mean `\($0)`?" } ?? "",
        help: "units are ns, us, ms, s, m (minutes), h and d:  500ms, 1.5s, 2h",
        fix: nearest.map { .init(span, $0) }))
  }
}
