/// A number as data write it: decimal digits with sign, point and exponent, white space around it;
/// no hexadecimal, no `nan`, no `inf`.
struct NumberText {
  private enum Form { case none, whole, fraction }

  private let bytes: [UInt8]
  private let form: Form

  /// What is longer is no number that anybody wrote.
  private static let longest = 400

  init(_ text: Text) {
    let trimmed = text.withBytes { bytes -> [UInt8] in
      let trimmed = bytes.trimmed
      return trimmed.count <= NumberText.longest ? Array(trimmed) : []
    }
    form = NumberText.form(trimmed)
    bytes = trimmed
  }

  /// The whole number; nil where there is a point or exponent, or more than 64 bits.
  var integer: Int? {
    guard form == .whole else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    let signs = isNegative || bytes[0] == UInt8(ascii: "+") ? 1 : 0
    var value = 0
    for byte in bytes[signs...] {
      let digit = Int(byte &- UInt8(ascii: "0"))
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      // Downwards, because the least number has no opposite.
      let (sum, carry) =
        isNegative
        ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  /// The nearest double; nil where it would be infinite.
  var number: Double? {
    guard form != .none, let number = Double(String(decoding: bytes, as: UTF8.self)),
      number.isFinite
    else { return nil }
    return number
  }

  private static func form(_ bytes: [UInt8]) -> Form {
    var at = 0
    func skip(_ signs: StaticString) -> Bool {
      let isThere = at < bytes.count && signs.withUTF8Buffer { $0.contains(bytes[at]) }
      if isThere { at += 1 }
      return isThere
    }
    func digits() -> Int {
      let start = at
      while at < bytes.count, bytes[at].isDigit { at += 1 }
      return at - start
    }
    _ = skip("+-")
    var count = digits()
    var form = Form.whole
    if skip(".") {
      count += digits()
      form = .fraction
    }
    guard count > 0 else { return .none }
    if skip("eE") {
      _ = skip("+-")
      guard digits() > 0 else { return .none }
      form = .fraction
    }
    return at == bytes.count ? form : .none
  }
}
