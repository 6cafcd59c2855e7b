import Testing

@testable import RxpEngine

@Suite struct TextFunctionTests {
  static let tooLong = "limit: a string of more than 268435456 bytes"

  static let shape: [FunctionCase] = [
    FunctionCase("len", [""], "0"),
    FunctionCase("len", ["a\r\nb"], "3"),
    FunctionCase("len", ["a\n\rb"], "4"),
    FunctionCase("len", ["añb"], "3"),
    FunctionCase("len", ["e\u{301}"], "1"),
    FunctionCase("len", ["👨‍👩‍👧🇩🇪"], "2"),
    FunctionCase("len", ["日本か\u{3099}"], "3"),
    FunctionCase("len", [.bytes([0xFF, 0x61])], "2"),
    FunctionCase("len", [.bytes([0xE2, 0x82])], "1"),
    FunctionCase("len", [[1, 2]], "2"),
    FunctionCase("len", [["a": 1]], "1"),
    FunctionCase("len", [.range(Int.min, Int.max)], "\(Int.max)"),
    FunctionCase("len", [5], "type: len needs a string, a list or a record: got a number, 5"),
    FunctionCase("bytes", ["añb"], "4"),
    FunctionCase("bytes", [.bytes([0xFF])], "1"),
    FunctionCase("upper", ["aß1ñ"], "\"ASS1Ñ\""),
    FunctionCase("upper", ["az{`"], "\"AZ{`\""),
    FunctionCase("lower", ["ÀB@[Z"], "\"àb@[z\""),
    FunctionCase("trim", [" \t\r\n a b\u{A0}\u{3000}\u{2028}"], "\"a b\""),
    FunctionCase("trim", ["\u{85}\u{85}"], "\"\""),
    FunctionCase("trim", [""], "\"\""),
    FunctionCase("repeat", ["ab", 3], "\"ababab\""),
    FunctionCase("repeat", ["", .most], "\"\""),
    FunctionCase("repeat", ["a", -1], "type: repeat needs 0 or more as times: got a number, -1"),
    FunctionCase("repeat", ["a", 1e18], tooLong),
    FunctionCase("repeat", ["a", .double(.infinity)], tooLong),
    FunctionCase("padLeft", ["7", 3], "\"  7\""),
    FunctionCase("padLeft", [7, 3, "0"], "\"007\""),
    FunctionCase("padLeft", ["7", 6, "abc"], "\"abcab7\""),
    FunctionCase("padLeft", ["7", 3, ""], "\"7\""),
    FunctionCase("padLeft", ["7", .least], "\"7\""),
    FunctionCase("padLeft", ["7", .most], tooLong),
    FunctionCase("padRight", ["añ", 4], "\"añ  \""),
    FunctionCase("padRight", ["a", 4, "é"], "\"aééé\""),
    FunctionCase("padRight", [[1], 5], "\"[1]  \""),
    FunctionCase("padRight", ["abc", 2], "\"abc\""),
    FunctionCase(
      "padRight", ["a", "4"], "type: padRight needs a whole number as width: got a string, \"4\""),
  ]

  static let urls: [FunctionCase] = [
    FunctionCase("urlEncode", ["AZaz09-._~"], "\"AZaz09-._~\""),
    FunctionCase("urlEncode", ["a b+c%/?&=#"], "\"a%20b%2Bc%25%2F%3F%26%3D%23\""),
    FunctionCase("urlEncode", ["ñ日👍"], "\"%C3%B1%E6%97%A5%F0%9F%91%8D\""),
    FunctionCase("urlEncode", ["\r\n\u{0}"], "\"%0D%0A%00\""),
    FunctionCase("urlEncode", [.bytes([0xFF, 0x80])], "\"%FF%80\""),
    FunctionCase("urlEncode", [""], "\"\""),
    FunctionCase("urlEncode", [nil], "null"),
    FunctionCase("urlEncode", [-1.5], "\"-1.5\""),
    FunctionCase("urlEncode", [true], "\"true\""),
    FunctionCase("urlEncode", [[1, "a"]], "\"%5B1%2C%22a%22%5D\""),
    FunctionCase("urlDecode", ["a%20b%2Bc%2f"], "\"a b+c/\""),
    FunctionCase("urlDecode", ["%C3%B1+%c3%b1"], "\"ñ+ñ\""),
    FunctionCase("urlDecode", ["añ/?&"], "\"añ/?&\""),
    FunctionCase("urlDecode", ["%2525"], "\"%25\""),
    FunctionCase("urlDecode", [""], "\"\""),
    FunctionCase("urlDecode", [nil], "null"),
    FunctionCase("urlDecode", ["100%"], "null"),
    FunctionCase("urlDecode", ["%1"], "null"),
    FunctionCase("urlDecode", ["%G0"], "null"),
    FunctionCase("urlDecode", ["%0G"], "null"),
    FunctionCase("urlDecode", ["% 41"], "null"),
    FunctionCase("urlDecode", [5], "type: urlDecode needs a string: got a number, 5"),
  ]

