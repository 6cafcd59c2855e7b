import CPty
import CSystem
import RxpEngine
import Testing

@testable import RxpIO

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal nobody sits at, and a clock that goes on when it is told to.
private final class PacedTerminal {
  private var side: Int32 = -1
  private let terminal: Int32
  private var now = 5_000_000_000
  let progress: Progress
  let host = SystemHost(catchingInterrupts: false)

  init(columns: Int = 80, files: [String] = [], isDumb: Bool = false) throws {
    var side: Int32 = -1
    terminal = cpty_open(Int32(columns), 24, &side)
    try #require(terminal >= 0)
    self.side = side
    var clock: () -> Int = { 0 }
    progress = Progress(terminal: side, files: files, isDumb: isDumb) { clock() }
    host.show(progress)
    clock = { [unowned self] in now }
  }

  deinit {
    close(side)
    close(terminal)
  }

  func pass(milliseconds: Int) { now += milliseconds * 1_000_000 }

  /// What has been written since the last look, `ESC [K` shown as `⌫`.
  var written: String {
    var text = ""
    var buffer = [CChar](repeating: 0, count: 4096)
    while case let count = cpty_read(terminal, &buffer, buffer.count, 0), count > 0 {
      text += String(
        decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text.replacing("\u{1B}[K", with: "⌫").replacing("\r", with: "⏎")
  }

  /// A writer on the same terminal.
  func writer() -> OutputWriter {
    OutputWriter(Descriptor(borrowing: side), name: "terminal", progress: progress)
  }
}

extension ByteReader {
  /// Reads one block of at most so many bytes.
  fileprivate func take(_ count: Int) -> ReadResult {
    var block = [UInt8](repeating: 0, count: count)
    return block.withUnsafeMutableBytes { read(into: $0) }
  }
}

extension Outside {
  @Suite("progress") struct ProgressTests {
    private let directory = TemporaryDirectory()

    private func file(_ name: String, bytes: Int) -> String {
      directory.append(name, String(repeating: "x", count: bytes))
      return directory(name)
    }

    @Test func `a file, from its start to its end`() throws {
      let terminal = try PacedTerminal()
      let reader = try terminal.host.openForReading(file("a", bytes: 4_000))
      #expect(reader.take(1_000) == .bytes(1_000))
      terminal.pass(milliseconds: 999)
      #expect(reader.take(500) == .bytes(500))
      // What ends within a second shows nothing.
      #expect(terminal.written == "")
      terminal.pass(milliseconds: 1)
      #expect(reader.take(500) == .bytes(500))
      #expect(terminal.written == "⏎2.00 kB of 4.00 kB (50%), 2.00 kB/s, 0:01 left⌫")
      // A few times a second, not more often.
      terminal.pass(milliseconds: 249)
      #expect(reader.take(500) == .bytes(500))
      #expect(terminal.written == "")
      terminal.pass(milliseconds: 751)
      #expect(reader.take(500) == .bytes(500))
      #expect(terminal.written == "⏎3.00 kB of 4.00 kB (75%), 1.50 kB/s, 0:01 left⌫")
      #expect(reader.take(5_000) == .bytes(1_000))
      #expect(terminal.written == "")
      #expect(reader.take(1) == .end)
      #expect(terminal.written == "⏎⌫")
      terminal.pass(milliseconds: 5_000)
      terminal.progress.drawWhenDue()
      #expect(terminal.written == "")
    }

    @Test func `the rate is that of the last seconds`() throws {
      let terminal = try PacedTerminal()
      let reader = try terminal.host.openForReading(file("a", bytes: 100_000))
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(50_000) == .bytes(50_000))
      for _ in 0..<20 {
        terminal.pass(milliseconds: 250)
        #expect(reader.take(100) == .bytes(100))
      }
      #expect(terminal.written.hasSuffix("⏎52.0 kB of 100 kB (52%), 400 B/s, 2:00 left⌫"))
      reader.close()
      #expect(terminal.written == "⏎⌫")
    }

    @Test func `files of the command line count from the first one on`() throws {
      let paths = [file("a", bytes: 1_000), file("b", bytes: 2_000), file("c", bytes: 7_000)]
      let terminal = try PacedTerminal(files: paths + [directory("none"), directory.path])
      var reader = try terminal.host.openForReading(paths[0])
      #expect(drain(reader).hasSuffix("«end»"))
      terminal.pass(milliseconds: 1_000)
      reader = try terminal.host.openForReading(paths[1])
      #expect(reader.take(1_000) == .bytes(1_000))
      #expect(terminal.written == "⏎2.00 kB of 10.0 kB (20%), 2.00 kB/s, 0:04 left⌫")
      #expect(drain(reader).hasSuffix("«end»"))
      #expect(terminal.written == "")
      reader = try terminal.host.openForReading(paths[2])
      #expect(drain(reader).hasSuffix("«end»"))
      #expect(terminal.written == "⏎⌫")
    }

    @Test func `arguments that are not what is read do not count`() throws {
      let terminal = try PacedTerminal(files: [file("a", bytes: 1_000), file("b", bytes: 2_000)])
      let reader = try terminal.host.openForReading(file("c", bytes: 500))
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(250) == .bytes(250))
      #expect(terminal.written == "⏎250 B of 500 B (50%), 250 B/s, 0:01 left⌫")
    }

    @Test func `a new reading starts anew`() throws {
      let terminal = try PacedTerminal()
      var reader = try terminal.host.openForReading(file("a", bytes: 1_000))
      #expect(drain(reader).hasSuffix("«end»"))
      terminal.pass(milliseconds: 10_000)
      reader = try terminal.host.openForReading(file("b", bytes: 500))
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "")
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "⏎200 B of 500 B (40%), 200 B/s, 0:02 left⌫")
    }

    @Test func `a pipe that gives much shows bytes and rate`() throws {
      let terminal = try PacedTerminal()
      var (end, input): (Int32, Int32) = (0, 0)
      #expect(csys_pipe(&end, &input, 0) == 0)
      let reader = try SystemHost.reader(
        of: Descriptor(owning: end), name: "pipe", progress: terminal.progress)
      let block = [UInt8](repeating: 0x78, count: 32_768)
      for number in 1...32 {
        #expect(csys_write(input, block, block.count) == block.count)
        if number == 32 { terminal.pass(milliseconds: 2_000) }
        #expect(reader.take(block.count) == .bytes(block.count))
        if number < 32 { #expect(terminal.written == "") }
      }
      #expect(terminal.written == "⏎1.05 MB, 524 kB/s⌫")
      _ = csys_close(input)
      #expect(reader.take(1) == .end)
      #expect(terminal.written == "⏎⌫")
      reader.close()
    }

    @Test func `output to the terminal wipes the line first`() throws {
      let terminal = try PacedTerminal()
      let writer = terminal.writer()
      let reader = try terminal.host.openForReading(file("a", bytes: 1_000))
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "⏎100 B of 1.00 kB (10%), 100 B/s, 0:09 left⌫")
      try writer.write("an answer\n")
      #expect(terminal.written == "⏎⌫an answer\n")
      try writer.write("half a line")
      #expect(terminal.written == "half a line")
      // Not behind a line that has not ended.
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "")
      try writer.write("\n")
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "\n⏎300 B of 1.00 kB (30%), 100 B/s, 0:07 left⌫")
      terminal.progress.finish()
      #expect(terminal.written == "⏎⌫")
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "")
    }

    @Test func `a terminal that knows nothing but characters`() throws {
      let terminal = try PacedTerminal(isDumb: true)
      let reader = try terminal.host.openForReading(file("a", bytes: 1_000))
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(1) == .bytes(1))
      #expect(terminal.written == "⏎1 B of 1.00 kB (0%), 1 B/s, 16:39 left")
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(999) == .bytes(999))
      #expect(terminal.written == "⏎1.00 kB of 1.00 kB (100%), 500 B/s, 0:00 left")
      #expect(reader.take(1) == .end)
      #expect(terminal.written == "⏎\(String(repeating: " ", count: 45))⏎")
    }

    @Test func `a narrow terminal is not wrapped`() throws {
      let terminal = try PacedTerminal(columns: 30)
      let reader = try terminal.host.openForReading(file("a", bytes: 1_000))
      terminal.pass(milliseconds: 1_000)
      #expect(reader.take(100) == .bytes(100))
      #expect(terminal.written == "⏎100 B of 1.00 kB (10%)⌫")
    }

    #if canImport(Glibc)
      @Test func `bytes read elsewhere are counted, and drawn by the loop`() throws {
        let terminal = try PacedTerminal()
        let reader = try terminal.host.openForReading(file("a", bytes: 1_000))
        terminal.pass(milliseconds: 1_000)
        var thread = pthread_t()
        let context = Unmanaged.passUnretained(reader as AnyObject).toOpaque()
        let code = pthread_create(
          &thread, nil,
          {
            readElsewhere($0)
            return nil
          }, context)
        #expect(code == 0)
        pthread_join(thread, nil)
        #expect(terminal.written == "")
        terminal.progress.drawWhenDue()
        #expect(terminal.written == "⏎600 B of 1.00 kB (60%), 600 B/s, 0:01 left⌫")
      }
    #endif
  }
}

private func readElsewhere(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let object = Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue()
  _ = (object as? any ByteReader)?.take(600)
}
