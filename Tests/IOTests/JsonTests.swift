import CJson
import Testing

@Suite struct JsonTests {
  @Test(arguments: [
    ("{}", "{0 }"), ("[]", "[0 ]"), ("null", "null"), ("true", "true"), (" false\r\n", "false"),
    ("[1,[2,3],{}]", "[3 1 [2 2 3 ] {0 } ]"),
    ("{\"a\":{\"b\":[true]},\"c\":null}", "{2 a: {1 b: [1 true ] } c: null }"),
    ("{\"a\":1,\"a\":2}", "{2 a: 1 a: 2 }"),
    ("\u{FEFF}[1]", "[1 1 ]"), ("\u{FEFF}7", "7"),
    ("\t[ \"x\" , \"\" ]\n", "[2 'x' '' ]"),
  ])
  func structure(document: String, tokens: String) {
    #expect(Json().decode(document) == tokens)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00!""#, "😀!"), (#""\u0000""#, "\0"),
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"),
    (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud83d\\ude00""#, "\u{FFFD}\\ude00"),
    (
      #""é😀 plain and long enough for more than one block of sixteen""#,
      "é😀 plain and long enough for more than one block of sixteen"
    ),
    (#""0123456789abcde\n0123456789abcd\"0""#, "0123456789abcde\n0123456789abcd\"0"),
    ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"),
  ])
  func strings(document: String, text: String) {
    #expect(Json().decode(document) == "'\(text)'")
    #expect(Json().decode("{\(document):0}") == "{1 \(text): 0 }")
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-12", "-12"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "big:9223372036854775808"),
    ("-9223372036854775809", "big:-9223372036854775809"),
    ("18446744073709551616", "big:18446744073709551616"),
    ("100000000000000000000", "big:100000000000000000000"),
    ("1e400", "big:1e400"), ("-1e309", "big:-1e309"),
    ("1e99999999999999999999", "big:1e99999999999999999999"),
    ("1e-400", "0.0d"), ("1e-99999999999999999999", "0.0d"), ("-0.0", "-0.0d"), ("0e5", "0.0d"),
    ("-0e99999999999999999999", "-0.0d"),
    ("1.5", "1.5d"), ("0.1", "0.1d"), ("1E3", "1000.0d"), ("1e+2", "100.0d"),
    ("-2.5e-3", "-0.0025d"),
    ("1e22", "1e+22d"), ("1e23", "1e+23d"), ("123456789012345678", "123456789012345678"),
    ("2.2250738585072014e-308", "2.2250738585072014e-308d"), ("5e-324", "5e-324d"),
    ("1.7976931348623157e308", "1.7976931348623157e+308d"),
    ("9007199254740993.0", "9007199254740992.0d"),
    ("0.30000000000000004", "0.30000000000000004d"),
    ("3.14159265358979323846264338327950288", "3.141592653589793d"),
    ("123456789012345678901234567890.5", "1.2345678901234568e+29d"),
  ])
  func numbers(document: String, value: String) {
    #expect(Json().decode(document) == value)
    #expect(Json().decode("[\(document),\(document) ]") == "[2 \(value) \(value) ]")
  }

  @Test func longNumbersKeepTheirText() {
    let digits = "1" + String(repeating: "0", count: 5000)
    #expect(Json().decode(digits) == "big:" + digits)
    #expect(Json().decode("0." + digits) == "0.1d")
    #expect(Json().decode("1" + String(repeating: "0", count: 300) + ".0") == "1e+300d")
  }

  @Test func doublesAreReadAsSwiftReadsThem() {
    var random = SeededGenerator(3)
    let json = Json()
    for _ in 0..<5000 {
      let number = Double(bitPattern: random.next())
      if !number.isFinite { continue }
      // Swift writes a whole double below 2^53 as `5.0`, which is a double here too.
      #expect(json.decode("\(number)") == "\(number)d")
    }
  }

