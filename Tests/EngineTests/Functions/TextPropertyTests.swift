import TestSupport
import Testing

@testable import RxpEngine

/// The functions of strings agree with slow ones on random strings, also on such as are no UTF-8.
@Suite struct TextPropertyTests {
  static let pieces: [[UInt8]] =
    [
      "a", "B", "z", " ", "\n", "\r", "\r\n", "\t", "é", "e\u{301}", "\u{301}", "ß", "Σ", "ǆ",
      "ﬁ", "Ж", "и\u{306}", "が", "か\u{3099}", "日本", "한", "\u{1112}\u{1161}", "👨‍👩‍👧", "🇩🇪", "🇫",
      "👍🏽", "\u{200D}", "\u{0}", "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "\u{1680}",
      "\u{205F}", "\u{600}", "\u{AD}", "\u{E33}", "क्ष", "x", ",",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0x80], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    ]

  static func randomBytes(_ random: inout SeededRandom) -> [UInt8] {
    (0..<random.below(10)).flatMap { _ in random.pick(pieces) }
  }

  static func isValid(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  @Test func charactersAreSwifts() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<10_000 {
      let bytes = TextPropertyTests.randomBytes(&random)
      let text = Value.bytes(bytes)
      let string = String(decoding: bytes, as: UTF8.self)
      #expect(try call("len", [text]) == .int(string.count), "\(bytes)")
      let characters = try call("chars", [text])
      #expect(try call("len", [characters]) == .int(string.count))
      #expect(try call("join", [characters, ""]) == text)
      #expect(try call("split", [text, ""]) == characters)
      if TextPropertyTests.isValid(bytes) {
        #expect(characters == .list(List(flat: string.map { .string(String($0)) })))
        #expect(try call("reverse", [text]) == .string(String(string.reversed())))
      }
    }
  }

  /// What is encoded has only what stands for itself in a URL, and comes back.
  @Test func urlsComeBack() throws {
    var random = SeededRandom(seed: 3)
    let plain = Set("%-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    for _ in 0..<3_000 {
      let text = Value.bytes(TextPropertyTests.randomBytes(&random))
      let encoded = try call("urlEncode", [text])
      guard case .text(let url) = encoded else { Issue.record("no string"); return }
      #expect(url.bytes.allSatisfy(plain.contains))
      #expect(try call("urlDecode", [encoded]) == text)
    }
  }

  /// Each scalar beside such as are counted without Swift's help.
  @Test func simpleScalarsAreCharacters() {
    for value in [0..<0x3100, 0x3400..<0xD800].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      var string = "é"
      string.unicodeScalars.append(scalar)
      string += "я本"
      #expect(Text(string).characterCount == string.count, "U+\(String(value, radix: 16))")
    }
  }

  @Test func slicesAreThoseOfTheCharacters() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<3_000 {
      let text = Value.bytes(TextPropertyTests.randomBytes(&random))
      let characters = try call("chars", [text])
      let from = Value.int(random.below(14) - 7)
      let to: Value = random.below(4) == 0 ? nil : .int(random.below(14) - 7)
      #expect(
        try call("slice", [text, from, to])
          == call("join", [call("slice", [characters, from, to]), ""]))
      #expect(try call("at", [text, from]) == call("at", [characters, from]))
    }
  }

  @Test func caseIsSwifts() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<5_000 {
      let bytes = TextPropertyTests.randomBytes(&random)
      guard TextPropertyTests.isValid(bytes) else { continue }
      let string = String(decoding: bytes, as: UTF8.self)
      #expect(try call("upper", [.bytes(bytes)]) == .string(string.uppercased()))
      #expect(try call("lower", [.bytes(bytes)]) == .string(string.lowercased()))
      // What is broken does not change what stands around it.
      let upper = Array(string.uppercased().utf8)
      #expect(
        try call("upper", [.bytes(bytes + [0xFF] + bytes)]) == .bytes(upper + [0xFF] + upper))
    }
  }

  @Test func whiteSpaceIsUnicodes() throws {
    for value in 0..<UInt32(0x11000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let isSpace = bytes.withUnsafeBufferPointer { $0.whitespace(at: 0) } == bytes.count
      #expect(isSpace == scalar.properties.isWhitespace, "U+\(String(value, radix: 16))")
    }
    var random = SeededRandom(seed: 4)
    for _ in 0..<5_000 {
      let bytes = TextPropertyTests.randomBytes(&random)
      guard TextPropertyTests.isValid(bytes) else { continue }
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      let words = scalars.split { $0.properties.isWhitespace }.map { Value.string(String($0)) }
      #expect(try call("words", [.bytes(bytes)]) == .list(List(flat: words)))
      var kept = scalars[...]
      while kept.first?.properties.isWhitespace == true { kept.removeFirst() }
      while kept.last?.properties.isWhitespace == true { kept.removeLast() }
      #expect(try call("trim", [.bytes(bytes)]) == .string(String(kept)))
    }
  }

  @Test func splittingAndJoiningGoBack() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<5_000 {
      let text = Value.bytes(TextPropertyTests.randomBytes(&random))
      let separator = Value.bytes(random.pick(TextPropertyTests.pieces))
      let by = Value.bytes(random.pick(TextPropertyTests.pieces))
      let parts = try call("split", [text, separator])
      #expect(try call("join", [parts, separator]) == text)
      #expect(try call("replace", [text, separator, by]) == call("join", [parts, by]))
      #expect(
        try call("contains", [text, separator]) == .bool(call("len", [parts]).ordered(1) == 1))
    }
  }

  /// A pattern of plain letters does what the string does.
  @Test func patternsAndStringsAgree() throws {
    var random = SeededRandom(seed: 6)
    let letters = ["a", "b", "é", "日", "ab", "\n"]
    for _ in 0..<2_000 {
      let text = Value.string((0..<random.below(10)).map { _ in random.pick(letters) }.joined())
      let part = random.pick(letters)
      let pattern = Value.regex(part)
      #expect(try call("split", [text, pattern]) == call("split", [text, .string(part)]))
      #expect(
        try call("replace", [text, pattern, "$$x"]) == call("replace", [text, .string(part), "$x"]))
      #expect(try call("indexOf", [text, pattern]) == call("indexOf", [text, .string(part)]))
      #expect(try call("matches", [text, pattern]) == call("contains", [text, .string(part)]))
    }
  }

  @Test func paddingReachesTheWidth() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let letters = (0..<random.below(5)).map { _ in random.pick(["a", "é", "日"]) }
      let text = Value.string(letters.joined())
      let width = random.below(12)
      let fill = Value.string(random.pick([" ", "é", "xy", "日b"]))
      let expected = Value.int(max(width, letters.count))
      #expect(try call("len", [call("padLeft", [text, .int(width), fill])]) == expected)
      let right = try call("padRight", [text, .int(width), fill])
      #expect(try call("len", [right]) == expected)
      #expect(try call("slice", [right, 0, .int(letters.count)]) == text)
    }
  }
}
