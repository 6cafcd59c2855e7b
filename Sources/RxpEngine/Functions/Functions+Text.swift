import CSystem

extension Functions {
  private static let subject = Builtin.Parameter("text", .text)

  static let text: [Builtin] = [
    len, bytes, upper, lower, trim, startsWith, endsWith, lines, words, chars, padLeft, padRight,
  ]

  private static let len = Builtin.lifted(
    "len", "How many characters a string, items a list or fields a record has.",
    [.init("x", .any)], returns: .int,
    examples: [("len(\"añb\")", "3"), ("len([1, 2])", "2"), ("len(nil)", "nil")]
  ) { arguments, _ in
    switch arguments[0] {
    case .text(let text): .int(text.characterCount)
    case .list(let list): .int(list.items.count)
    case .record(let record): .int(record.values.count)
    case .range(let range): .int(range.count)
    default: .null
    }
  }.vectorized { LengthVector($0[0]) }

  private static let bytes = Builtin.lifted(
    "bytes", "How many bytes a string has.", [subject], returns: .int,
    examples: [("bytes(\"añb\")", "4"), ("bytes(\"\")", "0")]
  ) { arguments, _ in
    .int(try Call("bytes", arguments).text(0).count)
  }.vectorized { ByteCountVector($0[0]) }

  private static let upper = Builtin.lifted(
    "upper", "In capitals.", [subject], returns: .text,
    examples: [("upper(\"añb\")", "\"AÑB\""), ("upper(\"\")", "\"\"")]
  ) { arguments, _ in
    let text = try Call("upper", arguments).text(0)
    return .text(
      text.mapped(ascii: { $0 &- 0x61 < 26 ? $0 ^ 0x20 : $0 }, other: { $0.uppercased() }))
  }.vectorized { CaseVector(toUpper: true, $0[0]) }

  private static let lower = Builtin.lifted(
    "lower", "In small letters.", [subject], returns: .text,
    examples: [("lower(\"AÑB\")", "\"añb\""), ("lower(\"\")", "\"\"")]
  ) { arguments, _ in
    let text = try Call("lower", arguments).text(0)
    return .text(
      text.mapped(ascii: { $0 &- 0x41 < 26 ? $0 ^ 0x20 : $0 }, other: { $0.lowercased() }))
  }.vectorized { CaseVector(toUpper: false, $0[0]) }

  private static let trim = Builtin.lifted(
    "trim", "Without blanks, tabs and line ends at both ends.", [subject], returns: .text,
    examples: [("trim(\"  a b \")", "\"a b\""), ("trim(\"\\t\")", "\"\"")]
  ) { arguments, _ in
    let text = try Call("trim", arguments).text(0)
    return text.withBytes { bytes in
      var (low, high) = (0, bytes.count)
      while low < high, bytes[low].isBlank { low += 1 }
      while high > low, bytes[high - 1].isBlank { high -= 1 }
      return .text(Text(UnsafeBufferPointer(rebasing: bytes[low..<high])))
    }
  }

  private static let startsWith = Builtin.lifted(
    "startsWith", "Whether a string starts with another.", [subject, .init("start", .text)],
    returns: .bool,
    examples: [("startsWith(\"abc\", \"ab\")", "true"), ("startsWith(\"abc\", \"b\")", "false")]
  ) { arguments, _ in
    let call = Call("startsWith", arguments)
    let (text, start) = (try call.text(0), try call.text(1))
    return .bool(text.withBytes { a in start.withBytes { b in a.starts(with: b) } })
  }

  private static let endsWith = Builtin.lifted(
    "endsWith", "Whether a string ends with another.", [subject, .init("end", .text)],
    returns: .bool,
    examples: [("endsWith(\"abc\", \"bc\")", "true"), ("endsWith(\"abc\", \"b\")", "false")]
  ) { arguments, _ in
    let call = Call("endsWith", arguments)
    let (text, end) = (try call.text(0), try call.text(1))
    return .bool(text.withBytes { a in end.withBytes { b in a.suffix(b.count).elementsEqual(b) } })
  }

