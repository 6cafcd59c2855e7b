extension Builtin {
  static let replace = Builtin(
    "replace",
    "With every occurrence of a string or pattern replaced; for patterns $1 or ${name} is a group, "
      + "$0 the match, $$ a dollar sign.",
    [.text, Parameter("what", .any), Parameter("by", .text)], gives: .text,
    examples: [
      ("replace(\"a.b.c\", \".\", \"-\")", "\"a-b-c\""),
      ("replace(\"x12\", /([0-9])([0-9])/, \"$2$1\")", "\"x21\""),
      ("replace(\"ann@x\", /(?<user>[a-z]+)@/, '${user} at ')", "\"ann at x\""),
    ]
  ) { call in
    let text = try call.text(0)
    let by = try call.text(2)
    switch call[1] {
    case .text(let part): return try .text(text.replacing(part, by: by))
    case .regex(let regex): return try .text(text.replacing(regex, by: Replacement(by, regex)))
    default: throw call.mistake(1, "a string or a regular expression")
    }
  }
}

extension Text {
  /// An empty part occurs nowhere.
  fileprivate func replacing(_ part: Text, by replacement: Text) throws -> Text {
    guard !part.isEmpty, var at = find(part, from: 0) else { return self }
    let bytes = self.bytes
    let new = replacement.bytes
    var made: [UInt8] = []
    var from = 0
    while true {
      made.append(contentsOf: bytes[from..<at])
      made.append(contentsOf: new)
      guard made.count <= Limits.textBytes else { throw Failure.textTooLong }
      from = at + part.count
      guard let next = find(part, from: from) else { break }
      at = next
    }
    made.append(contentsOf: bytes[from...])
    guard made.count <= Limits.textBytes else { throw Failure.textTooLong }
    return Text(made)
  }

  fileprivate func replacing(_ regex: Regex, by replacement: Replacement) throws -> Text {
    let bytes = self.bytes
    var made: [UInt8] = []
    var from = 0
    try regex.forEachMatch(in: self) { groups, match in
      made.append(contentsOf: bytes[from..<match.lowerBound])
      replacement.append(bytes, groups, to: &made)
      guard made.count <= Limits.textBytes else { throw Failure.textTooLong }
      from = match.upperBound
    }
    made.append(contentsOf: bytes[from...])
    guard made.count <= Limits.textBytes else { throw Failure.textTooLong }
    return Text(made)
  }
}

/// The new text of a replacement, with the groups of the match where it names them.
private struct Replacement {
  private enum Part {
    case bytes([UInt8])
    case group(Int)
  }

  private var parts: [Part] = []

  /// `$n` with as many digits as make a group of the pattern, `${n}`, `${name}`, `$$`. What is none
  /// of these is meant as it stands.
  init(_ text: Text, _ regex: Regex) {
    let bytes = text.bytes
    var from = 0
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "$"),
        let (part, end) = Replacement.reference(bytes, at + 1, regex)
      else {
        at += 1
        continue
      }
      parts += [.bytes(Array(bytes[from..<at])), part]
      from = end
      at = end
    }
    parts.append(.bytes(Array(bytes[from...])))
  }

  /// What stands after a dollar sign, and where it ends.
  private static func reference(_ bytes: [UInt8], _ start: Int, _ regex: Regex) -> (Part, Int)? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "$"): return (.bytes([UInt8(ascii: "$")]), start + 1)
    case UInt8(ascii: "{"):
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let name = String(decoding: bytes[start + 1..<close], as: UTF8.self)
      let group = regex.groupNames.first { $0.name == name }?.group ?? Int(name)
      guard let group, (0...regex.groupCount).contains(group) else { return nil }
      return (.group(group), close + 1)
    default:
      var group: Int?
      var end = start
      while end < bytes.count, bytes[end].isDigit {
        let longer = (group ?? 0) * 10 + Int(bytes[end] - UInt8(ascii: "0"))
        if longer > regex.groupCount { break }
        group = longer
        end += 1
      }
      return group.map { (.group($0), end) }
    }
  }

  func append(_ subject: [UInt8], _ groups: [Range<Int>?], to made: inout [UInt8]) {
    for part in parts {
      switch part {
      case .bytes(let bytes): made.append(contentsOf: bytes)
      case .group(let group):
        if group < groups.count, let range = groups[group] {
          made.append(contentsOf: subject[range])
        }
      }
    }
  }
}
