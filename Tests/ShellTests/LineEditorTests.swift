import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let controlA = "\u{01}"
private let controlC = "\u{03}"
private let controlD = "\u{04}"
private let left = "\u{1B}[D"
private let up = "\u{1B}[A"

@Suite("line editor")
struct LineEditorTests {
  /// Keys, what stands before the cursor then, and the whole line.
  @Test(arguments: [
    ("text | map len", "text | map len", "text | map len"),
    ("größe", "größe", "größe"),
    ("日本語 x", "日本語 x", "日本語 x"),
    ("ab\(left)X", "aX", "aXb"),
    ("日本\(left)x", "日x", "日x本"),
    ("bc\(controlA)a", "a", "abc"),
    ("one two\u{17}", "one ", "one "),
    ("abc\u{7F}\u{7F}", "a", "a"),
    ("日本\u{7F}", "日", "日"),
    ("one two\u{1B}[1;5D\u{1B}[1;5Dx", "x", "xone two"),
    ("ab\u{1B}[H\u{1B}[3~", "", "b"),
    ("ab\u{1B}OHx\u{1B}OFy", "xaby", "xaby"),
    // A key without a meaning leaves nothing behind.
    ("a\u{1B}[15~b", "ab", "ab"),
    // A lone byte of no character is dropped.
    ("a\u{1B}[2~b", "ab", "ab"),
  ])
  func typing(keys: String, beforeCursor: String, line: String) throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type(keys)
    try session.wait(for: line) {
      $0.lines.last == trimmingEnd("rxp> " + line) && $0.beforeCursor == "rxp> " + beforeCursor
    }
    session.type("\r")
    try session.expectOutput("statement [\(line)]")
  }

  @Test func `bytes that are no character are dropped`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type(bytes: [0x61, 0xFF, 0xC3, 0x62, 0xC3, 0xA9])
    try session.expectPrompt("abé")
  }

  @Test func `a line longer than the screen is wide is folded`() throws {
    let session = try TerminalSession(columns: 20)
    try session.expectPrompt()
    session.type("0123456789abcdefghij")
    try session.expect(["rxp> 0123456789abcde", "fghij"], cursor: "fghij")
    session.type(String(repeating: left, count: 6) + "X")
    try session.expect(["rxp> 0123456789abcdX", "efghij"], cursor: "")
    session.type("\r")
    try session.expectOutput("statement [0123456789abcdXefghij]".prefix(20).description)
  }

  @Test func `Ctrl-C clears what is typed and says when nothing was`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("abc\(left)")
    try session.expect(["rxp> abc"], cursor: "rxp> ab")
    session.type(controlC)
    try session.expect(["rxp> abc^C", "interrupted", "rxp>"], cursor: "rxp> ")
    session.type(controlC)
    try session.expect(["rxp> ^C", "interrupted, empty", "rxp>"], cursor: "rxp> ")
    session.type("x\r")
    try session.expectOutput("statement [x]")
  }

  @Test func `what is typed ahead is read next`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("a\rb |\rc\rd")
    try session.expectOutput("statement [a]")
    try session.expectOutput("statement [b |/c]")
    try session.expectPrompt("d")
  }

  @Test func `Ctrl-L clears the screen and keeps the line`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("ab\u{0C}")
    try session.wait(for: "the line alone") {
      $0.lines == ["rxp> ab"] && $0.beforeCursor == "rxp> ab"
    }
  }

  @Test func `Ctrl-D ends on an empty line only`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("ab\(controlD)")
    try session.wait(for: "a bell") { $0.bells > 0 }
    session.type(left + controlD)
    try session.expectPrompt("a")
    session.type("\u{7F}")
    try session.expectPrompt()
    session.type(controlD)
    #expect(try session.end() == 0)
    #expect(session.screen.lines.suffix(3) == ["end of input", "interrupts 0", "bye"])
    #expect(!session.screen.isBracketedPasteOn)
  }

  // MARK: Several lines

  /// What is typed at the continuation prompt, and what comes of the statement.
  @Test(arguments: [
    ("map len\r", "statement [a |/map len]"),
    ("map len |\rtake 3\r", "statement [a |/map len |/take 3]"),
    // A blank line ends it as it stands.
    ("\r", "statement [a |]"),
    ("   \r", "statement [a |]"),
    (controlC, "interrupted"),
    ("map\(controlC)", "interrupted"),
    (controlD, "interrupted"),
    (":abort\r", "interrupted"),
  ])
  func continuation(keys: String, output: String) throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("a |\r")
    try session.expectPrompt(prompt: "...> ")
    session.type(keys)
    try session.expectOutput(output)
    try session.expectPrompt()
  }

  // MARK: Paste

  /// What is pasted, the rows on the screen, and the statement.
  @Test(arguments: [
    ("abc", ["rxp> abc"], "abc"),
    ("a\rb\rc", ["rxp> a", "b", "c"], "a/b/c"),
    ("a\nb\rc\n", ["rxp> a", "b", "c"], "a/b/c"),
    (
      "let big = filter len > 3\r\rtext | big\r",
      ["rxp> let big = filter len > 3", "", "text | big"],
      "let big = filter len > 3/text | big"
    ),
    // What is pasted is text: no key in it does anything.
    ("a\u{1B}[Ab\u{04}\u{12}", ["rxp> a[Ab"], "a[Ab"),
    ("größe 日本", ["rxp> größe 日本"], "größe 日本"),
  ])
  func paste(pasted: String, lines: [String], statement: String) throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("\u{1B}[200~\(pasted)\u{1B}[201~")
    try session.expect(lines)
    session.type("\r")
    try session.expectOutput("statement [\(statement)]")
  }

  @Test func `what is pasted goes where the cursor is`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("ad\(left)\u{1B}[200~b\nc\u{1B}[201~")
    try session.expect(["rxp> ab", "cd"], cursor: "c")
  }

  @Test func `an unfinished paste goes on at the continuation prompt`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("\u{1B}[200~a |\nb |\n\u{1B}[201~\r")
    try session.expectPrompt(prompt: "...> ")
    session.type("c\r")
    try session.expectOutput("statement [a |/b |/c]")
  }

  @Test func `a paste is cut at its bound`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    let bound = EditorLimits.pasteBytes
    session.type("\u{1B}[200~" + String(repeating: "x\n", count: bound / 2 + 3) + "\u{1B}[201~")
    try session.expectOutput("pasted text is cut at \(bound) bytes: 6 dropped")
  }

  // MARK: Output above the line

  @Test func `output goes above the line, which keeps its cursor`() throws {
    let session = try TerminalSession("ticks", columns: 20)
    try session.wait(for: "three ticks") { $0.history.contains("tick 3") }
    try session.expect(["tick 1", "tick 2", "tick 3", "rxp>"], cursor: "rxp> ")
    session.type("0123456789abcdefghij" + left + left)
    try session.expect(["rxp> 0123456789abcde", "fghij"], cursor: "fgh")
    session.signal(SIGUSR1)
    try session.expect(
      ["tick 3", "asked", "rxp> 0123456789abcde", "fghij"], cursor: "fgh")
    session.type("X\r")
    try session.expectOutput("statement [0123456789abcdefghXij]".prefix(20).description)
  }

  @Test func `output above a line of several rows`() throws {
    let session = try TerminalSession(columns: 30)
    try session.expectPrompt()
    session.type("\u{1B}[200~one\n日本語 two\nthree\u{1B}[201~" + up + left)
    try session.expect(["rxp> one", "日本語 two", "three"], cursor: "日本語 ")
    session.signal(SIGUSR1)
    try session.expect(["asked", "rxp> one", "日本語 two", "three"], cursor: "日本語 ")
    session.type("X")
    try session.expect(["asked", "rxp> one", "日本語 Xtwo", "three"], cursor: "日本語 X")
  }

  @Test func `a flood is written whole and the line comes back below`() throws {
    let session = try TerminalSession("flood")
    session.type("typed")
    try session.wait(for: "the last line") { $0.history.contains("line 10000") }
    try session.expect(["line 10000", "rxp> typed"], cursor: "rxp> typed")
    #expect(session.screen.history.filter { $0.hasPrefix("line ") }.count == 10_000)
  }

  // MARK: The terminal

  @Test(arguments: [(12, 24), (40, 10), (100, 30)])
  func resize(columns: Int, rows: Int) throws {
    let session = try TerminalSession(columns: 20, rows: 24)
    try session.expectPrompt()
    session.type("0123456789")
    try session.expectPrompt("0123456789")
    session.resize(columns: columns, rows: rows)
    try session.wait(for: "the line once more") { _ in session.bytesSinceResize > 0 }
    session.type("abcdefghij")
    let line = Array("rxp> 0123456789abcdefghij")
    let folded = stride(from: 0, to: line.count, by: columns).map {
      String(line[$0..<min($0 + columns, line.count)])
    }
    try session.expect(folded, cursor: folded.last)
    session.type("\r")
    try session.expectPrompt()
  }

  @Test func `a small screen scrolls a long line`() throws {
    let session = try TerminalSession(columns: 10, rows: 4)
    try session.expectPrompt()
    session.type(String(repeating: "0123456789", count: 6))
    try session.wait(for: "end of the line") { $0.lines.last == "56789" }
    session.type("\r")
    try session.expectPrompt()
  }

  @Test func `Ctrl-Z gives the terminal to the shell and comes back to the line`() throws {
    let session = try TerminalSession(supervised: true)
    try session.expectPrompt()
    session.type("abc\(left)")
    try session.expect(["rxp> abc"], cursor: "rxp> ab")
    session.type("\u{1A}")
    try session.expectOutput("[stopped]")
    #expect(session.echoes)
    #expect(!session.screen.isBracketedPasteOn)
    session.type("fg\n")
    try session.expect(["rxp> abc", "[stopped]", "fg", "rxp> abc"], cursor: "rxp> ab")
    #expect(!session.echoes)
    session.type("X\r")
    try session.expectOutput("statement [abXc]")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func `the terminal is given back where a signal ends the program`(number: Int32) throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    #expect(!session.echoes)
    session.signal(number)
    #expect(try session.end() == 128 + number)
    #expect(!session.screen.isBracketedPasteOn)
  }

  @Test func `a program that answers SIGTERM itself gets an end of input`() throws {
    let session = try TerminalSession("polite")
    try session.expectPrompt()
    session.type("ab")
    try session.expectPrompt("ab")
    session.signal(SIGTERM)
    #expect(try session.end() == 0)
    #expect(session.screen.lines.suffix(4) == ["rxp> ab", "end of input", "interrupts 0", "bye"])
  }

  /// Whether the program minds the end of its session, and how it ends.
  @Test(arguments: [("statements", 128 + SIGHUP), ("nohup", 0)])
  func `a terminal that is gone ends the reading`(mode: String, status: Int32) throws {
    let session = try TerminalSession(mode)
    try session.expectPrompt()
    session.type("ab")
    try session.expectPrompt("ab")
    #expect(session.hangUp() == status)
  }

  @Test func `the terminal is as it was while a statement runs`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    #expect(!session.echoes)
    session.type("terminal\r")
    try session.expectOutput("echo on")
    try session.expectPrompt()
  }

  @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1", "C.UTF-8"])
  func `letters outside ASCII come through in any locale`(locale: String) throws {
    let session = try TerminalSession(environment: ["LC_ALL": locale])
    try session.expectPrompt()
    session.type("größe")
    try session.expectPrompt("größe")
  }

  @Test func `a terminal that cannot move its cursor`() throws {
    let session = try TerminalSession(environment: ["TERM": "dumb"])
    try session.wait(for: "prompt") { $0.beforeCursor == "rxp> " }
    #expect(!session.screen.isBracketedPasteOn)
    session.type("ab\r")
    try session.expectOutput("statement [ab]")
  }

  private func trimmingEnd(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
