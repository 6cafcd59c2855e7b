import Testing

@testable import RxpEngine

/// lines and text: files one after the other, standard input for all, turns, failures.
@Suite struct LinesTests {
  static func host(_ files: [String: String] = [:], input: String = "") -> ScriptedHost {
    let host = ScriptedHost()
    host.files = files.mapValues { [.text($0)] }
    host.input = [.text(input)]
    return host
  }

  static func lines(_ bench: Bench, _ files: String...) -> Signal {
    bench.make(.lines, nil, files.isEmpty ? [:] : ["files": .texts(files)])
  }

  static func take(_ bench: Bench, _ count: Int, _ signal: Signal) -> Signal {
    bench.make(.take, signal, ["n": .int(count)])
  }

  @Test(arguments: batchLimits)
  func filesComeOneAfterTheOther(_ limit: Int) {
    let host = LinesTests.host(["a": "1\n2", "b": "", "c": "3\r\n\n"])
    let got = Transcript.of(host, batchLimit: limit) { [LinesTests.lines($0, "a", "b", "c")] }
    #expect(got == Transcript(events: ["\"1\"", "\"2\"", "\"3\"", "\"\"", "|"]))
  }

  @Test(arguments: batchLimits)
  func withoutNamesThoseOfTheCommandLine(_ limit: Int) {
    let host = LinesTests.host(["a": "1\n", "b": "3\n"], input: "2\n")
    let got = Transcript.of(host, batchLimit: limit, files: ["a", "-", "b"]) {
      [LinesTests.lines($0)]
    }
    #expect(got.events == ["\"1\"", "\"2\"", "\"3\"", "|"])
  }

  @Test func withoutAnyNamesStandardInput() {
    let host = LinesTests.host(input: "1\n2")
    #expect(Transcript.of(host) { [LinesTests.lines($0)] }.events == ["\"1\"", "\"2\"", "|"])
    let field = LinesTests.host(input: "b\nbl\n")
    #expect(Transcript.of(field) { [$0.make(.text)] }.events == ["\"b\"", "\"bl\"", "|"])
  }

  @Test func aTextFieldIsListenedTo() {
    let host = LinesTests.host(input: "not read\n")
    let got = Transcript.of(host) { bench in
      let field = Subject(.latest(.string("")))
      bench.run.textField = field
      bench.at(1) { field.send(.string("b")) }
      bench.at(2) { field.finish(.completed) }
      return [bench.make(.text)]
    }
    #expect(got.events == ["\"\"", "1ms \"b\"", "2ms |"])
  }

  @Test(arguments: batchLimits)
  func whatIsWrongWithAFileEndsTheSignal(_ limit: Int) {
    let host = LinesTests.host(["a": "1\n2\n"])
    host.files["broken"] = [.text("3\n4"), .failure]
    let missing = Transcript.of(host, batchLimit: limit) { [LinesTests.lines($0, "a", "nowhere")] }
    #expect(missing.events == ["\"1\"", "\"2\"", "# cannot read nowhere: no such file"])
    let broken = Transcript.of(host, batchLimit: limit) { [LinesTests.lines($0, "broken", "a")] }
    #expect(broken.events == ["\"3\"", "# cannot read broken: it is broken"])
  }

  @Test(arguments: batchLimits)
  func pathsGoThroughThePermissions(_ limit: Int) {
    let host = LinesTests.host(["/in/a": "1\n"])
    let got = Transcript.of(host, batchLimit: limit, files: ["b"]) { bench in
      bench.run.resolve = { path, access in
        if path == "b" { throw HostError(operation: "read", subject: path, code: 1, reason: "no") }
        #expect(access == .read)
        return "/in/" + path
      }
      return [LinesTests.lines(bench, "a"), LinesTests.lines(bench)]
    }
    #expect(got.events == ["# cannot read b: no", "\"1\"", "|"])
  }

  @Test(arguments: batchLimits)
  func readingStopsWhereNobodyWantsMore(_ limit: Int) {
    let host = LinesTests.host(["a": "1\n2\n3\n"])
    host.files["b"] = [.text("1\n2\n"), .failure]
    let got = Transcript.of(host, batchLimit: limit) { bench in
      [LinesTests.take(bench, 2, LinesTests.lines(bench, "a", "nowhere"))]
    }
    #expect(got.events == ["\"1\"", "\"2\"", "|"])
    let other = Transcript.of(host, batchLimit: limit) { bench in
      [LinesTests.take(bench, 2, LinesTests.lines(bench, "b"))]
    }
    #expect(other.events == ["\"1\"", "\"2\"", "|"])
  }

