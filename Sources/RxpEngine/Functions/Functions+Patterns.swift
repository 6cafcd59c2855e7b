extension Functions {
  private static let subject = Builtin.Parameter("text", .text)

  static let patterns: [Builtin] = [split, join, replace, contains, matches, captures]

  private static let split = Builtin.lifted(
    "split", "The parts of a string between separators (a string or a pattern).",
    [subject, .init("separator", .any)], returns: .list(.text),
    examples: [
      ("split(\"a,b\", \",\")", "[\"a\",\"b\"]"),
      ("split(\"a1b22c\", /[0-9]+/)", "[\"a\",\"b\",\"c\"]"),
    ]
  ) { arguments, _ in
    let text = try Call("split", arguments).text(0)
    var parts: [Value] = []
    try pieces(of: text, "split", arguments[1]) { parts.append(.text($0)) }
    return .list(List(flat: parts))
  }

  /// Hands out what stands between the places where a separator is found.
  private static func pieces(
    of text: Text, _ name: String, _ separator: Value, _ take: (Text) -> Void
  ) throws {
    var from = 0
    switch separator {
    case .text(let part):
      if part.isEmpty {
        for character in text.string { take(Text(String(character))) }
        return
      }
      while let at = text.find(part, from: from) {
        take(text.slice(from, at))
        from = at + part.count
      }
    case .regex(let regex):
      var search = 0
      while search <= text.count, let match = try regex.firstMatch(in: text, from: search)?[0] {
        if match.isEmpty {
          // A match of nothing separates characters, not a character from itself.
          search = match.upperBound + 1
          if match.lowerBound == from || match.lowerBound >= text.count { continue }
          take(text.slice(from, match.lowerBound))
          from = match.lowerBound
        } else {
          take(text.slice(from, match.lowerBound))
          from = match.upperBound
          search = from
        }
      }
    default: throw Failure.argument(name, "a string or a pattern as separator", separator)
    }
    take(text.slice(from, text.count))
  }

  private static let join = Builtin.lifted(
    "join", "The members of a list as one string, with a separator between.",
    [.init("list", .list(.any)), .init("separator", .text)], required: 1, returns: .text,
    examples: [("join([\"a\", \"b\"], \", \")", "\"a, b\""), ("join([1, 2])", "\"12\"")]
  ) { arguments, _ in
    let call = Call("join", arguments)
    let separator = call.has(1) ? try call.text(1).bytes : []
    var joined: [UInt8] = []
    for (index, item) in try call.items(0).enumerated() {
      if index > 0 { joined.append(contentsOf: separator) }
      if case .null = item { continue }
      item.appendDisplay(to: &joined)
      if joined.count > Limits.textBytes { break }
    }
    return try call.bounded(joined)
  }

  private static let replace = Builtin.lifted(
    "replace", "With every occurrence of a string or pattern replaced; $1 is the first group.",
    [subject, .init("what", .any), .init("by", .text)], returns: .text,
    examples: [
      ("replace(\"a.b.c\", \".\", \"-\")", "\"a-b-c\""),
      ("replace(\"x12\", /([0-9])([0-9])/, '$2$1')", "\"x21\""),
    ]
  ) { arguments, _ in
    let call = Call("replace", arguments)
    let (text, by) = (try call.text(0), try call.text(2))
    var made: [UInt8] = []
    switch arguments[1] {
    case .text(let part):
      if part.isEmpty { return arguments[0] }
      var from = 0
      while let at = text.find(part, from: from) {
        made.append(contentsOf: text.slice(from, at).bytes)
        made.append(contentsOf: by.bytes)
        from = at + part.count
        if made.count > Limits.textBytes { break }
      }
      made.append(contentsOf: text.slice(from, text.count).bytes)
    case .regex(let regex):
      var (from, search) = (0, 0)
      while search <= text.count, let groups = try regex.firstMatch(in: text, from: search),
        let match = groups[0]
      {
        made.append(contentsOf: text.slice(from, match.lowerBound).bytes)
        expand(by, text, groups, into: &made)
        from = match.upperBound
        search = match.isEmpty ? from + 1 : from
        if match.isEmpty, from < text.count {
          made.append(contentsOf: text.slice(from, from + 1).bytes)
          from += 1
        }
        if made.count > Limits.textBytes { break }
      }
      if from < text.count { made.append(contentsOf: text.slice(from, text.count).bytes) }
    default: throw Failure.argument("replace", "a string or a pattern", arguments[1])
    }
    return try call.bounded(made)
  }

  /// `$1` … `$9` are groups, `$0` the whole match, `$$` a dollar sign.
  private static func expand(
    _ by: Text, _ text: Text, _ groups: [Range<Int>?], into made: inout [UInt8]
  ) {
    let bytes = by.bytes
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "$"), at + 1 < bytes.count {
        let next = bytes[at + 1]
        if next == UInt8(ascii: "$") {
          made.append(next)
          at += 2
          continue
        }
        let group = Int(next) - 48
        if (0...9).contains(group) {
          if group < groups.count, let range = groups[group] {
            made.append(contentsOf: text.slice(range.lowerBound, range.upperBound).bytes)
          }
          at += 2
          continue
        }
      }
      made.append(bytes[at])
      at += 1
    }
  }

  private static let contains = Builtin(
    "contains",
    "Whether a string holds a string or pattern, a list an item, a record a key, a range a number.",
    [.init("x", .any), .init("part", .any)], returns: { _ in .bool },
    examples: [
      ("contains(\"abc\", \"b\")", "true"), ("contains([1, 2], 3)", "false"),
      ("contains(nil, 1)", "false"),
    ]
  ) { arguments, _ in try arguments[0].holds(arguments[1]) }

  private static let matches = Builtin(
    "matches", "Whether a pattern is found in a string.", [subject, .init("pattern", .regex)],
    returns: { _ in .bool },
    examples: [("matches(\"a1\", /[0-9]/)", "true"), ("matches(nil, /a/)", "false")]
  ) { arguments, _ in
    if case .null = arguments[0] { return .bool(false) }
    guard case .regex(let regex) = arguments[1] else {
      throw Failure.argument("matches", "a pattern", arguments[1])
    }
    return .bool(try regex.matches(Call("matches", arguments).text(0)))
  }

  private static let captures = Builtin.lifted(
    "captures",
    "The groups of the first match: a record of the named ones, else a list; nil without a match.",
    [subject, .init("pattern", .regex)], returns: .any,
    examples: [
      ("captures(\"a=1\", /([a-z])=([0-9])/)", "[\"a\",\"1\"]"),
      ("captures(\"a=1\", /(?<key>[a-z])=/)", "{\"key\":\"a\"}"), ("captures(\"-\", /(a)/)", "nil"),
    ]
  ) { arguments, _ in
    let text = try Call("captures", arguments).text(0)
    guard case .regex(let regex) = arguments[1] else {
      throw Failure.argument("captures", "a pattern", arguments[1])
    }
    guard let groups = try regex.firstMatch(in: text) else { return .null }
    func value(_ group: Int) -> Value {
      guard group < groups.count, let range = groups[group] else { return .null }
      return .text(text.slice(range.lowerBound, range.upperBound))
    }
    let named = regex.groupNames.sorted { $0.group < $1.group }
    if !named.isEmpty {
      return .record(try Record(pairs: named.map { (Text($0.name), value($0.group)) }))
    }
    if groups.count == 1 { return .list(List(flat: [value(0)])) }
    return .list(List(flat: (1..<groups.count).map(value)))
  }
}

extension Text {
  /// The bytes from one offset to another.
  func slice(_ from: Int, _ to: Int) -> Text {
    withBytes {
      Text(UnsafeBufferPointer(rebasing: $0[min(from, $0.count)..<min(max(from, to), $0.count)]))
    }
  }
}
