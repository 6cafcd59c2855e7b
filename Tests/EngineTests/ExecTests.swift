import RxpText
import Testing

@testable import RxpEngine

/// exec: lines, endings, input and letting go, with programs that play scripts.
@Suite struct ExecTests {
  static func host(_ program: ScriptedProgram, _ files: [String: String] = [:]) -> ScriptedHost {
    let host = LinesTests.host(files)
    host.programs = ["tool": program]
    return host
  }

  static func exec(
    _ bench: Bench, _ words: [Value] = [.string("tool")], _ options: [String: BoundArgument] = [:]
  ) -> Signal {
    bench.make(
      .exec, nil, ["command": .several(words.map { .fixed($0) })].merging(options) { $1 })
  }

  @Test(arguments: batchLimits, [1, 2, 3, 5, Int.max])
  func everySplitGivesTheSameLines(_ limit: Int, _ readSize: Int) {
    let host = ExecTests.host(
      ScriptedProgram([.text("a\nb"), .silence, .text("c\r\n\nd"), .silence]))
    host.readSize = readSize
    let got = Transcript.of(host, batchLimit: limit) { [ExecTests.exec($0)] }
    #expect(got == Transcript(events: ["\"a\"", "\"bc\"", "\"\"", "\"d\"", "|"]))
  }

  @Test(
    arguments: [
      (["tool", "-l", "a b"], nil, ["tool", "-l", "a b"]),
      (["tool", 3, true, 0.5], nil, ["tool", "3", "true", "0.5"]),
      ([["tool", "x"]], nil, ["tool", "x"]),
    ] as [([any Sendable], String?, [String])])
  func wordsAreHandedOverAsTheyAre(_ words: [any Sendable], _ shell: String?, _ wanted: [String])
    throws
  {
    func value(_ word: any Sendable) throws -> Value {
      switch word {
      case let number as Int: .int(number)
      case let number as Double: .double(number)
      case let flag as Bool: .bool(flag)
      case let words as [String]: .list(try List(words.map { .string($0) }))
      default: .string("\(word)")
      }
    }
    let program = ScriptedProgram()
    let values = try words.map { try value($0) }
    let got = Transcript.of(ExecTests.host(program)) { bench in
      bench.run.folder = "/scripts"
      return [ExecTests.exec(bench, values)]
    }
    #expect(got.events == ["|"])
    #expect(program.request?.arguments == wanted.map { Text($0) })
    #expect(program.request?.folder == "/scripts")
    #expect(program.request?.hasInput == false)
    #expect(program.request?.errorOutput == .pass)
  }

  @Test func aLineForTheShellIsOnlyThat() {
    let program = ScriptedProgram()
    let host = ScriptedHost()
    host.programs = ["/bin/sh": program]
    _ = Transcript.of(host) {
      [
        ExecTests.exec(
          $0, [.string("a; b")], ["shell": .text("echo $1"), "stderr": .text("lines")])
      ]
    }
    #expect(program.request?.arguments == ["/bin/sh", "-c", "echo $1", "sh", "a; b"])
    #expect(program.request?.errorOutput == .lines)
  }

