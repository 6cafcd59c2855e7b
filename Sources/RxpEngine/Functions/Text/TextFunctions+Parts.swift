extension Builtin {
  static let split = Builtin(
    "split",
    "The parts of a string between separators: a string or a pattern; \"\" parts the characters.",
    [.text, Parameter("separator", .any)], gives: .texts,
    examples: [
      ("split(\"a,b,\", \",\")", "[\"a\", \"b\", \"\"]"),
      ("split(\"a1b22c\", /[0-9]+/)", "[\"a\", \"b\", \"c\"]"),
      ("split(\"añ\", \"\")", "[\"a\", \"ñ\"]"),
    ]
  ) { call in
    let text = try call.text(0)
    switch call[1] {
    case .text(let separator) where separator.isEmpty: return try .texts(text.characterTexts)
    case .text(let separator): return try .texts(text.split(by: separator))
    case .regex(let regex): return try .texts(text.split(by: regex))
    default: throw call.mistake(1, "a string or a regular expression")
    }
  }.vectorized { SplitVector($0[0], separator: $0[1]) }

  static let join = Builtin(
    "join", "The members of a list as one string, a separator between them; nil is left empty.",
    [.list, Parameter("separator", .text)], gives: .text,
    examples: [
      ("join([\"a\", \"b\"], \", \")", "\"a, b\""), ("join([1, nil, 2], \"-\")", "\"1--2\""),
      ("join([], \",\")", "\"\""),
    ]
  ) { call in
    let separator = try call.text(1).bytes
    var joined: [UInt8] = []
    var isFirst = true
    for item in try call.items(0).bounded() {
      if !isFirst { joined.append(contentsOf: separator) }
      isFirst = false
      if case .null = item { continue }
      item.appendDisplay(to: &joined)
      guard joined.count <= Limits.textBytes else { throw Failure.textTooLong }
    }
    return try .text(bounded: joined)
  }

  static let lines = Builtin(
    "lines", "The lines of a string, without their ends.", [.text], gives: .texts,
    examples: [("lines(\"a\\nb\\n\")", "[\"a\", \"b\"]"), ("lines(\"\")", "[]")]
  ) { call in
    try .texts(
      call.text(0).withBytes { bytes in
        var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map {
          Text(UnsafeBufferPointer(rebasing: $0.last == 0x0D ? $0.dropLast() : $0))
        }
      })
  }

  static let words = Builtin(
    "words", "The words of a string: what stands between white space.", [.text], gives: .texts,
    examples: [("words(\" a  b \")", "[\"a\", \"b\"]"), ("words(\"\")", "[]")]
  ) { call in
    try .texts(
      call.text(0).withBytes { bytes in
        var words: [Text] = []
        var from = 0
        var at = 0
        func take() {
          if at > from { words.append(Text(UnsafeBufferPointer(rebasing: bytes[from..<at]))) }
        }
        while at < bytes.count {
          let blank = bytes.whitespace(at: at)
          if blank > 0 {
            take()
            from = at + blank
          }
          at += blank > 0 ? blank : 1
        }
        take()
        return words
      })
  }

  static let chars = Builtin(
    "chars", "The characters of a string, as a reader counts them.", [.text], gives: .texts,
    examples: [("chars(\"añ\")", "[\"a\", \"ñ\"]"), ("chars(\"\")", "[]")]
  ) { call in
    try .texts(call.text(0).characterTexts)
  }
}

extension Text {
  /// Each character by itself.
  fileprivate var characterTexts: [Text] {
    let characters = self.characters
    return (0..<characters.count).map { slice($0..<$0 + 1, of: characters) }
  }

  fileprivate func split(by separator: Text) -> [Text] {
    var parts: [Text] = []
    var from = 0
    while let at = find(separator, from: from) {
      parts.append(slice(from, at))
      from = at + separator.count
    }
    parts.append(slice(from, count))
    return parts
  }

  fileprivate func split(by regex: Regex) throws -> [Text] {
    var parts: [Text] = []
    var from = 0
    try regex.forEachMatch(in: self) { _, match in
      // A match of nothing separates two characters; at either end there is nothing to separate.
      if match.isEmpty, match.lowerBound == from || match.lowerBound == count { return }
      parts.append(slice(from, match.lowerBound))
      from = match.upperBound
    }
    parts.append(slice(from, count))
    return parts
  }
}