  private static let lines = Builtin.lifted(
    "lines", "The lines of a string, without their ends.", [subject], returns: .list(.text),
    examples: [("lines(\"a\\nb\")", "[\"a\",\"b\"]"), ("lines(\"\")", "[]")]
  ) { arguments, _ in
    let text = try Call("lines", arguments).text(0)
    return text.withBytes { bytes in
      var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      if parts.last?.isEmpty == true { parts.removeLast() }
      return .list(
        List(
          flat: parts.map { part in
            .text(Text(UnsafeBufferPointer(rebasing: part.last == 0x0D ? part.dropLast() : part)))
          }))
    }
  }

  private static let words = Builtin.lifted(
    "words", "The words of a string: what stands between blanks.", [subject], returns: .list(.text),
    examples: [("words(\" a  b \")", "[\"a\",\"b\"]"), ("words(\"\")", "[]")]
  ) { arguments, _ in
    let text = try Call("words", arguments).text(0)
    return text.withBytes { bytes in
      .list(
        List(
          flat: bytes.split(whereSeparator: \.isBlank).map {
            .text(Text(UnsafeBufferPointer(rebasing: $0)))
          }))
    }
  }

  private static let chars = Builtin.lifted(
    "chars", "The characters of a string, as a reader counts them.", [subject],
    returns: .list(.text),
    examples: [("chars(\"añ\")", "[\"a\",\"ñ\"]"), ("chars(\"\")", "[]")]
  ) { arguments, _ in
    let text = try Call("chars", arguments).text(0)
    return .list(List(flat: text.string.map { .string(String($0)) }))
  }

  private static let width = Builtin.Parameter("width", .int)
  private static let fill = Builtin.Parameter("fill", .text)

  private static let padLeft = Builtin.lifted(
    "padLeft", "Filled on the left to a width in characters.", [subject, width, fill], required: 2,
    returns: .text,
    examples: [("padLeft(\"7\", 3)", "\"  7\""), ("padLeft(\"7\", 3, \"0\")", "\"007\"")]
  ) { arguments, _ in try pad("padLeft", arguments, onLeft: true) }

  private static let padRight = Builtin.lifted(
    "padRight", "Filled on the right to a width in characters.", [subject, width, fill],
    required: 2, returns: .text,
    examples: [("padRight(\"a\", 3)", "\"a  \""), ("padRight(\"abc\", 2)", "\"abc\"")]
  ) { arguments, _ in try pad("padRight", arguments, onLeft: false) }

  private static func pad(_ name: String, _ arguments: [Value], onLeft: Bool) throws -> Value {
    let call = Call(name, arguments)
    let text = arguments[0].display()
    let filler = call.has(2) ? try call.text(2).string : " "
    let missing = try call.int(1) - text.count
    guard missing > 0, let first = filler.first else { return .string(text) }
    guard missing <= Limits.textBytes / 4 else {
      throw Failure(kind: "limit", Text("a string of more than \(Limits.textBytes) bytes"))
    }
    let padding = String(repeating: first, count: missing)
    return .string(onLeft ? padding + text : text + padding)
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}

extension Text {
  /// How many characters, as a reader counts them: ASCII by bytes (a carriage return with its newline
  /// is one), all else by Swift's own rules.
  var characterCount: Int {
    withBytes { bytes in
      guard let start = bytes.baseAddress, csys_is_ascii(start, bytes.count) != 0 else {
        return bytes.isEmpty ? 0 : String(decoding: bytes, as: UTF8.self).count
      }
      var count = bytes.count
      for index in bytes.indices.dropFirst() where bytes[index] == 0x0A && bytes[index - 1] == 0x0D
      {
        count -= 1
      }
      return count
    }
  }

  /// Changed byte by byte where it is ASCII, else by Swift's own rules; bytes that are no UTF-8 stay.
  func mapped(ascii: (UInt8) -> UInt8, other: (String) -> String) -> Text {
    withBytes { bytes in
      guard let start = bytes.baseAddress else { return self }
      if csys_is_ascii(start, bytes.count) != 0 { return Text(bytes.map(ascii)) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return Text(bytes.map(ascii))
      }
      return Text(other(text))
    }
  }
}