  static let parts: [FunctionCase] = [
    FunctionCase("split", ["a,b,", ","], #"["a","b",""]"#),
    FunctionCase("split", ["", ","], #"[""]"#),
    FunctionCase("split", ["a", ""], #"["a"]"#),
    FunctionCase("split", ["", ""], "[]"),
    FunctionCase("split", ["e\u{301}x", ""], "[\"e\u{301}\",\"x\"]"),
    FunctionCase("split", ["aXXb", "X"], #"["a","","b"]"#),
    FunctionCase("split", ["a1b22c", .regex("[0-9]+")], #"["a","b","c"]"#),
    FunctionCase("split", ["1a1", .regex("[0-9]")], #"["","a",""]"#),
    FunctionCase("split", ["añc", .regex("x*")], #"["a","ñ","c"]"#),
    FunctionCase("split", ["aXb", .regex("X?")], #"["a","b"]"#),
    FunctionCase("split", ["aBcD", .regex("(?=[A-Z])")], #"["a","Bc","D"]"#),
    FunctionCase("split", ["", .regex("x*")], #"[""]"#),
    FunctionCase(
      "split", ["a", 1],
      "type: split needs a string or a regular expression as separator: got a number, 1"),
    FunctionCase("join", [["a", nil, 1, [2]], "-"], "\"a--1-[2]\""),
    FunctionCase("join", [[], "-"], "\"\""),
    FunctionCase("join", [.range(1, 3), ""], "\"123\""),
    FunctionCase("join", [.range(1, Int.max), ""], "limit: a list of more than 16777216 items"),
    FunctionCase("join", ["abc", "-"], "type: join needs a list: got a string, \"abc\""),
    FunctionCase("lines", ["a\r\nb\n\nc"], #"["a","b","","c"]"#),
    FunctionCase("lines", ["\n"], #"[""]"#),
    FunctionCase("lines", ["\r"], #"[""]"#),
    FunctionCase("lines", [""], "[]"),
    FunctionCase("words", [" a\tb\u{A0}c\u{2003}"], #"["a","b","c"]"#),
    FunctionCase("words", ["  "], "[]"),
    FunctionCase("words", ["über alles"], #"["über","alles"]"#),
    FunctionCase("chars", ["a\r\nñ"], #"["a","\r\n","ñ"]"#),
    FunctionCase("chars", [""], "[]"),
  ]

  static let searches: [FunctionCase] = [
    FunctionCase("contains", ["abc", "bc"], "true"),
    FunctionCase("contains", ["abc", ""], "true"),
    FunctionCase("contains", [[1, nil], nil], "true"),
    FunctionCase("contains", [nil, nil], "false"),
    FunctionCase("contains", [["a": 1], "a"], "true"),
    FunctionCase("contains", [.range(1, 5), 5.0], "true"),
    FunctionCase("contains", ["abc", .regex("^B", "i")], "false"),
    FunctionCase(
      "contains", ["abc", 1], "type: contains: a string cannot hold a number: \"abc\", 1"),
    FunctionCase("startsWith", ["abc", "ab"], "true"),
    FunctionCase("startsWith", ["ab", "abc"], "false"),
    FunctionCase("startsWith", ["abc", ""], "true"),
    FunctionCase("startsWith", [nil, "a"], "false"),
    FunctionCase("startsWith", ["a", nil], "false"),
    FunctionCase(
      "startsWith", ["a", 1], "type: startsWith needs a string as start: got a number, 1"),
    FunctionCase("startsWith", [1, "a"], "type: startsWith needs a string: got a number, 1"),
    FunctionCase("endsWith", ["abc", "bc"], "true"),
    FunctionCase("endsWith", ["abc", "abcd"], "false"),
    FunctionCase("endsWith", ["abc", ""], "true"),
    FunctionCase("matches", ["a1", .regex("[0-9]")], "true"),
    FunctionCase("matches", [nil, .regex("a")], "false"),
    FunctionCase(
      "matches", ["a", "a"],
      "type: matches needs a regular expression, for example /[0-9]+/, as pattern: "
        + "got a string, \"a\""),
    FunctionCase(
      "matches", [.string(String(repeating: "a", count: 40) + "b"), .regex("^(a+)+$")],
      "regex: /^(a+)+$/ took more than 100000 steps"),
    FunctionCase("captures", ["a=1", .regex("([a-z])=([0-9])")], #"["a","1"]"#),
    FunctionCase("captures", ["b", .regex("(a)|(b)")], #"[null,"b"]"#),
    FunctionCase("captures", ["xab", .regex("ab")], #"["ab"]"#),
    FunctionCase("captures", ["x", .regex("a")], "null"),
    FunctionCase(
      "captures", ["7 ann", .regex("(?<n>[0-9]+)( )(?<who>[a-z]+)")], #"{"n":"7","who":"ann"}"#),
    FunctionCase("captures", ["b", .regex("(?<x>a)?b")], #"{"x":null}"#),
    FunctionCase("indexOf", ["añb", "b"], "2"),
    FunctionCase("indexOf", ["abc", ""], "0"),
    FunctionCase("indexOf", ["abc", "x"], "null"),
    FunctionCase("indexOf", ["e\u{301}", "\u{301}"], "0"),
    FunctionCase("indexOf", ["añ1", .regex("[0-9]")], "2"),
    FunctionCase(
      "indexOf", ["a", 1],
      "type: indexOf needs a string or a regular expression as item: got a number, 1"),
  ]

  static let replacements: [FunctionCase] = [
    FunctionCase("replace", ["a.b.c", ".", "-"], "\"a-b-c\""),
    FunctionCase("replace", ["aaa", "aa", "b"], "\"ba\""),
    FunctionCase("replace", ["abc", "", "-"], "\"abc\""),
    FunctionCase("replace", ["abc", "x", "-"], "\"abc\""),
    FunctionCase("replace", ["a", "a", "$0"], "\"$0\""),
    FunctionCase("replace", ["abc", "b", nil], "null"),
    FunctionCase("replace", ["x12", .regex("(.)(.)$"), "$2$1"], "\"x21\""),
    FunctionCase("replace", ["ab", .regex("(a)|(z)"), "[$1$2]"], "\"[a]b\""),
    FunctionCase("replace", ["ab", .regex("b"), "<$0>"], "\"a<b>\""),
    FunctionCase("replace", ["ab", .regex("b"), "$$ $x $ $9 ${no} ${"], "\"a$ $x $ $9 ${no} ${\""),
    FunctionCase("replace", ["ab", .regex("(?<q>b)"), "${q}${1}0"], "\"abb0\""),
    FunctionCase("replace", ["ab", .regex("(b)"), "$10"], "\"ab0\""),
    FunctionCase(
      "replace", ["abcdefghijkl", .regex("(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)"), "$10-"], "\"j-kl\""),
    FunctionCase("replace", ["añc", .regex("x*"), "-"], "\"-a-ñ-c-\""),
    FunctionCase("replace", ["baac", .regex("a*"), "-"], "\"-b--c-\""),
    FunctionCase("replace", ["", .regex("^"), "x"], "\"x\""),
    FunctionCase("replace", ["a\nb", .regex("^", "m"), "> "], "\"> a\\n> b\""),
    FunctionCase(
      "replace", ["a", 1, "b"],
      "type: replace needs a string or a regular expression as what: got a number, 1"),
    FunctionCase("replace", ["a", "b", 1], "type: replace needs a string as by: got a number, 1"),
  ]

  @Test(arguments: shape + urls + parts + searches + replacements)
  func table(_ row: FunctionCase) { row.check() }

  /// Bytes that are no UTF-8 go through every function as they are.
  @Test func brokenBytesStay() throws {
    let broken = Value.bytes([0x61, 0xFF, 0xC3, 0xA4, 0xE2, 0x82, 0x62])
    #expect(try call("upper", [broken]) == .bytes([0x41, 0xFF, 0xC3, 0x84, 0xE2, 0x82, 0x42]))
    #expect(try call("lower", [broken]) == broken)
    #expect(try call("trim", [broken]) == broken)
    #expect(try call("str", [broken]) == broken)
    #expect(try call("slice", [broken, 1, 3]) == .bytes([0xFF, 0xC3, 0xA4]))
    #expect(try call("at", [broken, 3]) == .bytes([0xE2, 0x82]))
    #expect(try call("reverse", [broken]) == .bytes([0x62, 0xE2, 0x82, 0xC3, 0xA4, 0xFF, 0x61]))
    #expect(
      try call("replace", [broken, "b", "c"])
        == .bytes([0x61, 0xFF, 0xC3, 0xA4, 0xE2, 0x82, 0x63]))
    #expect(
      try call("split", [broken, "ä"]) == [.bytes([0x61, 0xFF]), .bytes([0xE2, 0x82, 0x62])])
    #expect(try call("join", [[broken], ","]) == broken)
  }

  /// Each limit on both sides.
  @Test func limitOfBytes() throws {
    let half = Value.string(String(repeating: "x", count: Limits.textBytes / 2))
    #expect(try call("bytes", [call("repeat", [half, 2])]) == .int(Limits.textBytes))
    #expect(outcome(of: "repeat", [half, 3]) == TextFunctionTests.tooLong)
    #expect(try call("bytes", [call("join", [[half, half], ""])]) == .int(Limits.textBytes))
    #expect(outcome(of: "join", [[half, half], "-"]) == TextFunctionTests.tooLong)
  }
}
