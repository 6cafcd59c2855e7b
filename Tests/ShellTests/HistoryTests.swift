import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that goes with its test.
private final class Folder {
  let path: String
  init() throws { path = try TemporaryFolder.make() }
  deinit { TemporaryFolder.remove(path) }
}

@Suite("history")
struct HistoryTests {
  private let folder: Folder
  private var path: String { folder.path + "/deep/er/history" }

  init() throws { folder = try Folder() }

  private func entries(_ history: History) -> [String] {
    (0..<history.count).map { history[$0] }
  }

  /// Statements and how they stand in the file.
  @Test(arguments: [
    ("a | b", "a | b"),
    ("a |\n  b", "a |\\n  b"),
    (#"split "\n""#, #"split "\\n""#),
    ("\\\n\\n\r\\\\", #"\\\n\\n\r\\\\"#),
    ("日本 é\t\u{1B}", "日本 é\t\u{1B}"),
    ("ends in \\", #"ends in \\"#),
  ])
  func `escapes are taken back`(statement: String, line: String) {
    let bytes = HistoryCoding.encode(statement)
    #expect(String(decoding: bytes, as: UTF8.self) == line)
    #expect(bytes.withUnsafeBytes { HistoryCoding.decode($0) } == statement)
  }

  /// Bytes that no version of the program wrote.
  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
      ([0x5C], "\\"),
      ([0x61, 0x5C, 0x78], "a\\x"),
      ([0x00], "\0"),
    ] as [([UInt8], String)])
  func `any line is an entry`(bytes: [UInt8], statement: String) {
    #expect(bytes.withUnsafeBytes { HistoryCoding.decode($0) } == statement)
  }

  /// What is added, and what is kept of it, in a file and in memory.
  @Test(arguments: [
    (["a", "b"], ["a", "b"]),
    (["a", "a", "b", "a"], ["a", "b", "a"]),
    (["a", "aa", "a"], ["a", "aa", "a"]),
    (["aa", "a"], ["aa", "a"]),
    ([" a", "", "\n", "  ", "b"], ["b"]),
    (["a\nb", "a", "b"], ["a\nb", "a", "b"]),
  ])
  func adding(statements: [String], kept: [String]) {
    for path in [path, History.memory] {
      let unread = History(path: path)
      for statement in statements { unread.add(statement) }
      #expect(entries(unread) == kept)
      for statement in statements { unread.add(statement) }
      #expect(entries(unread).count >= kept.count)
    }
    let read = History(path: path + "2")
    #expect(read.count == 0)
    for statement in statements { read.add(statement) }
    #expect(entries(read) == kept)
    #expect(entries(History(path: path + "2")) == kept)
  }

  @Test func `the file is the user's alone`() throws {
    let history = History(path: path)
    history.add("a")
    #expect(history.path == path)
    #expect(mode(path) == 0o600)
    #expect(mode(folder.path + "/deep") == 0o700)
    chmod(path, 0o644)
    History(path: path).add("b")
    #expect(mode(path) == 0o600)
  }

  @Test func `two prompts add to one file`() {
    let first = History(path: path)
    let second = History(path: path)
    first.add("a")
    second.add("b")
    first.add("c")
    #expect(entries(History(path: path)) == ["a", "b", "c"])
  }

  @Test func `a torn last line stays a line of its own`() throws {
    History(path: path).add("a")
    try TemporaryFolder.write(Array("a\nto".utf8), to: path)
    History(path: path).add("b")
    #expect(entries(History(path: path)) == ["a", "to", "b"])
  }

  /// Files that are none of ours: whatever they hold, they are read and added to.
  @Test(
    arguments: [
      [], [0x0A], [0x0A, 0x0A, 0x0A], [0xFF, 0xFE, 0x00, 0x0A, 0x5C],
      Array("_HiStOrY_V2_\nmap\\040len\n".utf8), [UInt8](repeating: 0x80, count: 100_000),
    ] as [[UInt8]])
  func `any file can be read`(bytes: [UInt8]) throws {
    History(path: path).add("a")
    try TemporaryFolder.write(bytes, to: path)
    let history = History(path: path)
    history.add("new")
    #expect(history[history.count - 1] == "new")
    let again = History(path: path)
    #expect(again[again.count - 1] == "new")
  }

  @Test(arguments: ["/proc/none/history", "/dev/null", "/"])
  func `without a file it lives in memory`(path: String) {
    let history = History(path: path)
    history.add("a")
    #expect(history.path == History.memory)
    #expect(entries(history) == ["a"])
  }

  @Test func `a pipe at its path does not stop it`() {
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    #expect(History(path: pipe).path == History.memory)
  }

  @Test func `a file that is locked for good is gone without`() throws {
    History(path: path).add("a")
    let holder = open(path, O_RDWR)
    defer { close(holder) }
    flock(holder, LOCK_EX)
    let history = History(path: path)
    history.add("b")
    #expect(entries(history) == ["a", "b"])
  }

  // MARK: Bounds

  @Test func `it holds as many entries as its bound says`() throws {
    let bound = EditorLimits.historyEntries
    let history = History(path: History.memory)
    for number in 1...bound { history.add("statement \(number)") }
    #expect(history.count == bound)
    #expect(history[0] == "statement 1")
    history.add("one more")
    #expect(history.count == bound)
    #expect(history[0] == "statement 2")
    #expect(history[bound - 1] == "one more")
  }

  /// Lines in the file, and how many are left there when it was read.
  @Test(arguments: [
    (
      EditorLimits.historyEntries + EditorLimits.historySlack,
      EditorLimits.historyEntries + EditorLimits.historySlack
    ),
    (EditorLimits.historyEntries + EditorLimits.historySlack + 1, EditorLimits.historyEntries),
  ])
  func `a file that has grown is written anew`(before: Int, after: Int) throws {
    History(path: path).add("a")
    let lines = (1...before).map { "statement \($0)\n" }.joined()
    try TemporaryFolder.write(Array(lines.utf8), to: path)
    let history = History(path: path)
    #expect(history.count == EditorLimits.historyEntries)
    #expect(history[0] == "statement \(before - EditorLimits.historyEntries + 1)")
    #expect(try TemporaryFolder.read(path).count { $0 == 0x0A } == after)
    #expect(mode(path) == 0o600)
    history.add("new")
    #expect(
      History(path: path).last(before: .max) { $0 == "new" } == EditorLimits.historyEntries - 1)
  }

