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
  @Suite struct FileReaderTests {
    private let directory = TemporaryDirectory()
    private let host = SystemHost(catchingInterrupts: false)

    @Test(arguments: [1, 2, 7, 4096])
    func readsToTheEnd(piece: Int) throws {
      directory.append("a", "one\ntwo\0\u{FFFD}\n")
      let reader = try host.openForReading(directory("a"))
      #expect(!reader.mayBlock)
      #expect(reader.descriptor == -1)
      #expect(reader.name == directory("a"))
      #expect(drain(reader, piece: piece) == "one\ntwo\0\u{FFFD}\n«end»")
      #expect(drain(reader) == "«end»")
      reader.close()
      reader.close()
    }

    @Test func emptyFile() throws {
      directory.append("a", "")
      #expect(drain(try host.openForReading(directory("a"))) == "«end»")
    }

    @Test func whatCannotBeOpened() {
      directory.makeDirectory("d")
      directory.append("file", "x")
      let long = String(repeating: "n", count: 300)
      for (path, reason) in [
        (directory("none"), "no such file or directory"), (directory("d"), "is a directory"),
        (directory("file/x"), "not a directory"), (directory(long), "file name too long"),
      ] {
        #expect(
          message { _ = try host.openForReading(path) } == "cannot read \(path): \(reason)")
      }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func permissionDenied() {
      directory.append("secret", "x")
      chmod(directory("secret"), 0)
      #expect(
        message { _ = try host.openForReading(directory("secret")) }
          == "cannot read \(directory("secret")): permission denied")
    }

    @Test func readErrorsShow() throws {
      // Reading one's own memory at 0 fails for root too.
      let reader = try host.openForReading("/proc/self/mem")
      #expect(drain(reader) == "«cannot read /proc/self/mem: input/output error»")
    }
  }

  @Suite struct PipeReaderTests {
    private let directory = TemporaryDirectory()
    private let host = SystemHost(catchingInterrupts: false)

    @Test func readsWhatIsThere() throws {
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      #expect(csys_pipe(&readEnd, &writeEnd, 0) == 0)
      let reader = PipeReader(Descriptor(owning: readEnd), name: "pipe")
      #expect(reader.mayBlock)
      #expect(reader.descriptor == readEnd)
      #expect(drain(reader) == "")
      _ = write(writeEnd, "abc", 3)
      #expect(drain(reader, piece: 2) == "abc")
      _ = write(writeEnd, "d", 1)
      close(writeEnd)
      #expect(drain(reader) == "d«end»")
      reader.close()
      #expect(reader.descriptor == -1)
      #expect(drain(reader) == "«cannot read pipe: bad file descriptor»")
    }

    @Test func aFIFOWithoutWriterIsWaitedFor() throws {
      directory.makeFIFO("f")
      let reader = try host.openForReading(directory("f"))
      #expect(reader.mayBlock)
      #expect(drain(reader) == "")
      let writer = try host.openForWriting(directory("f"), append: true)
      #expect(drain(reader) == "")
      try writer.write("hello")
      try writer.flush()
      #expect(drain(reader) == "hello")
      try writer.close()
      #expect(drain(reader) == "«end»")
    }

    @Test func devices() throws {
      let null = try host.openForReading("/dev/null")
      #expect(drain(null) == "«end»")
      let zero = try host.openForReading("/dev/zero")
      var buffer = [UInt8](repeating: 1, count: 10)
      #expect(buffer.withUnsafeMutableBytes { zero.read(into: $0) } == .bytes(10))
      #expect(buffer.allSatisfy { $0 == 0 })
    }

    @Test func aSharedDescriptorStaysBlocking() throws {
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      _ = csys_pipe(&readEnd, &writeEnd, 0)
      let reader = PipeReader(Descriptor(owning: readEnd), name: "pipe")
      _ = drain(reader)
      #expect(fcntl(readEnd, F_GETFL) & O_NONBLOCK == 0)
      close(writeEnd)
    }
  }
}
