import Testing

@testable import RxpEngine

/// print, write, append and log: what they write, and what becomes of failures.
@Suite struct OutputTests {
  /// A number, strings, a list, a record.
  static func values(_ bench: Bench) throws -> Signal {
    let list = Value.list(List(flat: [.int(1), .string("x\ny"), .null]))
    let record = Value.record(try Record(pairs: [("a", .int(1))]))
    let items = try List([.int(1), .string("x\ny"), .string("ü"), .null, list, record])
    return bench.make(.from, nil, ["items": .fixed(.list(items))])
  }

  static func lines(_ bench: Bench, _ text: String, _ host: ScriptedHost) -> Signal {
    host.files["in"] = [.text(text)]
    return bench.make(.lines, nil, ["files": .texts(["in"])])
  }

  @Test(arguments: batchLimits)
  func printWritesALineEach(_ limit: Int) throws {
    let host = ScriptedHost()
    let got = try Transcript.of(host, batchLimit: limit) {
      [$0.make(.print, try OutputTests.values($0))]
    }
    #expect(got.output == "1\nx\ny\nü\nnull\n[1,\"x\\ny\",null]\n{\"a\":1}\n")
    #expect(got.events == ["|"])
  }

  @Test(arguments: batchLimits, ["is", nil])
  func linesPassUnchanged(_ limit: Int, _ label: String?) {
    let host = ScriptedHost()
    let got = Transcript.of(host, batchLimit: limit) { bench in
      let lines = OutputTests.lines(bench, "a\n\n\0\u{1}\r\nb", host)
      return [bench.make(.print, lines, ["label": label.map { .text($0) } ?? .missing])]
    }
    #expect(
      got.output == (label == nil ? "a\n\n\0\u{1}\nb\n" : "is: a\nis: \nis: \0\u{1}\nis: b\n"))
  }

  @Test(arguments: batchLimits, [false, true])
  func writeAndAppend(_ limit: Int, _ buffers: Bool) {
    let host = ScriptedHost()
    host.buffers = buffers
    for (definition, wanted) in [
      (Operator.write, "a\nb\n"), (.append, "a\nb\na\nb\n"), (.write, "a\nb\n"),
    ] {
      let got = Transcript.of(host, batchLimit: limit) { bench in
        [bench.make(definition, OutputTests.lines(bench, "a\nb", host), ["file": .text("out")])]
      }
      #expect(got.events == ["|"])
      #expect(host.text("out") == wanted)
    }
  }

  @Test func aFileThatCannotBeWrittenIsAnError() {
    let host = ScriptedHost()
    let got = Transcript.of(host) { bench in
      bench.run.resolve = { path, access in
        if path == "secret", access == .write {
          throw HostError(operation: "write", subject: path, code: 1, reason: "not allowed")
        }
        return path
      }
      let lines = OutputTests.lines(bench, "a\n", host)
      return [
        bench.make(.write, lines, ["file": .text("missing/out")]),
        bench.make(.append, lines, ["file": .text("secret")]),
      ]
    }
    #expect(
      got.events == [
        "# cannot write missing/out: no such folder", "# cannot write secret: not allowed",
      ])
  }

  /// A full disk is an error of the sink, whenever it shows: at the write, at the close, at a flush
  /// while the run waits, or when it is let go of.
  @Test(arguments: [Operator.print.name, Operator.write.name, Operator.log.name])
  func aFullDiskIsAnError(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    let options: [String: BoundArgument] = name == "write" ? ["file": .text("out")] : [:]
    let target = name == "write" ? "out" : "standard output"
    let error = "# cannot write \(target): no space left"
    func run(_ buffers: Bool, _ source: String) -> Transcript {
      let host = ScriptedHost()
      host.room = 1
      host.buffers = buffers
      return Transcript.of(host) { bench in
        [bench.make(definition, bench.cold(source), options)]
      }
    }
    #expect(run(false, "-a----|").events.last == "1ms " + error)
    // The loop is idle before the next event.
    #expect(run(true, "-a----|").events.last == "1ms " + error)
    let closing = run(true, "[a|]")
    if name != "log" {
      #expect(closing.events == [error])
      #expect(!closing.hadErrors)
    } else {
      // Nobody is left to fail by it.
      #expect(closing.hadErrors)
      #expect(closing.errors == "cannot write \(target): no space left\n")
    }
  }

  @Test func linesThatAreLostAtTheLettingGoAreToldOf() {
    let host = ScriptedHost()
    host.room = 1
    host.buffers = true
    let got = Transcript.of(host) { bench in
      let subject = Subject()
      let signal = Signal.standing(on: subject)
      bench.at(1) {
        subject.send(.string("ab"))
        bench.run.stop(.asked)
      }
      return [bench.make(.write, signal, ["file": .text("out")])]
    }
    #expect(got.events == [])
    #expect(got.errors == "cannot write out: no space left\n")
    #expect(got.hadErrors)
  }

  @Test(arguments: [false, true], batchLimits)
  func aClosedPipeEndsTheRunQuietly(_ buffers: Bool, _ limit: Int) {
    let host = ScriptedHost()
    host.room = 4
    host.writeError = 32
    host.buffers = buffers
    let got = Transcript.of(host, batchLimit: limit) { bench in
      bench.at(9) { Issue.record("the run goes on") }
      return [
        bench.make(.print, bench.cold("-ab-c-d|")), bench.make(.log, bench.cold("----------x")),
      ]
    }
    #expect(got.events == [])
    #expect(got.errors == "")
    #expect(!got.hadErrors)
  }

  @Test func aClosedPipeOfAFileIsAnError() {
    let host = ScriptedHost()
    host.room = 0
    host.writeError = 32
    let got = Transcript.of(host) { bench in
      [bench.make(.write, bench.cold("a|"), ["file": .text("fifo")])]
    }
    #expect(got.events == ["# cannot write fifo: no space left"])
  }

  @Test func logTellsEveryEvent() {
    let host = ScriptedHost()
    let got = Transcript.of(host, until: 9 * Time.millisecond) { bench in
      [
        bench.make(.log, bench.cold("-a-b|"), ["label": .text("x")]),
        bench.make(.log, bench.cold("--c#")),
        bench.make(.log, bench.cold("-------d----")),
      ]
    }
    #expect(
      got.output == """
        x 1ms next a
        2ms next c
        x 3ms next b
        3ms error error
        x 4ms completed
        7ms next d
        9ms disposed

        """)
    #expect(
      got.events == [
        "1ms \"a\"", "2ms \"c\"", "3ms \"b\"", "3ms # error", "4ms |", "7ms \"d\"",
      ])
  }

  @Test func logInTheMiddle() {
    let host = ScriptedHost()
    let got = Transcript.of(host, batchLimit: 1) { bench in
      let logged = bench.make(.log, OutputTests.lines(bench, "a\nb\nc\n", host))
      return [bench.make(.print, bench.make(.take, logged, ["n": .int(2)]))]
    }
    #expect(got.output == "0ns next a\na\n0ns next b\nb\n0ns disposed\n")
  }
}
