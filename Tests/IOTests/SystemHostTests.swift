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
  @Suite struct SystemHostTests {
    private let directory = TemporaryDirectory()
    private let host = SystemHost(catchingInterrupts: true)

    init() { host.forgetInterrupts() }

    private func pipe() -> (PipeReader, Int32) {
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      _ = csys_pipe(&readEnd, &writeEnd, 0)
      return (PipeReader(Descriptor(owning: readEnd), name: "pipe"), writeEnd)
    }

    @Test func clocks() {
      let start = host.monotonicNow()
      #expect(host.monotonicNow() >= start)
      // After 2020.
      #expect(host.wallNow() > 1_577_836_800 * Time.second)
    }

    /// Never early, to the nanosecond.
    @Test(arguments: [0, 1, 999, 1_000_001, 5_000_000])
    func waitsUntilTheDeadline(nanoseconds: Int) {
      let deadline = host.monotonicNow() + nanoseconds
      host.wait(for: [], until: deadline)
      #expect(host.monotonicNow() >= deadline)
    }

    @Test func deadlinesThatHavePassedOrNeverCome() {
      let (reader, end) = pipe()
      _ = write(end, "x", 1)
      for deadline in [Int.min, 0, Int.max, Time.forever, nil] {
        host.wait(for: [reader], until: deadline)
      }
      close(end)
    }

    @Test func wakesWhenThereIsSomethingToRead() {
      let (idle, idleEnd) = pipe()
      let (ready, readyEnd) = pipe()
      _ = write(readyEnd, "x", 1)
      host.wait(for: [idle, ready], until: nil)
      #expect(drain(ready) == "x")
      // The end of a pipe is something too.
      close(readyEnd)
      host.wait(for: [idle, ready], until: nil)
      #expect(drain(ready) == "«end»")
      close(idleEnd)
    }

    @Test func filesAreAlwaysReady() throws {
      directory.append("a", "x")
      host.wait(for: [try host.openForReading(directory("a"))], until: nil)
    }

    @Test func manyReaders() {
      let pipes = (0..<200).map { _ in pipe() }
      _ = write(pipes[177].1, "x", 1)
      host.wait(for: pipes.map(\.0), until: nil)
      #expect(drain(pipes[177].0) == "x")
      for (_, end) in pipes { close(end) }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func signalsWakeAndAreRemembered(number: Int32) {
      #expect(!host.isInterrupted)
      kill(getpid(), number)
      host.wait(for: [], until: nil)
      #expect(host.isInterrupted)
      #expect(csys_interrupt_signal() == number)
      // Until it is answered nothing waits.
      host.wait(for: [], until: nil)
      host.forgetInterrupts()
      #expect(!host.isInterrupted)
      host.wait(for: [], until: host.monotonicNow() + 1000)
    }

    @Test func theSecondPressForces() {
      csys_raise_interrupt()
      #expect(!host.isInterruptForced)
      csys_raise_interrupt()
      #expect(host.isInterruptForced)
      host.forgetInterrupts()
      #expect(!host.isInterruptForced)
      // A press after that is a first one again.
      csys_raise_interrupt()
      #expect(!host.isInterruptForced)
      host.forgetInterrupts()
    }

    @Test func aThousandPressesDoNotBlock() {
      for _ in 0..<100_000 { csys_raise_interrupt() }
      #expect(host.isInterrupted)
      host.forgetInterrupts()
      #expect(!host.isInterrupted)
    }

    @Test func followedFilesWakeTheLoop() throws {
      directory.append("log", "a")
      let reader = try host.follow(directory("log"))
      #expect(drain(reader) == "a")
      directory.append("log", "b")
      host.wait(for: [reader], until: nil)
      #expect(drain(reader) == "b")
      directory.rename("log", to: "log.1")
      directory.append("log", "c")
      host.wait(for: [reader], until: nil)
      #expect(drain(reader) == "«next»c")
    }

    /// A host of a test or of a library use is not stopped by what another one caught.
    @Test func aHostThatCatchesNothingSeesNothing() {
      csys_raise_interrupt()
      #expect(!SystemHost(catchingInterrupts: false).isInterrupted)
      #expect(host.isInterrupted)
      host.forgetInterrupts()
    }

    @Test func standardStreams() {
      #expect(host.standardInput.name == "standard input")
      #expect(host.standardOutput.name == "standard output")
      #expect(host.standardError.name == "standard error")
      // Closing them leaves the process its descriptors.
      host.standardInput.close()
      #expect(fcntl(0, F_GETFD) >= 0)
    }
  }
}
