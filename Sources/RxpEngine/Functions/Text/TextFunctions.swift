extension Builtin {
  static let len = Builtin(
    "len", "How many characters a string, items a list or fields a record has.", [.any],
    gives: .int,
    examples: [
      ("len(\"añb\")", "3"), ("len([1, 2])", "2"), ("len({a: 1})", "1"), ("len(nil)", "nil"),
    ]
  ) { call in
    switch call[0] {
    case .text(let text): .int(text.characterCount)
    case .list(let list): .int(list.items.count)
    case .record(let record): .int(record.values.count)
    case .range(let range): .int(range.count)
    default: throw call.mistake(0, "a string, a list or a record")
    }
  }.vectorized { LengthVector($0[0]) }

  static let bytes = Builtin(
    "bytes", "How many bytes a string has.", [.text], gives: .int,
    examples: [("bytes(\"añb\")", "4"), ("bytes(\"\")", "0")]
  ) { call in
    .int(try call.text(0).count)
  }.vectorized { ByteCountVector($0[0]) }

  static let upper = Builtin(
    "upper", "In capitals.", [.text], gives: .text,
    examples: [("upper(\"añb\")", "\"AÑB\""), ("upper(\"straße\")", "\"STRASSE\"")]
  ) { call in
    .text(try call.text(0).uppercased())
  }.vectorized { CaseVector(toUpper: true, $0[0]) }

  static let lower = Builtin(
    "lower", "In small letters.", [.text], gives: .text,
    examples: [("lower(\"AÑB\")", "\"añb\""), ("lower(\"A1\")", "\"a1\"")]
  ) { call in
    .text(try call.text(0).lowercased())
  }.vectorized { CaseVector(toUpper: false, $0[0]) }

  static let trim = Builtin(
    "trim", "Without the white space at both ends.", [.text], gives: .text,
    examples: [("trim(\"  a b \")", "\"a b\""), ("trim(\"\\t\\n\")", "\"\"")]
  ) { call in
    .text(try call.text(0).withBytes { Text($0.trimmed) })
  }

  static let `repeat` = Builtin(
    "repeat", "A string so many times in a row.", [.text, Parameter("times", .int)], gives: .text,
    examples: [("repeat(\"ab\", 3)", "\"ababab\""), ("repeat(\"-\", 0)", "\"\"")]
  ) { call in
    let text = try call.text(0)
    let times = try call.int(1)
    guard times >= 0 else { throw call.mistake(1, "0 or more") }
    let (count, overflow) = text.count.multipliedReportingOverflow(by: times)
    guard !overflow, count <= Limits.textBytes else { throw Failure.textTooLong }
    if count == 0 { return .text(.empty) }
    var made: [UInt8] = []
    made.reserveCapacity(count)
    text.withBytes { bytes in
      for _ in 0..<times { made.append(contentsOf: bytes) }
    }
    return .text(Text(made))
  }
}
