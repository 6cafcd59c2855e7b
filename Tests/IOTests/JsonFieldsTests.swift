import CJson
import Testing

@Suite struct JsonFieldsTests {
  @Test(arguments: [
    (#"{"a":1,"b":2}"#, "a b", "1 2"), (#"{"a":1,"b":2}"#, "b a", "2 1"),
    (#"{"a":1}"#, "b", "-"), ("{}", "a", "-"),
    (#"{"a":1,"a":2}"#, "a", "2"), (#"{"a":[1],"a":"x"}"#, "a", "'x'"),
    (#"{"a":1,"a":{"b":2}}"#, "a", #"raw:{"b":2}"#),
    (#"{"\u0061":1}"#, "a", "1"), (#"{"a\nb":1,"a":2}"#, "a", "2"),
    (#"{"\u0061":"\u0062","c":"\n"}"#, "a c", "'b' '\n'"),
    (#"{"x":{"a":1},"a":2}"#, "a", "2"), (#"{"x":[{"a":1}]}"#, "a", "-"),
    (#"{ "a" : [1, {"b": "]"}] , "c":{} }"#, "a c", #"raw:[1, {"b": "]"}] raw:{}"#),
    (#"{"a":null,"b":true,"c":false}"#, "c b a", "false true null"),
    (#"{"a":1e400,"b":1.5}"#, "a b", "big:1e400 1.5d"),
    (#"{"é":1,"":2}"#, "é", "1"), (#"{"a":"x","ab":"y","b":"z"}"#, "ab", "'y'"),
    ("[1]", "a", "no object: -"), (#"[{"a":1}]"#, "a", "no object: -"), ("3", "a", "no object: -"),
    (#"{"a":1,"#, "a", "7: ends too early"), (#"{"a":1}x"#, "a", "7: more text after the value"),
    (#"{"b":"\q","a":1}"#, "a", "6: not an escape that JSON knows"),
    (#"{"b":01,"a":1}"#, "a", "5: not a JSON number"), ("", "a", "0: nothing but blanks"),
  ])
  func reads(document: String, keys: String, result: String) {
    #expect(Json().fields(document, keys.split(separator: " ").map(String.init)) == result)
  }

  @Test func emptyKeysAndNone() {
    #expect(Json().fields(#"{"":5}"#, [""]) == "5")
    #expect(Json().fields(#"{"a":5}"#, []) == "")
    #expect(Json().fields(#"{"a":5"#, []) == "6: ends too early")
  }

  @Test func manyKeys() {
    let keys = (0..<300).map { "k\($0)" }
    let document = "{" + keys.reversed().map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
    let expected = keys.map { "'\($0)'" }.joined(separator: " ")
    #expect(Json().fields(document, keys) == expected)
  }
}

/// All ways to decode agree with each other, and with the grammar, on documents with a mistake put
/// in at random.
@Suite struct JsonAgreementTests {
  private static let documents = [
    #"{"ts":"2024-01-02T03:04:05Z","level":"error","ms":12.5,"user":{"id":7,"tags":["a","b\n"]}}"#,
    #"[1,-2.5e3,true,false,null,"\u00e9\ud83d\ude00",[],{},[[1]]]"#,
    #"{"é":"ü😀","a\"b":"c\\d","n":123456789012345678901234567890}"#,
    #" { "a" : [ 1 , 2 ] , "b" : { } } "#, #""text""#, "12", "true",
  ]
  private static let pieces: [[UInt8]] = [
    Array("\"".utf8), Array("\\".utf8), [0], [10], [0xFF], [0xC3], Array("{".utf8), Array("}".utf8),
    Array("[".utf8), Array("]".utf8), Array(",".utf8), Array(":".utf8), Array("1".utf8),
    Array("-".utf8), Array(".".utf8), Array("e".utf8), Array("\\u".utf8), Array(" ".utf8),
    Array("null".utf8), [0xEF, 0xBB, 0xBF], Array("\t".utf8),
  ]

  private static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(documents.randomElement(using: &random)!.utf8)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      let removed = Int.random(in: 0...2, using: &random)
      let piece = pieces.randomElement(using: &random)!
      bytes.replaceSubrange(
        at..<min(bytes.count, at + removed), with: Bool.random(using: &random) ? piece : [])
    }
    return bytes
  }

  private static func isMistake(_ result: String) -> Bool {
    result.first?.isNumber == true && result.contains(": ")
  }

  @Test func acceptsWhatTheGrammarAccepts() {
    var random = SeededGenerator(11)
    let json = Json()
    var accepted = 0
    for _ in 0..<20_000 {
      let bytes = Self.mutated(&random)
      let result = json.decode(bytes)
      let isGood = JsonReference.accepts(bytes)
      accepted += isGood ? 1 : 0
      #expect(
        Self.isMistake(result) != isGood, "\(String(decoding: bytes, as: UTF8.self)): \(result)")
      let fields = bytes.withUnsafeBufferPointer { json.fields($0, in: 0..<$0.count, ["ms", "a"]) }
      #expect(Self.isMistake(fields) != isGood)
      if !isGood { #expect(fields == result) }
    }
    #expect(accepted > 4000 && accepted < 16_000)
  }

  @Test func everyPrefixIsToldApart() {
    let json = Json()
    for document in Self.documents {
      let bytes = Array(document.utf8)
      for count in 0...bytes.count {
        let prefix = Array(bytes[..<count])
        #expect(Self.isMistake(json.decode(prefix)) != JsonReference.accepts(prefix))
      }
    }
  }
}