  @Test(arguments: [
    ("", "0: nothing but blanks"), (" \n\t ", "0: nothing but blanks"),
    ("\u{FEFF}", "3: nothing but blanks"),
    ("[", "1: ends too early"), ("{", "1: ends too early"), ("[1", "2: ends too early"),
    ("[1,", "3: ends too early"), ("{\"a\"", "4: ends too early"), ("{\"a\":", "5: ends too early"),
    ("{\"a\":1,", "7: ends too early"), ("[[]", "3: ends too early"),
    ("[1,]", "3: no JSON value starts here"), ("[,1]", "1: no JSON value starts here"),
    ("]", "0: no JSON value starts here"), (":", "0: no JSON value starts here"),
    ("{\"a\":}", "5: no JSON value starts here"), ("NaN", "0: no JSON value starts here"),
    ("+1", "0: no JSON value starts here"), (".5", "0: no JSON value starts here"),
    ("'a'", "0: no JSON value starts here"), ("\0", "0: no JSON value starts here"),
    ("\u{A0}1", "0: no JSON value starts here"), ("Infinity", "0: no JSON value starts here"),
    ("{\"a\":1,}", "7: expected a key in quotes"), ("{a:1}", "1: expected a key in quotes"),
    ("{1:1}", "1: expected a key in quotes"), ("{,}", "1: expected a key in quotes"),
    ("{\"a\" 1}", "5: expected a colon after the key"),
    ("{\"a\"}", "4: expected a colon after the key"),
    ("[1 2]", "3: expected a comma or a closing bracket"),
    ("[1}", "2: expected a comma or a closing bracket"),
    ("{\"a\":1]", "6: expected a comma or a closing bracket"),
    ("[\"a\"b]", "4: expected a comma or a closing bracket"),
    ("01", "0: not a JSON number"), ("-", "0: not a JSON number"), ("-a", "0: not a JSON number"),
    ("1.", "0: not a JSON number"), ("1.e5", "0: not a JSON number"),
    ("1e", "0: not a JSON number"),
    ("1e+", "0: not a JSON number"), ("[0x10]", "1: not a JSON number"),
    ("[1a]", "1: not a JSON number"),
    ("-01", "0: not a JSON number"), ("1\0", "0: not a JSON number"),
    ("[12\"3\"]", "1: not a JSON number"),
    ("nul", "0: expected true, false or null"), ("[truex]", "1: expected true, false or null"),
    ("False", "0: no JSON value starts here"), ("t", "0: expected true, false or null"),
    ("1 2", "2: more text after the value"), ("{} x", "3: more text after the value"),
    ("[]]", "2: more text after the value"), ("1,", "1: more text after the value"),
    ("null\0", "0: expected true, false or null"), ("[] \0", "3: more text after the value"),
    ("\"a\\qb\"", "2: not an escape that JSON knows"),
    ("\"\\u12g4\"", "1: not an escape that JSON knows"),
    ("[\"\\u12\"]", "2: not an escape that JSON knows"),
    ("{\"\\x\":1}", "2: not an escape that JSON knows"),
    ("\"abc", "0: string without a closing quote"),
    ("[\"a\",\"b]", "5: string without a closing quote"),
    ("\"a\\\"", "0: string without a closing quote"),
    ("\"a\nb\"", "0: string without a closing quote"),
    ("\"a\tb\"", "2: control character in a string"),
    ("\"a\0b\"", "2: control character in a string"),
    ("[\"a\\\tb\"]", "4: control character in a string"),
  ])
  func mistakes(document: String, message: String) {
    #expect(Json().decode(document) == message)
  }

  @Test(arguments: [
    ([0x22, 0xFF, 0x22] as [UInt8], "1: not UTF-8"),
    ([0x22, 0xC3, 0x22], "1: not UTF-8"), ([0x22, 0xC0, 0x80, 0x22], "1: not UTF-8"),
    ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], "2: not UTF-8"),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "1: not UTF-8"), ([0x80], "0: not UTF-8"),
    ([0x22, 0xE2, 0x82], "1: not UTF-8"),
    ([0x22, 0xF0, 0x9F, 0x98, 0x80, 0x22], "'😀'"),
  ])
  func encoding(document: [UInt8], result: String) {
    #expect(Json().decode(document) == result)
  }

  @Test func nestingLimit() {
    let json = Json()
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func nestedObjects(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    let limit = Int(CJSON_DEPTH_LIMIT)
    #expect(limit == 1024)
    #expect(json.decode(nested(limit)).hasPrefix("[1 [1"))
    #expect(json.decode(nested(limit + 1)) == "1024: nested deeper than 1024")
    #expect(json.decode(nestedObjects(limit)).hasPrefix("{1 a: {1"))
    #expect(json.decode(nestedObjects(limit + 1)) == "5120: nested deeper than 1024")
    #expect(json.fields(nested(limit + 1), ["a"]) == "1024: nested deeper than 1024")
    #expect(json.decode(nested(100_000)) == "1024: nested deeper than 1024")
    // Side by side is no nesting.
    #expect(json.decode("[" + nested(1023) + "," + nested(1023) + "]").hasPrefix("[2 [1"))
  }

  @Test func paddingDoesNotCount() {
    // What stands right after the document is not read as a part of it.
    let json = Json()
    for (text, tail, result) in [
      ("12", "34", "12"), ("1.5", "e9", "1.5d"), ("tru", "e", "0: expected true, false or null"),
      ("true", "x", "true"), ("\"a", "\"", "0: string without a closing quote"),
      ("[1", "]", "2: ends too early"),
      ("\"\\u00e", "9\"", "0: string without a closing quote"), ("1e", "5", "0: not a JSON number"),
    ] {
      for padding in [0, 1, 63, 64, 100] {
        let bytes =
          Array(text.utf8) + (Array(tail.utf8) + Array(repeating: 0x39, count: 100)).prefix(padding)
        #expect(
          json.decode(bytes, in: 0..<text.utf8.count) == result, "\(text) and \(padding) bytes")
      }
    }
  }

  @Test func aParserIsUsedAgain() {
    let json = Json()
    for size in [1, 100, 10_000, 3, 200_000, 2] {
      let text = String(repeating: "x", count: size)
      #expect(json.decode("[\"\(text)\",\"\\n\(text)\"]") == "[2 '\(text)' '\n\(text)' ]")
      #expect(json.decode("[1,").hasSuffix("ends too early"))
    }
  }
}
