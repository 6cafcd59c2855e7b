import Glibc

/// A number with so many digits behind the point.
func decimal(_ value: Double, _ digits: Int) -> String {
  formatted("%.\(digits)f", value)
}

/// A number to six digits, without zeros at the end.
func significant(_ value: Double) -> String { formatted("%.6g", value) }

/// Three digits, as far as they say something: `1234`, `56.7`, `0.123`.
func brief(_ value: Double) -> String {
  switch abs(value) {
  case 100...: decimal(value, 0)
  case 10..<100: decimal(value, 1)
  default: decimal(value, 2)
  }
}

/// Whole thousands apart: `1,000,000`.
func grouped(_ value: Int) -> String {
  var digits = String(value)
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    place -= 3
  }
  return digits
}

/// Bytes as millions of them.
func megabytes(_ bytes: Int) -> String { decimal(Double(bytes) / 1e6, bytes < 10_000_000 ? 1 : 0) }

private func formatted(_ format: String, _ value: Double) -> String {
  withVaList([value]) { arguments in
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
      let count = vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      return String(
        decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
