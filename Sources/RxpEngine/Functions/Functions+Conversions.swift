extension Functions {
  private static let x = Builtin.Parameter("x", .any)

  static let conversions: [Builtin] = [int, float, str, bool, json, type, format]

  private static let int = Builtin.lifted(
    "int", "A whole number of a string or a number (cut towards 0); nil where it is none.", [x],
    returns: .int,
    examples: [
      ("int(\" 42 \")", "42"), ("int(\"x\")", "nil"), ("int(3.9)", "3"), ("int(true)", "1"),
    ]
  ) { arguments, _ in
    switch arguments[0] {
    case .int: arguments[0]
    case .double(let number): Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .null
    case .bool(let flag): .int(flag ? 1 : 0)
    case .text(let text):
      NumberText(text).integer.map { .int($0) }
        ?? NumberText(text).number.flatMap { Int(exactly: $0.rounded(.towardZero)) }.map {
          .int($0)
        } ?? .null
    default: .null
    }
  }

  private static let float = Builtin.lifted(
    "float", "A number of a string or a number; nil where it is none.", [x], returns: .number,
    examples: [("float(\"1.5e2\")", "150"), ("float(\"nan\")", "nil")]
  ) { arguments, _ in
    switch arguments[0] {
    case .int, .double: arguments[0]
    case .bool(let flag): .int(flag ? 1 : 0)
    case .text(let text):
      NumberText(text).integer.map { .int($0) } ?? NumberText(text).number.map { .double($0) }
        ?? .null
    default: .null
    }
  }

  private static let str = Builtin(
    "str", "As it would be printed; nil is \"nil\".", [x], returns: { _ in .text },
    examples: [("str(1.50)", "\"1.5\""), ("str([1])", "\"[1]\""), ("str(nil)", "\"nil\"")]
  ) { arguments, _ in
    if case .null = arguments[0] { return .text("nil") }
    if case .text = arguments[0] { return arguments[0] }
    var bytes: [UInt8] = []
    arguments[0].appendDisplay(to: &bytes)
    return .text(Text(bytes))
  }

  private static let bool = Builtin.lifted(
    "bool", "true or false of what says so: true, yes, 1 and their opposites; nil else.", [x],
    returns: .bool,
    examples: [("bool(\"yes\")", "true"), ("bool(0)", "false"), ("bool(\"perhaps\")", "nil")]
  ) { arguments, _ in
    switch arguments[0] {
    case .bool: return arguments[0]
    case .int(let number): return .bool(number != 0)
    case .double(let number): return .bool(number != 0)
    case .text(let text):
      switch text.string.lowercased() {
      case "true", "yes", "1", "on": return .bool(true)
      case "false", "no", "0", "off": return .bool(false)
      default: return .null
      }
    default: return .null
    }
  }

  private static let json = Builtin.lifted(
    "json", "The value of a JSON text; nil where it is none.", [.init("text", .text)],
    returns: .any,
    examples: [("json('{\"a\": [1]}')", "{\"a\":[1]}"), ("json(\"{\")", "nil")]
  ) { arguments, _ in
    let text = try Call("json", arguments).text(0)
    do { return try JSONDecoder().decode(text) } catch is JSONDecoder.Mistake { return .null }
  }

  private static let type = Builtin(
    "type", "The kind of a value.", [x], returns: { _ in .text },
    examples: [("type(1)", "\"number\""), ("type(nil)", "\"nil\""), ("type([])", "\"list\"")]
  ) { arguments, _ in .string(arguments[0].typeName) }

  private static let format = Builtin.lifted(
    "format", "A number with so many digits after the point, its thousands apart where asked.",
    [.init("x", .number), .init("digits", .int), .init("separator", .text)], required: 2,
    returns: .text,
    examples: [
      ("format(3.14159, 2)", "\"3.14\""), ("format(1234567, 0, \",\")", "\"1,234,567\""),
      ("format(2, 1)", "\"2.0\""),
    ]
  ) { arguments, _ in
    let call = Call("format", arguments)
    let (number, digits) = (try call.number(0), try call.int(1))
    guard (0...15).contains(digits) else {
      throw Failure.argument("format", "0 to 15 digits", arguments[1])
    }
    guard number.isFinite, Swift.abs(number) < 1e18 else { return .string(arguments[0].display()) }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Swift.abs(number).rounded(.towardZero)
    var fraction = ((Swift.abs(number) - whole) * scale).rounded()
    var integer = Int(whole)
    if fraction >= scale {
      integer += 1
      fraction = 0
    }
    var text = String(integer)
    if call.has(2) {
      let separator = try call.text(2).string
      var at = text.count - 3
      while at > 0 {
        text.insert(contentsOf: separator, at: text.index(text.startIndex, offsetBy: at))
        at -= 3
      }
    }
    if digits > 0 {
      let rest = String(Int(fraction))
      text += "." + String(repeating: "0", count: digits - rest.count) + rest
    }
    let isZero = integer == 0 && fraction == 0
    return .string((number < 0 && !isZero ? "-" : "") + text)
  }
}

/// A number as data write it: decimal, with sign, point and exponent; no hexadecimal, no nan.
struct NumberText {
  private let trimmed: [UInt8]
  private let isDecimal: Bool

  init(_ text: Text) {
    trimmed = text.withBytes { bytes in
      var (low, high) = (0, bytes.count)
      while low < high, bytes[low].isBlank { low += 1 }
      while high > low, bytes[high - 1].isBlank { high -= 1 }
      return high - low <= NumberText.longest ? Array(bytes[low..<high]) : []
    }
    isDecimal = NumberText.isDecimal(trimmed)
  }

  /// Digits beyond these are no number anybody wrote.
  private static let longest = 400

  var integer: Int? { isDecimal ? Int(String(decoding: trimmed, as: UTF8.self)) : nil }

  var number: Double? {
    guard isDecimal, let number = Double(String(decoding: trimmed, as: UTF8.self)), number.isFinite
    else { return nil }
    return number
  }

  private static func isDecimal(_ bytes: [UInt8]) -> Bool {
    var at = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      at += 1
    }
    func digits() -> Int {
      let start = at
      while at < bytes.count, bytes[at] &- 48 < 10 { at += 1 }
      return at - start
    }
    var count = digits()
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      count += digits()
    }
    guard count > 0 else { return false }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
        at += 1
      }
      guard digits() > 0 else { return false }
    }
    return at == bytes.count
  }
}
