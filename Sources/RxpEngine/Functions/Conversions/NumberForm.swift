/// How a number is to be written: `[[fill]align][sign][0][width][,][.digits][kind]`, as in Python's
/// format strings.
struct NumberForm {
  enum Alignment: Character {
    case left = "<"
    case right = ">"
    case center = "^"
  }

  enum Kind: Character {
    /// Digits with a point.
    case fixed = "f"
    /// Rounded to a whole number.
    case decimal = "d"
    /// Times a hundred, with a percent sign.
    case percent = "%"
    case hexadecimal = "x"
    case capitalHexadecimal = "X"
    case binary = "b"
  }

  private var fill: Character = " "
  private var alignment: Alignment?
  /// What stands before a number that is not negative: `+`, a blank or nothing.
  private var plus = ""
  private var isZeroPadded = false
  private var width = 0
  private var separator: Character?
  private var digits: Int?
  private var kind: Kind?

  /// Digits after the point of `f` where the form does not say; those of C and Python.
  private static let usualDigits = 6

  /// nil where the text is no form, or asks for more than the limits allow.
  init?(_ text: String) {
    var rest = text[...]
    if let second = rest.dropFirst().first, let found = Alignment(rawValue: second) {
      fill = rest.removeFirst()
      alignment = found
      rest.removeFirst()
    } else if let first = rest.first, let found = Alignment(rawValue: first) {
      alignment = found
      rest.removeFirst()
    }
    if let sign = rest.first, "+- ".contains(sign) {
      plus = sign == "-" ? "" : String(sign)
      rest.removeFirst()
    }
    if rest.first == "0" {
      isZeroPadded = true
      rest.removeFirst()
    }
    guard let width = NumberForm.count(&rest, Limits.formatWidth) else { return nil }
    self.width = width ?? 0
    if let mark = rest.first, ",_'".contains(mark) {
      separator = mark
      rest.removeFirst()
    }
    if rest.first == "." {
      rest.removeFirst()
      guard let digits = NumberForm.count(&rest, Limits.formatDigits), let digits else {
        return nil
      }
      self.digits = digits
    }
    if let letter = rest.popFirst() {
      guard let kind = Kind(rawValue: letter) else { return nil }
      self.kind = kind
    }
    guard rest.isEmpty else { return nil }
  }

  /// So many digits after the point.
  init?(digits: Int) {
    guard (0...Limits.formatDigits).contains(digits) else { return nil }
    self.digits = digits
    kind = .fixed
  }

  /// A count at the head of a text: outer nil where it is too large, inner nil where there is none.
  private static func count(_ rest: inout Substring, _ most: Int) -> Int?? {
    let written = rest.prefix { ("0"..."9").contains($0) }
    if written.isEmpty { return .some(nil) }
    rest = rest[written.endIndex...]
    guard let count = Int(written), count <= most else { return nil }
    return count
  }

  /// nil where the kind wants a whole number and the value is none.
  func text(of value: Value) -> String? {
    switch value {
    case .int(let number): return assembled(sign(number < 0), wholeDigits(number))
    case .double(let number) where !number.isFinite:
      return aligned(sign(number < 0) + (number.isNaN ? "nan" : "inf"), .right)
    case .double(let number):
      guard let digits = digits(of: number) else { return nil }
      // What is rounded to nothing has no sign.
      let isZero = !digits.contains { ("1"..."f").contains($0) }
      return assembled(sign(number < 0 && !isZero), digits)
    default:
      var text = value.displayed.string
      if let digits { text = String(text.prefix(digits)) }
      return aligned(text, .left)
    }
  }

  private func sign(_ isNegative: Bool) -> String { isNegative ? "-" : plus }

  private func wholeDigits(_ number: Int) -> String {
    switch kind {
    case .hexadecimal: return String(number.magnitude, radix: 16)
    case .capitalHexadecimal: return String(number.magnitude, radix: 16, uppercase: true)
    case .binary: return String(number.magnitude, radix: 2)
    case .percent: return withZeros(number == 0 ? "0" : "\(number.magnitude)00") + "%"
    case .decimal: return String(number.magnitude)
    case .fixed, nil: return withZeros(String(number.magnitude))
    }
  }

  /// A whole number with the zeros after the point that the form asks for.
  private func withZeros(_ whole: String) -> String {
    let count = digits ?? (kind == .fixed ? NumberForm.usualDigits : 0)
    return count == 0 ? whole : whole + "." + String(repeating: "0", count: count)
  }

  private func digits(of number: Double) -> String? {
    switch kind {
    case .hexadecimal, .capitalHexadecimal, .binary: return Int(exactly: number).map(wholeDigits)
    case .decimal: return DecimalDigits(number, places: 0).text
    case .percent:
      let percent = number * 100
      // A number next to the largest has no hundredfold.
      return (percent.isFinite ? DecimalDigits(percent, places: digits ?? 0).text : "inf") + "%"
    case .fixed: return DecimalDigits(number, places: digits ?? NumberForm.usualDigits).text
    case nil:
      if let digits { return DecimalDigits(number, places: digits).text }
      return Value.double(number.magnitude).display()
    }
  }

  private func assembled(_ sign: String, _ digits: String) -> String {
    let body = grouped(digits)
    if isZeroPadded, alignment == nil {
      return sign + String(repeating: "0", count: max(0, width - sign.count - body.count)) + body
    }
    return aligned(sign + body, .right)
  }

  /// With the separator between each three digits before the point.
  private func grouped(_ digits: String) -> String {
    guard let separator, kind != .binary, kind != .hexadecimal, kind != .capitalHexadecimal else {
      return digits
    }
    let whole = digits.prefix { ("0"..."9").contains($0) }
    var text = ""
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { text.append(separator) }
      text.append(digit)
    }
    return text + digits[whole.endIndex...]
  }

  private func aligned(_ text: String, _ usual: Alignment) -> String {
    let missing = max(0, width - text.count)
    let left =
      switch alignment ?? usual {
      case .left: 0
      case .right: missing
      case .center: missing / 2
      }
    return String(repeating: fill, count: left) + text
      + String(repeating: fill, count: missing - left)
  }
}
