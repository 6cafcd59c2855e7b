import Testing

@testable import RxpShell

private let up = "\u{1B}[A"
private let down = "\u{1B}[B"
private let left = "\u{1B}[D"
private let controlG = "\u{07}"
private let controlR = "\u{12}"

@Suite("line editor: history")
struct LineEditorHistoryTests {
  private static let statements = [
    "text | map len", "take 1", "let a = 1", "take 2", "lines | count",
  ]

  /// Keys on a history of the above, and the line then.
  @Test(
    arguments: [
      (up, "lines | count"),
      (up + up, "take 2"),
      (up + up + down, "lines | count"),
      (up + down, ""),
      ("draft" + "\u{01}" + up + down, "draft"),
      // Only what starts as the line does.
      ("ta" + up, "take 2"),
      ("ta" + up + up, "take 1"),
      ("ta" + up + up + down, "take 2"),
      ("ta" + up + down, "ta"),
      ("te" + up + up, "text | map len"),
      ("\u{1B}<", "text | map len"),
      ("x\u{1B}<\u{1B}>", "x"),
      // Search.
      (controlR + "map\r", nil),
      (controlR + "ake" + controlR + "\u{05}", "take 1"),
      (controlR + "ake\u{7F}\u{7F}\u{7F}len\u{05}", "text | map len"),
      ("draft" + controlR + "let" + controlG, "draft"),
      (controlR + "let" + "\u{05}1", "let a = 11"),
      (controlR + "lines\u{1B}[H>", ">lines | count"),
    ] as [(String, String?)])
  func recall(keys: String, line: String?) throws {
    let session = try TerminalSession(history: Self.statements)
    try session.expectPrompt()
    session.type(keys)
    guard let line else {
      try session.expectOutput("statement [text | map len]")
      return
    }
    try session.wait(for: line) { $0.lines.last == ("rxp> " + line).trimmingEnd }
    session.type("\r")
    try session.expectOutput("statement [\(line)]")
  }

  @Test func `the prompt shows the search, and when nothing is found`() throws {
    let session = try TerminalSession(history: Self.statements)
    try session.expectPrompt()
    session.type(controlR)
    try session.expect(["search \"\":"], cursor: "search \"\": ")
    session.type("let")
    try session.expect(["search \"let\": let a = 1"], cursor: "search \"let\": ")
    session.type("x")
    try session.expect(["no statement has \"letx\": let a = 1"])
    session.type("\u{03}")
    try session.expect(["interrupted", "rxp>"], cursor: "rxp> ")
  }

  @Test func `a statement of several lines is recalled whole`() throws {
    let session = try TerminalSession(history: ["a |\n  map len |\ntake 2", "b"])
    try session.expectPrompt()
    session.type(up + up)
    try session.expect(["rxp> a |", "  map len |", "take 2"], cursor: "take 2")
    // Unchanged, it is a step of the walk.
    session.type(down)
    try session.expectPrompt("b")
    session.type(up)
    try session.expect(["rxp> a |", "  map len |", "take 2"], cursor: "take 2")
    // Changed, Up goes to its lines.
    session.type("2" + up + left + "X")
    try session.expect(["rxp> a |", "  map Xlen |", "take 22"], cursor: "  map X")
    session.type(up + "Y" + down + "Z\r")
    try session.expectOutput("statement [a |Y/  maZp Xlen |/take 22]")
  }

  @Test func `search finds a statement by a line in its middle`() throws {
    let session = try TerminalSession(history: ["a |\nmap len |\ntake 2", "b"])
    try session.expectPrompt()
    session.type(controlR + "len\u{05}")
    try session.expect(["rxp> a |", "map len |", "take 2"], cursor: "take 2")
    session.type("\r")
    try session.expectOutput("statement [a |/map len |/take 2]")
  }

  @Test func `statements are kept for the next session, but not those after a space`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    for (typed, output) in [("a |\rb", "a |/b"), ("  secret", "  secret"), ("c", "c"), ("c", "c")] {
      session.type(typed + "\r")
      try session.expectOutput("statement [\(output)]")
    }
    session.type("quit\r")
    #expect(try session.end() == 0)
    let history = History(path: session.home + "/state/rxp/history")
    #expect((0..<history.count).map { history[$0] } == ["a |\nb", "c", "quit"])
  }

  @Test func `the keys of vi`() throws {
    let session = try TerminalSession(history: Self.statements, editrc: "bind -v\n")
    try session.expectPrompt()
    session.type("ab\u{1B}hx")
    try session.wait(for: "b") { $0.lines.last == "rxp> b" }
    session.type("ddkk")
    try session.wait(for: "take 2") { $0.lines.last == "rxp> take 2" }
    session.type("ccx\u{1B}[200~y\nz\u{1B}[201~")
    try session.expect(["rxp> xy", "z"], cursor: "z")
    session.type("\r")
    try session.expectOutput("statement [xy/z]")
  }

  /// `bind -e` and `bind -v` drop what was bound before; ours and the user's are there all the same.
  @Test(arguments: [
    "", "bind -e\n", "# vi\n  rxp:bind -v\nother:bind ^T ed-ignore\n", "nonsense\n\"\n",
  ])
  func `the user's own bindings win`(editrc: String) throws {
    let session = try TerminalSession(
      history: Self.statements, editrc: editrc + "bind ^R ed-move-to-beg\nbind ^T rxp-search\n")
    try session.expectPrompt()
    session.type("b" + controlR + "a")
    try session.wait(for: "ab") { $0.lines.last == "rxp> ab" }
    session.type("\u{14}let")
    try session.expect(["search \"let\": let a = 1"])
    session.type("\u{07}\u{05}\u{15}thr\t")
    try session.expectPrompt("throttle ")
  }
}

@Suite("line editor: Tab")
struct LineEditorCompletionTests {
  @Test func `a single candidate is completed, a second Tab explains it`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("a | thr\t")
    try session.expectPrompt("a | throttle ")
    session.type("\t")
    try session.expect(
      ["throttle N: an example", "rxp> a | throttle"], cursor: "rxp> a | throttle ")
    session.type("1\r")
    try session.expectOutput("statement [a | throttle 1]")
  }

  @Test func `several candidates are completed as far as they agree and listed`() throws {
    let session = try TerminalSession(columns: 30)
    try session.expectPrompt()
    session.type("ta\t")
    try session.expectPrompt("take")
    session.type("\t")
    try session.expect(
      ["take       takeUntil", "takeLast", "rxp> take"], cursor: "rxp> take")
    session.type("U\t")
    try session.expectPrompt("takeUntil ")
  }

  @Test func `where nothing fits it says why`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("xy\t")
    try session.expect(["nothing starts with xy", "rxp> xy"], cursor: "rxp> xy")
  }

  @Test func `in the middle of a line, and with letters outside ASCII`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("ä | grö | x" + String(repeating: left, count: 4) + "\t")
    try session.wait(for: "größe") { $0.lines.last == "rxp> ä | größe | x" }
    try session.expectPrompt("ä | größe")
  }

  @Test func `on a continuation line`() throws {
    let session = try TerminalSession()
    try session.expectPrompt()
    session.type("ä |\rthr\t")
    try session.expectPrompt("throttle ", prompt: "...> ")
    session.type("3\r")
    try session.expectOutput("statement [ä |/throttle 3]")
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