  @Test(arguments: [(EditorLimits.historyEntryBytes, 1), (EditorLimits.historyEntryBytes + 1, 0)])
  func `a statement longer than the bound is not kept`(length: Int, count: Int) {
    let history = History(path: path)
    history.add(String(repeating: "x", count: length))
    #expect(history.count == count)
  }

  @Test func `of a very large file the end is read`() throws {
    History(path: path).add("a")
    let line = [UInt8](repeating: 0x78, count: 1_000_000) + [0x0A]
    var bytes: [UInt8] = []
    for _ in 0..<20 { bytes += line }
    bytes += Array("last\n".utf8)
    try TemporaryFolder.write(bytes, to: path)
    let history = History(path: path)
    #expect(history[history.count - 1] == "last")
    #expect(try TemporaryFolder.read(path).count <= EditorLimits.historyFileBytes / 2)
  }

  // MARK: Its place

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/rxp/history"),
      (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/rxp/history"),
      (["XDG_STATE_HOME": "not/absolute", "HOME": "/h"], "/h/.local/state/rxp/history"),
      (["HOME": "/h"], "/h/.local/state/rxp/history"),
      (["HOME": ""], ":memory"),
      ([:], ":memory"),
    ] as [([String: String], String)])
  func `where it is kept`(environment: [String: String], path: String) {
    #expect(History.defaultPath { environment[$0] } == path)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
