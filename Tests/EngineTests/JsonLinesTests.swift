import TestSupport
import Testing

@testable import RxpEngine

/// jsonl: values, and what becomes of lines that are none.
@Suite struct JsonLinesTests {
  static func read(
    _ text: String, bad policy: String? = nil, take count: Int? = nil,
    batchLimit: Int = Limits.batchRows, readSize: Int = .max
  ) -> Transcript {
    let host = ScriptedHost()
    host.files["f"] = [.text(text)]
    host.readSize = readSize
    return Transcript.of(host, batchLimit: batchLimit) { bench in
      let values = bench.make(
        .jsonl, nil, ["files": .texts(["f"]), "bad": policy.map { .text($0) } ?? .missing])
      return [count.map { bench.make(.take, values, ["n": .int($0)]) } ?? values]
    }
  }

  static let good: [(text: String, values: [String])] = [
    ("", []),
    ("1\n\"a\"\nnull", ["1", "\"a\"", "null"]),
    ("\u{FEFF}1\n2", ["1", "2"]),
    ("{\"a\": 1,\"b\":[true, 2.5]}\r\n", [#"{"a":1,"b":[true,2.5]}"#]),
    ("\n  \n\r\n\t1 \n\n", ["1"]),
    ("\"\\u0000\"\n", [#""\u0000""#]),
    ("{\"a\":1}\n{\"a\":2}\n{\"b\":3}\n", [#"{"a":1}"#, #"{"a":2}"#, #"{"b":3}"#]),
  ]

  @Test(arguments: good.indices, batchLimits)
  func valuesLineByLine(_ index: Int, _ limit: Int) {
    let (text, values) = JsonLinesTests.good[index]
    for readSize in [1, 2, 7, Int.max] {
      let got = JsonLinesTests.read(text, batchLimit: limit, readSize: readSize)
      #expect(got == Transcript(events: values + ["|"]))
    }
  }

  @Test(arguments: batchLimits)
  func aBadLineIsToldOfAndLeftOut(_ limit: Int) {
    let got = JsonLinesTests.read("1\n\n{\"a\": nope}\n3\n[1\n", batchLimit: limit)
    #expect(got.events == ["1", "3", "|"])
    let told = got.errors.split(separator: "\n")
    #expect(told.count == 2)
    #expect(told.first?.hasPrefix("f:3:7: not JSON: ") == true, "\(got.errors)")
    #expect(told.last?.hasPrefix("f:5:") == true, "\(got.errors)")
    #expect(got.hadErrors)
  }

  @Test(arguments: batchLimits)
  func aBadLineIsSkippedWhereAsked(_ limit: Int) {
    let got = JsonLinesTests.read("1\nx\n3\n", bad: "skip", batchLimit: limit)
    #expect(got == Transcript(events: ["1", "3", "|"]))
  }

  @Test(arguments: batchLimits)
  func aBadLineEndsTheSignalWhereAsked(_ limit: Int) {
    let got = JsonLinesTests.read("1\n2\nx\n3\n", bad: "fail", batchLimit: limit)
    #expect(got.events.prefix(2) == ["1", "2"])
    #expect(got.events.count == 3)
    #expect(got.events.last?.hasPrefix("# not JSON: ") == true, "\(got.events)")
    #expect(got.events.last?.hasSuffix(", at column 1 (f:3)") == true, "\(got.events)")
    #expect(got.errors == "")
    #expect(!got.hadErrors)
  }

  @Test(arguments: [9, 10, 11, 12, 50])
  func theFirstOnesAreToldOneByOne(_ count: Int) {
    let text = String(repeating: "x\n", count: count) + "1\n"
    let told = JsonLinesTests.read(text).errors.split(separator: "\n").map(String.init)
    #expect(told.count == min(count, Limits.badRecordsShown + 1))
    let more = count - Limits.badRecordsShown
    if more > 0 { #expect(told.last == "f: \(more) more bad record\(more == 1 ? "" : "s")") }
  }

  @Test func theCountIsToldAlsoWhereReadingStops() {
    let text = String(repeating: "x\n", count: 15) + "1\n" + String(repeating: "x\n", count: 15)
    let got = JsonLinesTests.read(text, take: 1)
    #expect(got.events == ["1", "|"])
    #expect(got.errors.hasSuffix("\nf: 5 more bad records\n"))
  }

  @Test(arguments: batchLimits)
  func whatIsNotReadIsNotToldOf(_ limit: Int) {
    let got = JsonLinesTests.read("1\n2\nx\n3\n", take: 2, batchLimit: limit)
    #expect(got == Transcript(events: ["1", "2", "|"]))
  }

  @Test func controlCharactersOfNamesAreShown() {
    let host = ScriptedHost()
    host.files["a\u{1B}[2J"] = [.text("x\n")]
    let got = Transcript.of(host) {
      [$0.make(.jsonl, nil, ["files": .texts(["a\u{1B}[2J"])])]
    }
    #expect(got.errors.hasPrefix("a\\u{1b}[2J:1:1: "))
  }

  /// Random texts, good and bad, in random pieces: the same at every batch limit.
  @Test(arguments: 0..<40)
  func batchesNeverShow(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var text = ""
    for _ in 0..<random.below(random.pick([20, 3000])) {
      text += random.pick([
        "1", "{\"a\":\(random.below(99))}", "", "\"s\"", "x", "[", "{\"b\":null}",
      ])
      text += random.pick(["\n", "\n", "\r\n"])
    }
    let count = random.pick([nil, 1, 5, 1500])
    let policy = random.pick([nil, nil, "skip", "fail"])
    let readSize = random.pick([3, 1000, Int.max])
    let results = batchLimits.map {
      JsonLinesTests.read(text, bad: policy, take: count, batchLimit: $0, readSize: readSize)
    }
    for result in results.dropFirst() { #expect(result == results[0]) }
  }
}
