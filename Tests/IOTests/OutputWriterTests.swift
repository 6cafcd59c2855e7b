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
  @Suite struct OutputWriterTests {
    private let directory = TemporaryDirectory()
    private let host = SystemHost(catchingInterrupts: false)

    @Test func createsTruncatesExtends() throws {
      let path = directory("out")
      for (text, append, expected) in [
        ("one\n", false, "one\n"), ("two\n", false, "two\n"), ("three\n", true, "two\nthree\n"),
      ] {
        let writer = try host.openForWriting(path, append: append)
        #expect(!writer.isTerminal)
        #expect(writer.name == path)
        try writer.write(text)
        try writer.close()
        try writer.close()
        #expect(directory.contents("out") == expected)
      }
    }

    @Test func keepsBytesUntilFlushed() throws {
      let writer = try host.openForWriting(directory("out"), append: false)
      try writer.write("abc")
      #expect(directory.contents("out") == "")
      try writer.flush()
      #expect(directory.contents("out") == "abc")
      try writer.write("d")
      try writer.close()
      #expect(directory.contents("out") == "abcd")
    }

    /// Every size around the buffer's, in one piece and after a few bytes.
    @Test(arguments: [-1, 0, 1])
    func sizesAroundTheBuffer(difference: Int) throws {
      for before in [0, 1, 5] {
        let text = String(repeating: "x", count: OutputWriter.capacity + difference)
        let writer = try host.openForWriting(directory("out"), append: false)
        try writer.write(String(repeating: "a", count: before))
        try writer.write(text)
        try writer.write("end")
        try writer.close()
        #expect(directory.contents("out") == String(repeating: "a", count: before) + text + "end")
      }
    }

    @Test func whatCannotBeOpened() {
      directory.makeDirectory("d")
      for (path, reason) in [
        (directory("d"), "is a directory"), (directory("no/x"), "no such file or directory"),
        ("/proc/version/x", "not a directory"),
      ] {
        #expect(
          message { _ = try host.openForWriting(path, append: false) }
            == "cannot write \(path): \(reason)")
      }
    }

    @Test func fullDevice() throws {
      let writer = try host.openForWriting("/dev/full", append: false)
      try writer.write("x")
      let full = "cannot write /dev/full: no space left on device"
      #expect(message { try writer.flush() } == full)
      // Told once; nothing is left that could fail again.
      #expect(message { try writer.flush() } == nil)
      let large = String(repeating: "x", count: 100_000)
      #expect(message { try writer.write(large) } == full)
      try writer.write("y")
      #expect(message { try writer.close() } == full)
      #expect(message { try writer.close() } == nil)
    }

    @Test func closedPipe() throws {
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      _ = csys_pipe(&readEnd, &writeEnd, 0)
      close(readEnd)
      let writer = OutputWriter(Descriptor(owning: writeEnd), name: "pipe")
      try writer.write("x")
      do {
        try writer.flush()
        Issue.record("nothing thrown")
      } catch let error as HostError {
        #expect(error.code == EPIPE)
        #expect(error.message == "cannot write pipe: broken pipe")
      }
    }

    @Test func closedDescriptor() throws {
      let writer = OutputWriter(Descriptor(borrowing: -1), name: "standard output")
      try writer.write("x")
      #expect(message { try writer.flush() } == "cannot write standard output: bad file descriptor")
    }

    /// A socket with little room takes each write in pieces; a thread reads the other end.
    @Test(arguments: [false, true])
    func shortWritesDoNotShow(isNonblocking: Bool) throws {
      var ends: [Int32] = [-1, -1]
      #expect(socketpair(AF_UNIX, streamSocket, 0, &ends) == 0)
      var room: Int32 = 4096
      setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
      if isNonblocking { _ = fcntl(ends[0], F_SETFL, O_NONBLOCK) }
      let reading = ReadingThread(ends[1])
      let writer = OutputWriter(Descriptor(owning: ends[0]), name: "socket")
      var expected: [UInt8] = []
      var random = SeededGenerator(5)
      for _ in 0..<60 {
        let piece = (0..<Int.random(in: 0...9000, using: &random)).map {
          UInt8(truncatingIfNeeded: $0 &+ expected.count)
        }
        expected += piece
        try piece.withUnsafeBytes { try writer.write($0) }
      }
      try writer.close()
      #expect(reading.join() == expected)
    }

    @Test func terminalsAreWrittenAtOnce() throws {
      var master: Int32 = -1
      var slave: Int32 = -1
      #expect(openpty(&master, &slave, nil, nil, nil) == 0)
      let writer = OutputWriter(Descriptor(owning: slave), name: "terminal")
      #expect(writer.isTerminal)
      try writer.write("abc")
      var bytes = [UInt8](repeating: 0, count: 10)
      #expect(read(master, &bytes, 10) == 3)
      try writer.close()
      close(master)
    }

    /// What Ctrl-C is for: a reader that does not read.
    @Test func anInterruptGetsOutOfAStalledWrite() throws {
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      _ = csys_pipe(&readEnd, &writeEnd, 0)
      let writer = OutputWriter(
        Descriptor(owning: writeEnd), name: "pipe", stopsOnInterrupt: true)
      csys_raise_interrupt()
      defer { csys_forget_interrupts() }
      // There is room: it comes out although the run is being stopped.
      try writer.write("last words")
      try writer.flush()
      let large = String(repeating: "x", count: 1 << 20)
      #expect(message { try writer.write(large) } == "cannot write pipe: interrupted system call")
      var bytes = [UInt8](repeating: 0, count: 10)
      #expect(read(readEnd, &bytes, 10) == 10)
      #expect(String(decoding: bytes, as: UTF8.self) == "last words")
      close(readEnd)
    }
  }
}

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

/// Reads a descriptor to its end on a thread of its own, in small pieces.
private final class ReadingThread {
  private final class State: @unchecked Sendable {
    // Read by the test only after the thread has ended.
    var bytes: [UInt8] = []
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
  }

  private let state: State
  private var thread = pthread_t(bitPattern: 0)

  init(_ descriptor: Int32) {
    state = State(descriptor)
    let argument = Unmanaged.passRetained(state).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        let state = Unmanaged<State>.fromOpaque(argument!).takeRetainedValue()
        var piece = [UInt8](repeating: 0, count: 777)
        while true {
          let count = read(state.descriptor, &piece, piece.count)
          if count <= 0 { break }
          state.bytes += piece[..<count]
        }
        close(state.descriptor)
        return nil
      }, argument)
  }

  func join() -> [UInt8] {
    pthread_join(thread, nil)
    return state.bytes
  }
}
