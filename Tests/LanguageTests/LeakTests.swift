import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

@testable import RxpEngine

/// A test block that leaves something behind fails and says what.
@Suite struct LeakTests {
  /// A stage that belongs to nobody.
  private final class Forgotten: Stage {
    override func timer(_ token: Int) {}
  }

  private final class Kept { var stages: [Stage] = [] }

  private static func run(
    _ text: String, host: any Host = MemoryHost(), configure: (Run) -> Void = { _ in }
  ) throws -> [String] {
    let compiler = Compiler(SourceText(name: "leaks", text))
    let steps = compiler.compile(parse(SourceText(name: "leaks", text)).script)
    #expect(!compiler.hasErrors)
    var failures: [String] = []
    for case .test(let test) in steps {
      failures += TestRunner.run(test, prelude: [], host: host, configure: configure).failures
    }
    return failures
  }

  private static let test = """
    test "t", frame: 1ms {
      expect cold "-a-b-|" | delay 2ms is "---a-b-|"
    }

    """

  @Test func nothingIsLeftOfAnOrdinaryTest() throws {
    #expect(try LeakTests.run(LeakTests.test) == [])
  }

  /// The diagram of a hot signal goes on though nobody listens any more: that is no leak.
  @Test func whatTheClockDrivesIsNoLeak() throws {
    let text = """
      test "t", frame: 1ms {
        let a = hot "-a-b-c 100000ms d"
        expect a | take 1 is "-[a|]"
      }

      """
    #expect(try LeakTests.run(text) == [])
  }

  @Test func aForgottenStageAndItsTimersAreSeen() throws {
    let kept = Kept()
    let failures = try LeakTests.run(LeakTests.test) { run in
      let stage = Forgotten(run)
      kept.stages.append(stage)
      stage.wake(at: Time.second)
      stage.wake(at: 2 * Time.second)
    }
    #expect(failures == ["1 stage is alive after the end", "2 timers are set after the end"])
  }

  /// A timer of a stage that has ended is none.
  @Test func whatIsCancelledIsNoLeak() throws {
    let failures = try LeakTests.run(LeakTests.test) { run in
      let stage = Forgotten(run)
      stage.wake(at: Time.second)
      stage.cancel()
    }
    #expect(failures == [])
  }

  /// A host whose count of descriptors grows with each look.
  @Test func anOpenDescriptorIsSeen() throws {
    #expect(
      try LeakTests.run(LeakTests.test, host: LeakingHost())
        == ["1 descriptor is open after the end"])
  }

  private final class LeakingHost: Host {
    private let host = MemoryHost()
    private var looks = 0
    var openDescriptors: Int {
      looks += 1
      return looks
    }
    func monotonicNow() -> Int { host.monotonicNow() }
    func wallNow() -> Int { host.wallNow() }
    func openForReading(_ path: String) throws -> any ByteReader { try host.openForReading(path) }
    func follow(_ path: String) throws -> any ByteReader { try host.follow(path) }
    func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
      try host.openForWriting(path, append: append)
    }
    var standardInput: any ByteReader { host.standardInput }
    var standardOutput: any ByteWriter { host.standardOutput }
    var standardError: any ByteWriter { host.standardError }
    func wait(for readers: [any ByteReader], until deadline: Int?) {
      host.wait(for: readers, until: deadline)
    }
    let isInterrupted = false
  }
}
