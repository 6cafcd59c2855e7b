import Testing

@testable import RxpShell

@Suite("live text field")
struct TextFieldTests {
  @Test func `each key that changes the text is an event, above the field`() throws {
    let session = try TerminalSession("field")
    try session.expectPrompt(prompt: "text> ")
    session.type("hé\u{1B}[Dl\u{7F}")
    try session.expect(
      ["change [h]", "change [hé]", "change [hlé]", "change [hé]", "text> hé"], cursor: "text> h")
  }

  @Test func `Return tells the text and keeps the field`() throws {
    let session = try TerminalSession("field")
    try session.expectPrompt(prompt: "text> ")
    session.type("ab\rc\r")
    try session.expect(
      ["change [a]", "change [ab]", "return [ab]", "change [abc]", "return [abc]", "text> abc"],
      cursor: "text> abc")
  }

  @Test func `timers run while nobody types`() throws {
    let session = try TerminalSession("field-ticks")
    try session.expect(["tick 1", "tick 2", "tick 3", "text>"], cursor: "text> ")
  }

  /// Keys, and how the field says that it ended.
  @Test(arguments: [
    ("ab\u{03}", "field interrupted"), ("\u{03}", "field interrupted"),
    ("ab\u{04}", "field endOfInput"), ("\u{04}", "field endOfInput"),
    ("stop", "field finished"),
  ])
  func ending(keys: String, output: String) throws {
    let session = try TerminalSession("field")
    try session.expectPrompt(prompt: "text> ")
    session.type(keys)
    #expect(try session.end() == 0)
    #expect(session.screen.history.suffix(3).first == output)
    #expect(!session.screen.isBracketedPasteOn)
  }

  /// The host's own handler stops a run that keeps the thread busy; at a prompt it must not.
  @Test(arguments: [("field", "text> ", 1), ("statements", "rxp> ", 0)])
  func `Ctrl-C reaches the program's own handler`(mode: String, prompt: String, count: Int) throws {
    let session = try TerminalSession(mode)
    try session.expectPrompt(prompt: prompt)
    session.type("\u{03}")
    try session.wait(for: "^C") { $0.history.contains { $0.hasSuffix("^C") } }
    if mode == "statements" {
      try session.expectPrompt()
      session.type("\u{04}")
    }
    #expect(try session.end() == 0)
    #expect(session.screen.history.contains("interrupts \(count)"))
  }

  @Test func `a paste is one event and one line`() throws {
    let session = try TerminalSession("field")
    try session.expectPrompt(prompt: "text> ")
    session.type("\u{1B}[200~one\ntwo\n\u{1B}[201~")
    try session.expectOutput("change [one two]")
    try session.expect(["text> one two"], cursor: "text> one two")
    #expect(!session.screen.history.contains { $0.hasPrefix("change [one]") })
  }

  @Test func `the history is not there`() throws {
    let session = try TerminalSession("field", history: ["secret"])
    try session.expectPrompt(prompt: "text> ")
    session.type("a\u{1B}[A\u{12}b")
    try session.expectOutput("change [ab]")
  }
}
