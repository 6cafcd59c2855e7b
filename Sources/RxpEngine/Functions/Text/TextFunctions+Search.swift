extension Builtin {
  static let contains = Builtin(
    "contains",
    "Whether a string holds a string or pattern, a list an item, a record a key, a range a number.",
    [.any, Parameter("part", .any)], gives: .bool, onNil: .passes,
    examples: [
      ("contains(\"abc\", \"b\")", "true"), ("contains([1, 2], 3)", "false"),
      ("contains(\"a1\", /[0-9]/)", "true"), ("contains(nil, 1)", "false"),
    ]
  ) { call in
    do {
      return try call[0].holds(call[1])
    } catch let failure as Failure where failure.kind == "type" {
      throw Failure.type("contains: \(failure.message)")
    }
  }

  static let startsWith = Builtin(
    "startsWith", "Whether a string starts with another.", [.text, Parameter("start", .text)],
    gives: .bool, onNil: .saysNo,
    examples: [("startsWith(\"abc\", \"ab\")", "true"), ("startsWith(\"abc\", \"b\")", "false")]
  ) { call in
    let (text, start) = (try call.text(0), try call.text(1))
    return .bool(text.withBytes { bytes in start.withBytes { bytes.starts(with: $0) } })
  }

  static let endsWith = Builtin(
    "endsWith", "Whether a string ends with another.", [.text, Parameter("end", .text)],
    gives: .bool, onNil: .saysNo,
    examples: [("endsWith(\"abc\", \"bc\")", "true"), ("endsWith(\"abc\", \"b\")", "false")]
  ) { call in
    let (text, end) = (try call.text(0), try call.text(1))
    return .bool(
      text.withBytes { bytes in end.withBytes { bytes.suffix($0.count).elementsEqual($0) } })
  }

  static let matches = Builtin(
    "matches", "Whether a pattern is found in a string.", [.text, .pattern], gives: .bool,
    onNil: .saysNo,
    examples: [("matches(\"a1\", /[0-9]/)", "true"), ("matches(\"a1\", /^[0-9]/)", "false")]
  ) { call in
    .bool(try call.regex(1).matches(call.text(0)))
  }

  static let captures = Builtin(
    "captures",
    "The groups of the first match: a record of the named ones, else a list; without groups the "
      + "match itself in a list; nil without a match.",
    [.text, .pattern], gives: .any,
    examples: [
      ("captures(\"a=1\", /([a-z])=([0-9])/)", "[\"a\", \"1\"]"),
      ("captures(\"a=1\", /(?<key>[a-z])=/)", "{key: \"a\"}"), ("captures(\"-\", /(a)/)", "nil"),
    ]
  ) { call in
    let text = try call.text(0)
    let regex = try call.regex(1)
    guard let groups = try regex.firstMatch(in: text) else { return .null }
    func value(_ group: Int) -> Value {
      guard group < groups.count, let range = groups[group] else { return .null }
      return .text(text.slice(range.lowerBound, range.upperBound))
    }
    let named = regex.groupNames.sorted { $0.group < $1.group }
    if !named.isEmpty {
      return .record(try Record(pairs: named.map { (Text($0.name), value($0.group)) }))
    }
    let wanted = groups.count == 1 ? 0...0 : 1...groups.count - 1
    return .list(List(flat: wanted.map(value)))
  }
}
