import Foundation
import Testing

@testable import RxpShell

/// rxp at its prompt, on a pseudo-terminal.
@Suite("prompt")
struct PromptTests {
  /// A line of a live run: what stands after the time.
  private static func event(_ line: String) -> String? {
    let time = line.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }
    guard line.hasPrefix(" "), !time.isEmpty, line[time.endIndex...].hasPrefix("s  ") else {
      return nil
    }
    return String(line[time.endIndex...].dropFirst(3))
  }

  private static func events(_ session: TerminalSession) -> [String] {
    session.screen.history.compactMap(event)
  }

  @Test func `the first line anybody types works`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("text | filter len>3 | throttle 0.5 | flatMap search\r")
    try session.expectPrompt(prompt: "text> ")
    // Typed in one go: the operators let the last state of the burst through, after a silence.
    session.type("react")
    try session.wait(for: "titles") { _ in PromptTests.events(session).contains("Reactor") }
    #expect(PromptTests.events(session) == ["Reaction Time", "Reactor", "The Chain Reaction"])
    try session.wait(for: "the field as it was") { $0.beforeCursor == "text> react" }
    // Another state, another search.
    session.type("or")
    try session.wait(for: "one title more") { _ in PromptTests.events(session).count == 4 }
    #expect(PromptTests.events(session).last == "Reactor")
    // Too short: nothing is searched. Then the field ends.
    session.type("\u{03}")
    try session.expectOutput("stopped after 4 values")
    try session.expectPrompt()
    session.type("\u{04}")
    #expect(try session.end() == 0)
  }

  @Test func `the end of the field flushes what waits`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("text | filter len > 0 | throttle 3600\r")
    try session.expectPrompt(prompt: "text> ")
    session.type("ab\u{04}")
    try session.wait(for: "flushed") { _ in PromptTests.events(session) == ["ab", "completed"] }
    try session.expectPrompt()
  }

  @Test func `a job runs above the line being typed`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("interval 20ms | take 3 &\rjust 4")
    try session.wait(for: "the job's end") { screen in
      screen.history.contains { $0.hasPrefix("[1]") && $0.hasSuffix("completed") }
    }
    try session.expectPrompt("just 4")
    session.type("\r")
    try session.wait(for: "its value") { _ in PromptTests.events(session).contains("4") }
    let lines = session.screen.history.filter { $0.hasPrefix("[1]") }
    #expect(lines.count == 5)
  }

  @Test func `a pipeline with a sink is waited for`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("interval 20ms | take 3 | print \"tick\"\r")
    try session.expectOutput("tick: 2")
    try session.wait(for: "its end") { _ in PromptTests.events(session) == ["completed"] }
    try session.expectPrompt()
  }

  @Test func `a command is defined, listened to and executed line by line`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("command login(user) = just(\"hello \\(user)\") | delay 20ms\r")
    try session.expectPrompt()
    session.type("login.executing | print \"busy\" &\r")
    try session.expectOutput("busy: false")
    session.type("execute login, \"ann\"\r")
    try session.wait(for: "the end of the work") { screen in
      screen.history.filter { $0.hasPrefix("busy") } == [
        "busy: false", "busy: true", "busy: false",
      ]
    }
    session.type("execute login, \"bob\" | map upper\r")
    try session.wait(for: "its answer") { _ in
      PromptTests.events(session) == ["HELLO BOB", "completed"]
    }
    // Before the prompt is back the terminal itself would take the tab.
    try session.expectPrompt()
    session.type("login.exec\t")
    try session.wait(for: "its members") { screen in
      screen.history.contains { $0.contains("executing") && $0.contains("executionSignals") }
        || screen.beforeCursor.contains("login.execut")
    }
    session.type("\u{15}execute login\r")
    try session.expectOutput("error[E0320]: login takes 1 argument, got 0")
    try session.expectPrompt()
    session.type("\u{04}")
    #expect(try session.end() == 0)
  }

  @Test func `what a job's sink writes goes above the line being typed`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("interval 20ms | take 2 | print \"tick\" &\rjust 4")
    try session.expectOutput("tick: 1")
    try session.wait(for: "the line as it was") { $0.beforeCursor == "rxp> just 4" }
  }

  @Test(arguments: ["lines | map upper &", "text | map upper &"])
  func `a job takes no key from the line being typed`(job: String) throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type(job + "\r")
    try session.wait(for: "what it waits for") { screen in
      screen.history.contains { $0.hasPrefix("[1] reads standard input") }
    }
    // What is typed before the prompt is back is shown by the terminal itself.
    try session.expectPrompt()
    for key in "just 7" {
      session.type(String(key))
      try session.wait(for: "the key \(key)") {
        $0.beforeCursor.hasSuffix(String(key)) || key == " "
      }
    }
    try session.expectPrompt("just 7")
    session.type("\r")
    try session.wait(for: "its value") { _ in PromptTests.events(session) == ["7", "completed"] }
  }

  @Test func `Ctrl-C stops what runs, and the prompt is back`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    for endless in [
      "from 1..inf | filter false", "interval 1h", "just 1 | repeat | filter false",
    ] {
      session.type(endless + "\r")
      // The line has been read once the cursor has left it: till then the key is the editor's.
      try session.wait(for: "runs") {
        $0.lines.contains("rxp> " + endless) && $0.beforeCursor.isEmpty
      }
      session.type("\u{03}")
      try session.wait(for: "stopped") { screen in
        screen.history.last { !$0.isEmpty } == "rxp>" || screen.beforeCursor == "rxp> "
      }
      session.clear()
    }
  }

  /// A run is gone through event by event, on and back, and shows on which scheduler each is sent.
  @Test func steps() throws {
    let session = try TerminalSession.rxp(rows: 60)
    try session.expectPrompt()
    session.type(":step interval 1 | take 2 | deliverOn background | map it + 1 | deliverOn main\r")
    try session.expectOutput("  4  map it + 1")
    try session.expectOutput("  1/14   1s  1 interval 1  next 0")
    try session.expectPrompt()
    session.type("\r")
    try session.expectOutput("  2/14   1s  2 take 2  next 0")
    session.type(":step 5\r")
    try session.expectOutput("  5/14   1s  5 deliverOn main  next 1")
    session.type(":step back\r")
    try session.expectOutput("  4/14   1s  4 map it + 1  background next 1")
    session.type(":step all\r")
    try session.expectOutput("  14/14  2s  5 deliverOn main  completed")
    session.type("\r")
    try session.expectOutput("  that was the last step")
    session.type(":step 1 + 2\r")
    try session.expectOutput("  that is a value: 3")
    // What a value does to a terminal is shown, not done.
    session.type(#":step just "a\u{1b}[31mb""# + "\r")
    try session.expectOutput(#"  1/2  0ns  1 just "a\u{1b}[31mb"  next a\u{1b}[31mb"#)
    session.type(#"just "c\u{1b}[31md" | map it"# + "\r")
    try session.wait(for: "its value") { screen in
      screen.history.contains { $0.hasSuffix(#"s  c\u{1b}[31md"#) }
    }
    session.type(":step fail \"no\"\r")
    try session.expectOutput("  1/1  0ns  1 fail \"no\"  error no")
    session.type("quit\r")
  }

  /// What is typed, and a line that answers.
  @Test(arguments: [
    ("1 + 2", "3"),
    (
      ":type just 1, 2", "  signal of int: cold, sends 2 values, all in one instant, ends by itself"
    ),
    (
      ":type just(1 + 2) | map str",
      "  signal of string: cold, sends 1 value, all in one instant, ends by itself"
    ),
    (":jobs", "nothing runs in the background"),
    (":stop 3", "there is no job 3"),
    (":tipe just 1", "there is no command :tipe; did you mean :type?"),
    ("?", "  :help operators  lists them all, :help keys the keys"),
    ("| map it", "there is no pipeline yet that | map it could extend"),
    ("just 1 | mapp it", "  = help: did you mean map?"),
    ("let films = 3", "rxp> let films = 3"),
  ])
  func answers(_ typed: String, _ line: String) throws {
    let session = try TerminalSession.rxp(rows: 60)
    try session.expectPrompt()
    session.type(typed + "\r")
    try session.expectOutput(line)
    try session.expectPrompt()
    session.type("quit\r")
    #expect(try session.end() == 0)
  }

  @Test func `what can never send anything is said so before it runs`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("let ticks = interval 1\r")
    try session.expectPrompt()
    session.type("ticks | collect &\r")
    try session.expectOutput("warning[W0602]: collect waits for an end that never comes")
    try session.expectOutput(
      "  end what comes before, for example with  take 10  or  takeUntil (timer 10s)")
    try session.expectOutput("[1] runs in the background; :stop 1 ends it")
    session.type("never &\r")
    try session.expectOutput("warning[W0615]: this can never send anything, and never ends")
    try session.expectPrompt()
    session.type("never & # allow W0615\r")
    try session.expectOutput("[3] runs in the background; :stop 3 ends it")
    #expect(session.screen.history.filter { $0.hasPrefix("warning[W0615]") }.count == 1)
  }

  @Test func `what always has something to do leaves the keys their turn`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("empty | repeat &\r")
    try session.expectOutput("[1] runs in the background; :stop 1 ends it")
    session.type("just 4\r")
    try session.wait(for: "the value") { _ in PromptTests.events(session).contains("4") }
    session.type(":stop 1\r")
    try session.expectOutput("[1] stopped after 0 values")
  }

  @Test func `a wrong statement changes nothing`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("let a = 1\rlet a = wrong\ra\r")
    try session.expectOutput("1")
  }

  @Test func `_ is the last value, a line with | extends the last pipeline`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("just 20\r_ + 1\r")
    try session.expectOutput("21")
    session.type("| map it * 3\r")
    try session.wait(for: "tripled") { _ in PromptTests.events(session).contains("60") }
  }

  @Test func `unfinished input asks on`() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type("just 1 |\r")
    try session.expectPrompt(prompt: "...> ")
    session.type("map it + 6\r")
    try session.wait(for: "the value") { _ in PromptTests.events(session).contains("7") }
  }
}
