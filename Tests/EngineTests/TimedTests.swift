import Testing

@testable import RxpEngine

/// timed: recorded events at their instants.
@Suite struct TimedTests {
  static func read(
    _ pieces: [ScriptedHost.Piece], bad policy: String? = nil, batchLimit: Int = Limits.batchRows
  ) -> Transcript {
    let host = ScriptedHost()
    host.files["f"] = pieces
    return Transcript.of(host, batchLimit: batchLimit) { bench in
      [
        bench.make(
          .timed, nil, ["file": .text("f"), "bad": policy.map { .text($0) } ?? .missing])
      ]
    }
  }

  static let cases: [(text: String, events: [String], errors: String)] = [
    ("", ["|"], ""),
    ("# nothing\n\n", ["|"], ""),
    ("0.1 a\n0.25 b c \n", ["100ms \"a\"", "250ms \"b c \"", "250ms |"], ""),
    ("\u{FEFF}0 a\r\n1 |\n2 b\n", ["\"a\"", "1s |"], ""),
    ("0 1\n0 {\"a\":2}\n0 \"3\"\n0 null\n", ["1", "{\"a\":2}", "\"3\"", "null", "|"], ""),
    ("1 \n2\n", ["1s \"\"", "2s \"\"", "2s |"], ""),
    ("0.1 a\n0.2 # why\n", ["100ms \"a\"", "200ms # why"], ""),
    ("0.2 #\n", ["200ms # error"], ""),
    ("0.1 a\n  0.3 | \n", ["100ms \"a\"", "300ms |"], ""),
    ("1e-3 a\n", ["1ms \"a\"", "1ms |"], ""),
    ("0.000000001 a", ["1ns \"a\"", "1ns |"], ""),
    (
      "0.2 a\nsoon b\n-1 c\n0.1 d\n1e300 e\nnan f\n0.3 g\n",
      ["200ms \"a\"", "300ms \"g\"", "300ms |"],
      """
      f:2: SECONDS VALUE expected: "soon" is no time
      f:3: SECONDS VALUE expected: "-1" is no time
      f:4: times do not go back: 100ms after 200ms
      f:5: SECONDS VALUE expected: "1e300" is no time
      f:6: SECONDS VALUE expected: "nan" is no time

      """
    ),
  ]

  @Test(arguments: cases.indices, batchLimits)
  func eventsAtTheirInstants(_ index: Int, _ limit: Int) {
    let (text, events, errors) = TimedTests.cases[index]
    let got = TimedTests.read([.text(text)], batchLimit: limit)
    #expect(got.events == events)
    #expect(got.errors == errors)
    #expect(got.hadErrors == !errors.isEmpty)
  }

  @Test func aBadLineIsSkippedOrEndsTheSignal() {
    let text = "0.1 a\nsoon b\n0.2 c\n"
    let skipped = TimedTests.read([.text(text)], bad: "skip")
    #expect(skipped == Transcript(events: ["100ms \"a\"", "200ms \"c\"", "200ms |"]))
    let failed = TimedTests.read([.text(text)], bad: "fail")
    #expect(
      failed.events == [
        "100ms \"a\"", "100ms # SECONDS VALUE expected: \"soon\" is no time (f:2)",
      ])
    #expect(!failed.hadErrors)
  }

  @Test func aPipeIsWaitedFor() {
    let got = TimedTests.read([
      .silence, .text("0.1 a\n0."), .silence, .text("2 b\n"), .silence, .text("0.3 |\n"),
    ])
    #expect(got.events == ["100ms \"a\"", "200ms \"b\"", "300ms |"])
  }

  @Test func aFailureToReadComesAtTheInstantBefore() {
    let got = TimedTests.read([.text("0.1 a\n0.2 b"), .failure])
    #expect(got.events == ["100ms \"a\"", "100ms # cannot read f: it is broken"])
  }

  @Test func lettingGoClosesTheFile() {
    let host = ScriptedHost()
    host.files["f"] = [.text("0.1 a\n0.2 b\n0.3 c\n")]
    let got = Transcript.of(host, until: 150 * Time.millisecond) {
      [$0.make(.timed, nil, ["file": .text("f")])]
    }
    #expect(got.events == ["100ms \"a\""])
  }

  /// Recorded events come before what is scheduled during the run, and in the order of the sources.
  @Test func ties() {
    let host = ScriptedHost()
    host.files = ["f": [.text("0.002 f\n0.004 g\n")], "g": [.text("0.002 h\n")]]
    let got = Transcript.of(host) { bench in
      let signals = [
        bench.cold("--c|"), bench.make(.timed, nil, ["file": .text("f")]),
        bench.make(.timed, nil, ["file": .text("g")]),
      ]
      return [bench.make(.merge, nil, ["signals": .signals(signals)])]
    }
    #expect(got.events == ["2ms \"f\"", "2ms \"h\"", "2ms \"c\"", "4ms \"g\"", "4ms |"])
  }
}
