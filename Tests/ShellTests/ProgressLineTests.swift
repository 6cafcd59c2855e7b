import CPty
import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The line of progress of rxp itself, which reads a pipe by name that the test fills.
@Suite("line of progress")
struct ProgressLineTests {
  private let folder: String
  private let pipe: String

  init() throws {
    folder = try TemporaryFolder.make()
    pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
  }

  /// Starts rxp and gives it 2 MB, of which the last line is not complete yet.
  private func start(_ program: String) throws -> (session: TerminalSession, pipe: Int32) {
    let session = try TerminalSession.rxp(["-e", program, pipe])
    let end = open(pipe, O_WRONLY)
    try #require(end >= 0)
    var lines = Array(String(repeating: "a line of twenty ch\n", count: 100_000).utf8)
    lines += Array("the last".utf8)
    var written = 0
    while written < lines.count {
      let count = lines.withUnsafeBytes { bytes in
        bytes.baseAddress.map { write(end, $0 + written, bytes.count - written) } ?? -1
      }
      try #require(count > 0)
      written += count
    }
    return (session, end)
  }

  private static func isProgress(_ line: String) -> Bool {
    line.hasPrefix("2.00 MB, ") && line.hasSuffix("B/s")
  }

  @Test func `is drawn while rxp waits, and wiped before the answer`() throws {
    let (session, end) = try start("count")
    try session.wait(for: "the progress") { $0.lines.contains(where: Self.isProgress) }
    close(end)
    try session.expect(["100001"])
    #expect(try session.end() == 0)
    #expect(session.screen.history == ["100001"])
    TemporaryFolder.remove(folder)
  }

  @Test func `is wiped before an error`() throws {
    let (session, end) = try start(#"filter false | concat (fail "lost")"#)
    try session.wait(for: "the progress") { $0.lines.contains(where: Self.isProgress) }
    close(end)
    try session.wait(for: "the error") { $0.lines.first?.hasPrefix("error[") == true }
    #expect(try session.end() == 1)
    #expect(!session.screen.history.contains { $0.contains("MB") })
    TemporaryFolder.remove(folder)
  }

  @Test func `is wiped on an interrupt`() throws {
    let (session, end) = try start("count")
    try session.wait(for: "the progress") { $0.lines.contains(where: Self.isProgress) }
    session.type("\u{03}")
    #expect(try session.end() == 130)
    #expect(!session.screen.history.contains { $0.contains("MB") })
    close(end)
    TemporaryFolder.remove(folder)
  }

  @Test(arguments: [([], true), (["--no-progress"], false)])
  func `only where it is wanted and there is a terminal`(options: [String], isWanted: Bool) throws {
    var side: Int32 = -1
    let terminal = cpty_open(80, 24, &side)
    try #require(terminal >= 0)
    defer {
      close(side)
      close(terminal)
    }
    let options = try CommandLineOptions(options + ["-e", "count"])
    #expect((Commands.progress(options, on: side) != nil) == isWanted)
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    #expect(Commands.progress(options, on: file) == nil)
  }
}
