extension Builtin {
  static let int = Builtin(
    "int", "A whole number out of a string or number, cut towards 0; nil where there is none.",
    [.any], gives: .int,
    examples: [
      ("int(\" 42 \")", "42"), ("int(3.9)", "3"), ("int(true)", "1"), ("int(\"x\")", "nil"),
    ]
  ) { call in
    switch call[0] {
    case .int: return call[0]
    case .bool(let flag): return .int(flag ? 1 : 0)
    case .double(let number): return cut(number)
    case .text(let text):
      let number = NumberText(text)
      return number.integer.map { .int($0) } ?? number.number.map(cut) ?? .null
    default: return .null
    }
  }.vectorized { WholeNumberVector($0[0]) }

  private static func cut(_ number: Double) -> Value {
    Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .null
  }

  static let float = Builtin(
    "float", "A number out of a string or number, whole or not; nil where there is none.", [.any],
    gives: .number,
    examples: [("float(\"1.5e2\")", "150"), ("float(7)", "7"), ("float(\"nan\")", "nil")]
  ) { call in
    switch call[0] {
    case .int, .double: return call[0]
    case .bool(let flag): return .int(flag ? 1 : 0)
    case .text(let text):
      let number = NumberText(text)
      // A whole number stays exact, and can end a range.
      return number.integer.map { .int($0) } ?? number.number.map { .double($0) } ?? .null
    default: return .null
    }
  }

  static let str = Builtin(
    "str", "As it would be printed: strings as they are, all else as JSON; nil is \"nil\".", [.any],
    gives: .text, onNil: .passes,
    examples: [("str(1.50)", "\"1.5\""), ("str([1, 2])", "\"[1,2]\""), ("str(nil)", "\"nil\"")]
  ) { call in
    let text = call[0].displayed
    guard text.count <= Limits.textBytes else { throw Failure.textTooLong }
    return .text(text)
  }

  static let bool = Builtin(
    "bool", "true of true, yes, on, 1 and every number but 0; false of their opposites; else nil.",
    [.any], gives: .bool,
    examples: [("bool(\"yes\")", "true"), ("bool(0)", "false"), ("bool(\"perhaps\")", "nil")]
  ) { call in
    switch call[0] {
    case .bool: return call[0]
    case .int(let number): return .bool(number != 0)
    case .double(let number): return number.isNaN ? .null : .bool(number != 0)
    case .text(let text):
      switch text.withBytes({ Text($0.trimmed) }).lowercased() {
      case "true", "yes", "on", "1": return .bool(true)
      case "false", "no", "off", "0": return .bool(false)
      default: return .null
      }
    default: return .null
    }
  }

  static let json = Builtin(
    "json", "The value of a JSON text; nil where it is none.", [.text], gives: .any,
    examples: [("json('{\"a\": [1]}')", "{a: [1]}"), ("json(\"3\")", "3"), ("json(\"{\")", "nil")]
  ) { call in
    let text = try call.text(0)
    do { return try call.machine.jsonDecoder.decode(text) } catch is JSONDecoder.Mistake {
      return .null
    }
  }

  static let type = Builtin(
    "type", "The kind of a value, as a word.", [.any], gives: .text, onNil: .passes,
    examples: [
      ("type(1)", "\"number\""), ("type(\"\")", "\"string\""), ("type(nil)", "\"nil\""),
      ("type([])", "\"list\""),
    ]
  ) { call in
    .string(call[0].typeName)
  }
}

extension Value {
  /// As a sink and an interpolation write it; nil is `nil`.
  var displayed: Text {
    switch self {
    case .text(let text): return text
    case .null: return "nil"
    default:
      var bytes: [UInt8] = []
      appendDisplay(to: &bytes)
      return Text(bytes)
    }
  }
}
