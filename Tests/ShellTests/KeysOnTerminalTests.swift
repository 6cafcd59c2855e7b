import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `keys` on a pseudo-terminal: what is pressed, and that the terminal is given back whatever ends or
/// stops the program.
@Suite("keys on a terminal")
struct KeysOnTerminalTests {
  /// Starts a pipeline of keys and waits until the terminal is held: keys are subscribed to before
  /// what says so.
  private static func start(_ rest: String, supervised: Bool = false) throws -> TerminalSession {
    let session = try TerminalSession.rxp(
      ["-e", "merge keys, (just \"ready\")" + rest], supervised: supervised)
    try session.expectOutput("ready")
    #expect(!session.echoes)
    return session
  }

  @Test func `keys come one by one, by their names`() throws {
    let session = try Self.start(" | take 8")
    for (bytes, line) in [
      ("a", "a"), ("é", "é"), ("\u{1B}[A", "up"), ("\r", "enter"), ("\u{1B}[1;5D", "ctrl-left"),
      ("\u{13}", "ctrl-s"), ("\u{7F}", "backspace"),
    ] {
      session.type(bytes)
      try session.expectOutput(line)
    }
    #expect(try session.end() == 0)
    #expect(session.screen.history.filter { !$0.isEmpty }.count == 8, "nothing was echoed")
    #expect(session.echoes)
  }

  @Test func `an escape alone is a key after a moment`() throws {
    let session = try Self.start("")
    session.type("\u{1B}")
    try session.expectOutput("escape")
    session.type("\u{4}")
    #expect(try session.end() == 0)
    #expect(session.echoes)
  }

  /// What is sent, by the keyboard or as a signal, and the exit status.
  @Test(
    arguments: [
      ("\u{3}", nil, 130), ("", SIGTERM, 130), ("", SIGINT, 130), ("", SIGHUP, 128 + SIGHUP),
      ("\u{1C}", nil, 128 + SIGQUIT), ("", SIGSEGV, 128 + SIGSEGV), ("", SIGABRT, 128 + SIGABRT),
      ("x", nil, 1), ("\u{4}", nil, 0),
    ] as [(String, Int32?, Int32)])
  func `every end gives the terminal back`(_ typed: String, _ signal: Int32?, _ status: Int32)
    throws
  {
    let session = try Self.start(" | map (if it == \"x\" then raise(\"why\") else it)")
    session.type("a")
    try session.expectOutput("a")
    session.type(typed)
    if let signal { session.signal(signal) }
    #expect(try session.end() == status)
    #expect(session.echoes)
  }

  @Test func `the second interrupt too`() throws {
    let session = try Self.start(
      """
       | map (if it == "a" then reduce(1..16000000, 0, (a, x) => reduce(1..16000000, a, (b, y) => y)) else it)
      """)
    session.type("a")
    session.type("\u{3}")
    session.signal(SIGTERM)
    #expect(try session.end() == 130)
    #expect(session.echoes)
  }

  @Test func `Ctrl-Z gives it to the shell, and fg takes it again`() throws {
    let session = try Self.start(", (interval 20ms | map \"tick\")", supervised: true)
    session.type("a")
    try session.expectOutput("a")
    session.type("\u{1A}")
    try session.expectOutput("[stopped]")
    #expect(session.echoes)
    session.type("\r")
    // What is written behind that is written after the terminal was taken again.
    func behind(_ screen: Screen) -> [String] {
      Array(screen.history.drop { $0 != "[stopped]" })
    }
    try session.wait(for: "a tick behind it") { behind($0).contains("tick") }
    session.type("b")
    try session.wait(for: "the key") { behind($0).contains("b") }
    #expect(!session.echoes)
    session.type("\u{3}")
    #expect(try session.end() == 130)
    #expect(session.echoes)
  }

  @Test func `at the prompt the editor and keys take turns`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("keys | take 2 | map upper\r")
    try session.wait(for: "the editor gone") { !$0.isBracketedPasteOn }
    session.type("ab")
    try session.wait(for: "both keys") { screen in
      screen.history.contains { $0.hasSuffix("  B") }
    }
    try session.expectPrompt()
    // A job in the background gets none while a line is typed, and the line is none of its.
    session.type("keys | map upper &\r")
    try session.wait(for: "what it waits for") { screen in
      screen.history.contains { $0.hasPrefix("[1] reads standard input") }
    }
    session.type("just 7\r")
    try session.wait(for: "its value") { screen in screen.history.contains { $0.hasSuffix("  7") } }
    try session.expectPrompt()
    session.type("quit\r")
    #expect(try session.end() == 0)
    #expect(session.echoes)
  }
}