  /// How it ends, the message, the kind and the value of the error.
  @Test(arguments: batchLimits)
  func everythingButStatus0IsAnError(_ limit: Int) throws {
    let cases: [(ProgramEnding, String, String, String)] = [
      (.exited(2), "pass", "tool ended with status 2", "{\"program\":\"tool\",\"status\":2}"),
      (
        .exited(1), "gather", "tool ended with status 1: no such thing",
        "{\"program\":\"tool\",\"status\":1,\"stderr\":\"usage\\nno such thing\\n\"}"
      ),
      (.killed(9), "drop", "tool was ended by signal 9", "{\"program\":\"tool\",\"status\":137}"),
    ]
    for (ending, stderr, message, value) in cases {
      let program = ScriptedProgram([.text("a\nb\n")], ending: ending)
      program.errors = "usage\nno such thing\n"
      let caught = Transcript.of(ExecTests.host(program), batchLimit: limit) { bench in
        [
          bench.make(
            .catch, ExecTests.exec(bench, [.string("tool")], options(stderr)),
            [
              "handler": .asked { error in
                guard case .failure(let failure) = error else { return .null }
                return .signal(
                  bench.make(
                    .just, nil,
                    [
                      "values": .several([
                        .fixed(.text(failure.kind)), .fixed(.text(failure.message)),
                        .fixed(failure.payload ?? .null),
                      ])
                    ]))
              }
            ])
        ]
      }
      #expect(
        caught.events == [
          "\"a\"", "\"b\"", "\"exit\"", Value.string(message).json(), value, "|",
        ])
      #expect(!program.wasEnded, "it has ended by itself")
    }
    func options(_ stderr: String) -> [String: BoundArgument] { ["stderr": .text(stderr)] }
  }

  @Test func whatCannotBeStartedIsAnError() {
    let host = ScriptedHost()
    let missing = Transcript.of(host) { [ExecTests.exec($0)] }
    #expect(missing.events == ["# cannot run tool: no such file or directory"])
    let nothing = Transcript.of(host) { [ExecTests.exec($0, [])] }
    #expect(nothing.events.count == 1)
    #expect(nothing.events[0].hasPrefix("# exec needs a program"))
    let wrong = Transcript.of(host) { [ExecTests.exec($0, [.null])] }
    #expect(wrong.events == ["# exec needs strings as command: got null"])
    let zero = Transcript.of(host) { [ExecTests.exec($0, [.string("to\0ol")])] }
    #expect(zero.events.first?.contains("NUL") == true)
  }

  @Test func itIsAskedWhetherItMayBeRun() {
    let program = ScriptedProgram()
    let got = Transcript.of(ExecTests.host(program)) { bench in
      bench.run.authorize = { use, subject in
        #expect(use == .program)
        throw HostError(operation: "run", subject: subject, code: 13, reason: "no")
      }
      return [ExecTests.exec(bench)]
    }
    #expect(got.events == ["# cannot run tool: no"])
    #expect(program.request == nil)
  }

  // MARK: Letting go

  @Test(arguments: batchLimits)
  func whoWantsNoMoreEndsIt(_ limit: Int) {
    let program = ScriptedProgram([.text("a\nb\nc\n"), .silence])
    let got = Transcript.of(ExecTests.host(program), batchLimit: limit) {
      [LinesTests.take($0, 2, ExecTests.exec($0))]
    }
    #expect(got.events == ["\"a\"", "\"b\"", "|"])
    #expect(program.wasEnded)
  }

  // MARK: Input

  @Test(arguments: [
    (BoundArgument.text("a\nb"), "a\nb"),
    (.fixed(.range(IntRange(1, 3))), "1\n2\n3\n"),
    (.fixed(.list(.empty)), ""),
  ])
  func itReadsWhatItIsGiven(_ input: BoundArgument, _ wanted: String) {
    let program = ScriptedProgram([.text("done\n")])
    program.waitsForInput = true
    program.appetite = 2
    let got = Transcript.of(ExecTests.host(program)) {
      [ExecTests.exec($0, [.string("tool")], ["input": input])]
    }
    #expect(got.events == ["\"done\"", "|"])
    #expect(program.inputText == wanted)
    #expect(program.request?.hasInput == true)
  }

  @Test(arguments: batchLimits)
  func aSignalFeedsItLineByLine(_ limit: Int) {
    let program = ScriptedProgram([.text("done\n")])
    program.waitsForInput = true
    let got = Transcript.of(ExecTests.host(program, ["f": "x\ny\n"]), batchLimit: limit) { bench in
      let lines = LinesTests.lines(bench, "f")
      return [ExecTests.exec(bench, [.string("tool")], ["input": .signal(lines)])]
    }
    #expect(got.events == ["\"done\"", "|"])
    #expect(program.inputText == "x\ny\n")
  }

  @Test func anErrorOfItsInputIsItsOwn() {
    let program = ScriptedProgram()
    program.waitsForInput = true
    let got = Transcript.of(ExecTests.host(program)) { bench in
      let lines = LinesTests.lines(bench, "nowhere")
      return [ExecTests.exec(bench, [.string("tool")], ["input": .signal(lines)])]
    }
    #expect(got.events == ["# cannot read nowhere: no such file"])
    #expect(program.wasEnded)
  }

  @Test func whatReadsNoMoreIsFedNoMore() {
    let program = ScriptedProgram([.text("a\n"), .silence, .silence, .text("b\n")])
    program.closesInput = true
    let got = Transcript.of(ExecTests.host(program)) { bench in
      let never = bench.make(.never)
      return [ExecTests.exec(bench, [.string("tool")], ["input": .signal(never)])]
    }
    #expect(got.events == ["\"a\"", "\"b\"", "|"])
  }

  /// A file of 6 MB for a program that reads 100 kB at a time: the file waits.
  @Test(arguments: [1, 1024])
  func aSlowProgramHoldsItsFileBack(_ limit: Int) {
    let program = ScriptedProgram([.text("done\n")])
    program.waitsForInput = true
    program.appetite = 100_000
    let line = String(repeating: "x", count: 999) + "\n"
    let host = ExecTests.host(program)
    host.files["f"] = (0..<6).map { _ in .text(String(repeating: line, count: 1000)) }
    let got = Transcript.of(host, batchLimit: limit) { bench in
      let lines = bench.make(.map, LinesTests.lines(bench, "f"), ["f": .it])
      return [ExecTests.exec(bench, [.string("tool")], ["input": .signal(lines)])]
    }
    #expect(got.events == ["\"done\"", "|"])
    #expect(program.input.count == 6_000_000)
    // One turn more than what makes it wait.
    #expect(program.mostWaiting < Limits.programInputWaiting + Limits.turnRows * 1000 + 1)
  }

  @Test func whatCannotWaitIsBounded() {
    let program = ScriptedProgram()
    program.waitsForInput = true
    program.appetite = 0
    let got = Transcript.of(ExecTests.host(program)) { bench in
      let long = Value.string(String(repeating: "x", count: 1 << 24))
      let numbers = bench.make(
        .from, nil, ["items": .fixed(.range(IntRange(1, Int.max)))])
      let lines = bench.make(.map, numbers, ["f": .asked { _ in long }])
      return [ExecTests.exec(bench, [.string("tool")], ["input": .signal(lines)])]
    }
    #expect(got.events == ["# tool has not read more than 268435456 bytes of its input"])
    #expect(program.wasEnded)
  }
}
