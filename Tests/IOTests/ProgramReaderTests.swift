import CSystem
import RxpEngine
import Testing

@testable import RxpIO

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Outside {
  /// Real programs: what they write and how they end, that they are fed, and that nothing of them is
  /// left, whenever they are let go of.
  @Suite struct ProgramReaderTests {
    private let directory = TemporaryDirectory()
    private let host = SystemHost(catchingInterrupts: false)

    private func shell(
      _ line: String, stderr: ProgramStart.ErrorOutput = .drop, hasInput: Bool = false
    ) throws -> ProgramReader {
      var program = ProgramStart(["/bin/sh", "-c", Text(line)])
      program.errorOutput = stderr
      program.hasInput = hasInput
      return try #require(try host.start(program) as? ProgramReader)
    }

    /// What it gives to its end, waiting as the loop does.
    private func finish(_ program: ProgramReader) -> String {
      var text = ""
      while !text.hasSuffix("«end»") {
        text += drain(program, piece: 65_536)
        if !text.hasSuffix("«end»") { host.wait(for: [program], until: nil) }
      }
      return String(text.dropLast("«end»".count))
    }

    /// Reads until something comes.
    private func first(_ program: ProgramReader) -> String {
      var text = ""
      while text.isEmpty {
        text = drain(program)
        if text.isEmpty { host.wait(for: [program], until: nil) }
      }
      return text
    }

    private func isGone(_ process: Int32) -> Bool { kill(process, 0) == -1 && errno == ESRCH }

    /// What the program had started is not ours to reap: that may take a moment.
    private func groupIsGone(_ group: Int32) -> Bool {
      for _ in 0..<5000 {
        if kill(-group, 0) == -1 { return true }
        host.wait(for: [], until: host.monotonicNow() + 2 * Time.millisecond)
      }
      return false
    }

    @Test(arguments: [
      ("true", "", ProgramEnding.exited(0)), ("echo a; echo b", "a\nb\n", .exited(0)),
      ("echo a; exit 3", "a\n", .exited(3)), ("kill -KILL $$", "", .killed(9)),
      ("echo a; kill -TERM $$", "a\n", .killed(15)), ("exec 1>&-; exit 7", "", .exited(7)),
      ("cat", "", .exited(0)), ("exec nosuchprogram", "", .exited(127)),
      // The pipe of a program that still writes is broken as anywhere else.
      ("yes | head -n 2", "y\ny\n", .exited(0)),
      // Its output is at the end when all who have it are.
      ("(echo late) & exit 4", "late\n", .exited(4)),
    ])
    func runsToItsEnd(line: String, output: String, ending: ProgramEnding) throws {
      let program = try shell(line)
      #expect(finish(program) == output)
      #expect(program.ending == ending)
      #expect(isGone(program.process), "it is reaped")
      program.close()
      #expect(drain(program) == "«end»")
    }

    @Test func theRealThings() throws {
      directory.append("a b", "x")
      var program = ProgramStart(["ls", "a b"])
      program.folder = directory.path
      let reader = try #require(try host.start(program) as? ProgramReader)
      #expect(finish(reader) == "a b\n")
      // Arguments are no shell's, and bytes are bytes.
      let words: [Text] = ["printf", "%s|", "$HOME", "a;b", "*", Text([0xFF, 0x27]), ""]
      var bytes: [UInt8] = []
      let printer = try host.start(ProgramStart(words))
      var block = [UInt8](repeating: 0, count: 100)
      reading: while true {
        switch block.withUnsafeMutableBytes({ printer.read(into: $0) }) {
        case .bytes(let count): bytes += block[..<count]
        case .wouldBlock: host.wait(for: [printer], until: nil)
        default: break reading
        }
      }
      #expect(bytes == Array("$HOME|a;b|*|".utf8) + [0xFF, 0x27] + Array("||".utf8))
      printer.close()
    }

    @Test func whatCannotBeStarted() throws {
      directory.append("plain", "x")
      directory.append("script", "#!/no/such/interpreter\n")
      chmod(directory("script"), 0o755)
      for (name, folder, reason) in [
        ("no-such-program-anywhere", nil, "no such file or directory"),
        (directory("none"), nil, "no such file or directory"),
        (directory("plain"), nil, "permission denied"), (directory.path, nil, "permission denied"),
        (directory("script"), nil, "no such file or directory"),
        ("", nil, "no such file or directory"),
        ("true", directory("none"), "no such file or directory"),
      ] as [(String, String?, String)] {
        var program = ProgramStart([Text(name)])
        program.folder = folder
        #expect(message { _ = try host.start(program) } == "cannot run \(name): \(reason)")
      }
    }

    @Test func muchOutput() throws {
      let program = try shell("head -c 50000000 /dev/zero")
      var count = 0
      var block = [UInt8](repeating: 1, count: 1 << 20)
      reading: while true {
        switch block.withUnsafeMutableBytes({ program.read(into: $0) }) {
        case .bytes(let more): count += more
        case .wouldBlock: host.wait(for: [program], until: nil)
        default: break reading
        }
      }
      #expect(count == 50_000_000)
      #expect(program.ending == .exited(0))
    }

    @Test func itStartsAsANewProcessDoes() throws {
      // None of our descriptors, no signal ignored or blocked, a group of its own.
      let held = try host.openForReading("/dev/zero")
      let program = try shell(
        """
        ls /proc/self/fd | tr '\\n' ' '
        grep -E '^Sig(Blk|Ign):' /proc/self/status | tr -d '\\n\\t'
        [ "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ ] && echo " own"
        """)
      let text = finish(program)
      #expect(text.hasSuffix(" own\n"), "\(text)")
      #if os(Linux)
        #expect(text.hasPrefix("0 1 2 3 "), "ls has one more: \(text)")
        #expect(!text.hasPrefix("0 1 2 3 4"), "\(text)")
        // Besides two that are the C library's own.
        #expect(
          text.contains("SigBlk:0000000000000000SigIgn:0000000000000000")
            || text.contains("SigBlk:0000000000000000SigIgn:0000000180000000"), "\(text)")
      #endif
      held.close()
    }

    // MARK: Standard error

    @Test func itsErrorsGoWhereTheyShould() throws {
      let line = "echo out; echo err >&2"
      let merged = try shell(line, stderr: .lines)
      #expect(finish(merged) == "out\nerr\n")
      let gathered = try shell(line, stderr: .gather)
      #expect(finish(gathered) == "out\n")
      #expect(gathered.errors == Array("err\n".utf8))
      let dropped = try shell(line, stderr: .drop)
      #expect(finish(dropped) == "out\n")
      // Only the last of much is kept; what is not read would stop it.
      let much = try shell("head -c 3000000 /dev/zero >&2; echo last >&2", stderr: .gather)
      #expect(finish(much) == "")
      #expect(much.errors.count == Limits.programErrorBytes)
      #expect(much.errors.suffix(5).elementsEqual("last\n".utf8))
    }

    // MARK: Input

    @Test func itIsFed() throws {
      let program = try shell("cat", hasInput: true)
      program.feed(Array("one\n".utf8))
      #expect(first(program) == "one\n")
      program.feed(Array("two\n".utf8))
      program.endInput()
      #expect(finish(program) == "two\n")
      #expect(program.ending == .exited(0))
    }

    @Test func muchGoesThrough() throws {
      let program = try shell("cat", hasInput: true)
      let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
      for _ in 0..<20 { program.feed(block) }
      program.endInput()
      #expect(program.waitingInput > 0, "a pipe does not hold so much")
      #expect(finish(program).utf8.count == 20_000_000)
    }

    @Test func whatItDoesNotWantIsDropped() throws {
      let program = try shell("head -c 3; exec 0<&-; echo; cat /dev/null", hasInput: true)
      for _ in 0..<10 { program.feed([UInt8](repeating: UInt8(ascii: "x"), count: 100_000)) }
      #expect(finish(program) == "xxx\n")
      #expect(program.refusesInput)
      #expect(program.waitingInput == 0)
    }

    // MARK: Letting go

    @Test(arguments: [
      "echo begun; exec sleep 1000",
      // One that does not listen, one that has started others, one that is stopped, one that never
      // reads what it is fed, one that floods.
      "trap '' TERM; echo begun; while :; do sleep 1000; done",
      "sleep 1000 & echo begun; wait", "echo begun; kill -STOP $$; sleep 1000",
      "echo begun; exec 1>&-; exec sleep 1000", "echo begun; yes",
    ])
    func lettingGoEndsIt(line: String) throws {
      let program = try shell(line, hasInput: true)
      program.feed([UInt8](repeating: 0, count: 1_000_000))
      #expect(first(program).hasPrefix("begun\n"))
      let before = host.monotonicNow()
      program.close()
      // Far less than the grace that a stubborn one is given.
      #expect(host.monotonicNow() - before < Int(ProgramReader.grace) / 2)
      #expect(drain(program) == "«end»")
      host.close()
      #expect(isGone(program.process))
      #expect(groupIsGone(program.process), "its group is gone too")
    }

    @Test func oneThatWasNeverReadIsEndedToo() throws {
      var process: Int32 = 0
      do { process = try shell("sleep 1000").process }
      host.close()
      #expect(isGone(process))
    }

    @Test func aHundredAtOnce() throws {
      let programs = try (0..<100).map { try shell("echo \($0); exec sleep 1000") }
      for (number, program) in programs.enumerated() {
        #expect(first(program) == "\(number)\n")
      }
      for program in programs { program.close() }
      host.close()
      for program in programs { #expect(isGone(program.process)) }
    }
  }
}
