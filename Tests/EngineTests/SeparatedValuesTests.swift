import TestSupport
import Testing

@testable import RxpEngine

/// csv and tsv.
@Suite struct SeparatedValuesTests {
  static func read(
    _ text: String, _ definition: Operator = .csv, _ options: [String: BoundArgument] = [:],
    take count: Int? = nil, batchLimit: Int = Limits.batchRows, readSize: Int = .max
  ) -> Transcript {
    let host = ScriptedHost()
    host.files["f"] = [.text(text)]
    host.readSize = readSize
    return Transcript.of(host, batchLimit: batchLimit) { bench in
      let rows = bench.make(
        definition, nil, options.merging(["files": .texts(["f"])]) { $1 })
      return [count.map { bench.make(.take, rows, ["n": .int($0)]) } ?? rows]
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let title: String
    let text: String
    var definition = Operator.csv
    var options: @Sendable () -> [String: BoundArgument] = { [:] }
    let events: [String]
    var errors = ""
    var testDescription: String { title }
  }

  static let bare: @Sendable () -> [String: BoundArgument] = { ["header": .bool(false)] }

  static let cases: [Case] = [
    Case(title: "nothing", text: "", events: ["|"]),
    Case(title: "a header alone", text: "a,b\n", events: ["|"]),
    Case(
      title: "records of strings", text: "a,b\n1,x\n2,\n",
      events: [#"{"a":"1","b":"x"}"#, #"{"a":"2","b":""}"#, "|"]),
    Case(title: "no final newline", text: "a\n1", events: [#"{"a":"1"}"#, "|"]),
    Case(title: "CRLF", text: "a,b\r\n1,2\r\n", events: [#"{"a":"1","b":"2"}"#, "|"]),
    Case(
      title: "a byte order mark", text: "\u{FEFF}\"a\",b\n1,2\n",
      events: [#"{"a":"1","b":"2"}"#, "|"]),
    Case(
      title: "quotes", text: "a,b\n\"1,2\",\"x \"\"y\"\"\"\n\"\",\"\"\"\"\n",
      events: [#"{"a":"1,2","b":"x \"y\""}"#, #"{"a":"","b":"\""}"#, "|"]),
    Case(
      title: "a quote inside a value is a quote", text: "a,b\n5\" disk, \"x\"\n",
      events: [#"{"a":"5\" disk","b":" \"x\""}"#, "|"]),
    Case(
      title: "newlines in quotes stay as they are",
      text: "a,b\n\"1\n2\r\n\r\n3\",x\n4,\"\n\"\n5,6",
      events: [
        #"{"a":"1\n2\r\n\r\n3","b":"x"}"#, #"{"a":"4","b":"\n"}"#, #"{"a":"5","b":"6"}"#, "|",
      ]),
    Case(
      title: "blank lines", text: "\na\n\n1\n\r\n2\n\n",
      events: [#"{"a":"1"}"#, #"{"a":"2"}"#, "|"]),
    Case(
      title: "an empty value in quotes is a row", text: "a\n\"\"\n", events: [#"{"a":""}"#, "|"]),
    Case(
      title: "short and long rows", text: "a,b\n1\n1,2\n1,2,3\n",
      events: [#"{"a":"1","b":"2"}"#, "|"],
      errors: "f:2: 1 value, and the first row has 2\nf:4: 3 values, and the first row has 2\n"),
    Case(
      title: "text behind a quote", text: "a,b\n\"1\"x,2\n3,4\n",
      events: [#"{"a":"3","b":"4"}"#, "|"],
      errors: "f:2:4: text behind a closing quote\n"),
    Case(
      title: "a quote that is never closed", text: "a,b\n1,2\n\"3,4\n5,6\n",
      events: [#"{"a":"1","b":"2"}"#, "|"], errors: "f:3: a quote that is never closed\n"),
    Case(
      title: "without a header: lists", text: "1,2\n3\n\u{FEFF}4,5", options: bare,
      events: [#"["1","2"]"#, "[\"\u{FEFF}4\",\"5\"]", "|"],
      errors: "f:2: 1 value, and the first row has 2\n"),
    Case(
      title: "another separator", text: "1;2\n",
      options: { ["header": .bool(false), "separator": .text(";")] },
      events: [#"["1","2"]"#, "|"]),
    Case(
      title: "tabs", text: "a\tb\n1,2\t\"x\ty\"\n", definition: .tsv,
      events: [#"{"a":"1,2","b":"x\ty"}"#, "|"]),
    Case(
      title: "bad rows skipped", text: "a\n1,2\n3\n", options: { ["bad": .text("skip")] },
      events: [#"{"a":"3"}"#, "|"]),
    Case(
      title: "a bad row ends the signal", text: "a\n3\n1,2\n4\n",
      options: { ["bad": .text("fail")] },
      events: [#"{"a":"3"}"#, "# 2 values, and the first row has 1 (f:3)"]),
    Case(
      title: "two columns of one name", text: "a,b,a\n1,2,3\n",
      events: [#"# two columns are called "a"; with header: false rows are lists (f:1)"#]),
    Case(
      title: "a header that cannot be read", text: "\"a\"b,c\n1,2\n",
      events: [
        "# the first row cannot be read: text behind a closing quote; with header: false rows are lists (f:1)"
      ]),
  ]

  @Test(arguments: cases, batchLimits)
  func rows(_ row: Case, _ limit: Int) {
    for readSize in [1, 2, 5, Int.max] {
      let got = SeparatedValuesTests.read(
        row.text, row.definition, row.options(), batchLimit: limit, readSize: readSize)
      #expect(got.events == row.events)
      #expect(got.errors == row.errors)
      #expect(got.hadErrors == !row.errors.isEmpty)
    }
  }

  @Test(arguments: ["", ";;", "\"", "\n", "é"])
  func separatorsThatAreNone(_ separator: String) {
    let got = SeparatedValuesTests.read("a", .csv, ["separator": .text(separator)])
    #expect(got.events.count == 1)
    #expect(got.events[0].hasPrefix("# csv needs one ASCII character as separator"))
  }

  @Test func eachFileHasItsOwnHeader() {
    let host = ScriptedHost()
    host.files = ["f": [.text("a,b\n1,2\n")], "g": [.text("c\n3\n")]]
    let got = Transcript.of(host) { [$0.make(.csv, nil, ["files": .texts(["f", "g"])])] }
    #expect(got.events == [#"{"a":"1","b":"2"}"#, #"{"c":"3"}"#, "|"])
  }

  @Test(arguments: batchLimits)
  func whatIsNotReadIsNotToldOf(_ limit: Int) {
    let got = SeparatedValuesTests.read("a\n1\n2,3\n", take: 1, batchLimit: limit)
    #expect(got == Transcript(events: [#"{"a":"1"}"#, "|"]))
  }

  /// The next reader of standard input goes on behind the row, also where it has several lines.
  @Test(arguments: batchLimits)
  func theNextOneGoesOnBehindTheRow(_ limit: Int) {
    let host = ScriptedHost()
    host.input = [.text("1,\"a\nb\"\n2,c\n3,d\n")]
    let got = Transcript.of(host, batchLimit: limit) { bench in
      let rows = bench.make(.csv, nil, ["header": .bool(false)])
      let first = bench.make(.take, rows, ["n": .int(1)])
      return [bench.make(.concat, nil, ["signals": .signals([first, rows])])]
    }
    #expect(got.events == [#"["1","a\nb"]"#, #"["2","c"]"#, #"["3","d"]"#, "|"])
  }

  @Test func rowsAtTheLimitAndOneBeyond() {
    func read(_ lines: [String]) -> [SeparatedRow.Outcome] {
      var row = SeparatedRow(separator: UInt8(ascii: ","), limit: 8)
      return lines.map { line in
        var line = line
        return line.withUTF8 { row.read($0, endsInReturn: false) }
      }
    }
    #expect(read(["\"1234", "56\""]) == [.open, .complete])
    let tooLong = read(["\"1234", "567\"", "ab,cd"])
    #expect(tooLong[0] == .open)
    #expect(
      tooLong[1] == .bad(message: "a row longer than 8 bytes: is a quote missing?", column: 1))
    #expect(tooLong[2] == .complete)
  }

  /// Values written by the rules are read as they were, in random pieces, at every batch limit.
  @Test(arguments: 0..<40)
  func whatIsWrittenIsRead(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let width = 1 + random.below(4)
    var text = ""
    var wanted: [String] = []
    for _ in 0..<random.below(random.pick([10, 300])) {
      let values = (0..<width).map { _ in
        (0..<random.below(6)).map { _ in random.pick(["a", ",", "\"", "\n", "\r\n", "ü", " "]) }
          .joined()
      }
      let newline = random.pick(["\n", "\r\n"])
      text +=
        values.map { value in
          let needsQuotes =
            value.isEmpty || value.contains { ",\"".contains($0) || $0.isNewline }
            || random.below(3) == 0
          return needsQuotes
            ? "\""
              + value.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"") + "\""
            : value
        }.joined(separator: ",") + newline
      wanted.append(Value.list(List(flat: values.map { .string($0) })).json())
    }
    for limit in batchLimits {
      let got = SeparatedValuesTests.read(
        text, .csv, ["header": .bool(false)], batchLimit: limit,
        readSize: random.pick([1, 3, 1000, .max]))
      #expect(got == Transcript(events: wanted + ["|"]))
    }
  }
}