  @Test(arguments: batchLimits)
  func aLineThatIsTooLongIsToldOf(_ limit: Int) {
    let host = ScriptedHost()
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.lineBytes + 1)
    host.files["a"] = [.text("1\n"), .bytes(long), .text("\n3\n")]
    let got = Transcript.of(host, batchLimit: limit) { [LinesTests.lines($0, "a")] }
    #expect(got.events == ["\"1\"", "\"3\"", "|"])
    #expect(got.errors == "a:2: a line longer than 16777216 bytes, starting at byte 2\n")
    #expect(got.hadErrors)
  }

  /// A turn has as many rows at every batch limit: two files take turns at the same lines.
  @Test func turnsDoNotDependOnBatches() throws {
    func numbers(_ letter: String, _ count: Int) -> String {
      (1...count).map { "\(letter)\($0)\n" }.joined()
    }
    let results = batchLimits.map { limit in
      Transcript.of(
        LinesTests.host(["a": numbers("a", 3000), "b": numbers("b", 2500)]), batchLimit: limit
      ) { bench in
        [
          bench.make(
            .merge, nil,
            ["signals": .signals([LinesTests.lines(bench, "a"), LinesTests.lines(bench, "b")])])
        ]
      }
    }
    for result in results.dropFirst() { #expect(result.events == results[0].events) }
    #expect(results[0].events.count == 5501)
    #expect(results[0].events.firstIndex(of: "\"b1\"") == Limits.turnRows)
    #expect(results[0].events.firstIndex(of: "\"a1025\"") == 2 * Limits.turnRows)
  }

  @Test func silenceIsWaitedFor() {
    let host = ScriptedHost()
    host.input = [.silence, .text("1\n2"), .silence, .text("3\n"), .silence]
    let got = Transcript.of(host) { [LinesTests.lines($0)] }
    #expect(got.events == ["\"1\"", "\"23\"", "|"])
    #expect(host.waits > 0)
  }

  // MARK: Standard input, read once

  @Test(arguments: batchLimits)
  func allWhoListenGetEachLine(_ limit: Int) {
    let host = LinesTests.host(input: "1\n2\n")
    let got = Transcript.of(host, batchLimit: limit) { bench in
      [LinesTests.lines(bench), LinesTests.take(bench, 1, LinesTests.lines(bench))]
    }
    #expect(got.events == ["\"1\"", "\"1\"", "|", "\"2\"", "|"])
  }

  @Test(arguments: batchLimits, [1, 3, Int.max])
  func theNextOneGoesOnWhereTheFirstOneStopped(_ limit: Int, _ readSize: Int) {
    let host = LinesTests.host(input: "1\n2\n3\n4\n5\n6")
    host.readSize = readSize
    let got = Transcript.of(host, batchLimit: limit) { bench in
      let lines = LinesTests.lines(bench)
      return [
        bench.make(
          .concat, nil,
          [
            "signals": .signals([
              LinesTests.take(bench, 2, lines), LinesTests.take(bench, 1, lines), lines, lines,
            ])
          ])
      ]
    }
    #expect(got.events == ["\"1\"", "\"2\"", "\"3\"", "\"4\"", "\"5\"", "\"6\"", "|"])
  }

  @Test(arguments: batchLimits)
  func aRetryGoesOnBehindTheLineThatFailed(_ limit: Int) {
    let host = LinesTests.host(input: "1\nbad\n3\nbad\n5\n")
    let got = Transcript.of(host, batchLimit: limit) { bench in
      let checked = bench.make(
        .map, LinesTests.lines(bench),
        [
          "f": .asked { value in
            if value.display() == "bad" { throw Failure(kind: "user", "bad") }
            return value
          }
        ])
      return [bench.make(.retry, checked, ["n": .int(5)])]
    }
    #expect(got.events == ["\"1\"", "\"3\"", "\"5\"", "|"])
  }

  @Test func nothingIsReadWhileNobodyListens() {
    let host = ScriptedHost()
    host.input = [.text("1\n"), .silence, .text("2\n")]
    let got = Transcript.of(host) { bench in
      let lines = LinesTests.lines(bench)
      let late = bench.make(.delay, bench.cold("-a|"), ["time": .ms(10)])
      return [
        LinesTests.take(bench, 1, lines),
        bench.make(
          .concat, nil, ["signals": .signals([bench.make(.ignoreValues, late), lines])]),
      ]
    }
    #expect(got.events == ["\"1\"", "|", "12ms \"2\"", "12ms |"])
  }
}
