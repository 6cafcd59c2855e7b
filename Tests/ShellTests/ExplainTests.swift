import RxpEngine
import RxpLanguage
import TestSupport
import Testing

@testable import RxpShell

/// `rxp explain NAME` and `:explain NAME`: every meaning of a word.
@Suite struct ExplainTests {
  /// A word, and lines that are said of it.
  static let lines: [(String, [String])] = [
    (
      "throttle",
      [
        "throttle QUIET, [when: …], [onEnd: …]      also debounce      timing",
        "  Passes an event after a silence.",
        "    rac.throttle",
        "    rs.debounce: onEnd: drop",
        "The word throttle in other libraries",
        "  rx.throttle                    here throttleWith",
        "  rs.throttle                    here throttleLatest … onEnd: drop",
      ]
    ),
    (
      "rs.throttle",
      [
        "rs.throttle: here throttleLatest … onEnd: drop",
        "throttleLatest WINDOW, [edges: …], [keep: …], [onEnd: …], [onError: …]      timing",
        "  rac.throttle                   here throttle",
      ]
    ),
    (
      "combine.prefix(while:)",
      ["combine.prefixWhile, there combine.prefix(while:): here takeWhile"]
    ),
    (
      "rs.flatten(.latest)",
      ["rs.flattenLatest, there rs.flatten(.latest): here switchToLatest … order: oldFirst"]
    ),
    (
      "debounceTime",
      ["The word debounceTime in other libraries", "  rx.debounceTime  here throttle"]
    ),
    (
      "prefix",
      [
        "  combine.prefix             here take",
        "  rs.prefix                  here startWith, there prefix(value:)",
      ]
    ),
    (
      "first",
      [
        "first [TEST], [DEFAULT], [onEmpty: …]      filtering",
        "  rx.first            here first … onEmpty: fail",
      ]
    ),
    ("var", ["var name = value      form", "    rac.RACObserve"]),
    ("rac.RACCommand", ["rac.RACCommand: here command name(parameter) when enabled = signal"]),
    ("len", ["len(x)      function"]),
    ("command", ["command name(parameter) when enabled = signal      form", "    rs.Action"]),
    ("<~", ["rs.binding, there rs.<~: here name <~ signal"]),
    ("prefix(while:)", ["combine.prefixWhile, there combine.prefix(while:): here takeWhile"]),
    ("rac.combineLatest:reduce:", ["rac.combineLatest: here combineLatest"]),
    ("combineLatest:reduce:", ["The word combineLatest in other libraries"]),
    ("rac_liftSelector", ["The word rac_liftSelector in other libraries"]),
    ("rs.observe(on:)", ["rs.observe, there rs.observe(on:): here deliverOn"]),
    ("rxswift.DisposeBag", ["  note: lets go where its holder goes"]),
  ]

  @Test(arguments: lines.map(\.0))
  func says(_ word: String) throws {
    let wanted = try #require(Self.lines.first { $0.0 == word }).1
    let said = try #require(Explanation.text(for: word))
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
    for line in wanted { #expect(lines.contains { $0 == line }, "\(line)\n\(said)") }
  }

  /// Whatever has a name is explained under it, and a library's name also as the library writes it.
  @Test func explainsEverything() {
    for definition in Catalog.all {
      for name in [definition.name] + definition.aliases {
        #expect(Explanation.text(for: name)?.contains(definition.summary) == true, "\(name)")
      }
      for other in definition.elsewhere {
        let said = Explanation.text(for: other.name)
        #expect(said?.hasPrefix(other.name) == true, "\(other.name)")
        #expect(said?.contains(definition.summary) == true, "\(other.name)")
        if let written = other.written {
          let library = other.name.prefix { $0 != "." }
          #expect(Explanation.text(for: "\(library).\(written)")?.isEmpty == false, "\(written)")
        }
        // Each option is one of the operator's, and said to be what it is.
        for option in other.options.split(separator: ",") {
          let name = option.prefix { $0 != ":" }.drop { $0 == " " }
          #expect(definition.parameters.contains { $0.name == name }, "\(other.name): \(option)")
          #expect(said?.contains("  \(name): ") == true, "\(other.name): \(option)")
        }
      }
    }
    for function in Functions.all {
      #expect(Explanation.text(for: function.name)?.contains(function.summary) == true)
    }
    for form in Form.all {
      for other in form.elsewhere {
        #expect(Explanation.text(for: other.name)?.contains(form.summary) == true, "\(other.name)")
      }
    }
  }

  @Test(arguments: [
    ("throtle", "throttle"), ("rx.debounceTme", "rx.debounceTime"), ("debounceTme", "debounceTime"),
    ("rac.RACComand", "rac.RACCommand"), ("rx.skipRepeats", "rs.skipRepeats"), ("lenn", "len"),
  ])
  func nearest(_ typed: String, _ meant: String) {
    #expect(Explanation.text(for: typed) == nil)
    #expect(Explanation.unknown(typed) == "nothing is called \(typed); did you mean \(meant)?")
  }

  @Test func onTheCommandLine() throws {
    let found = try RxpProcess.run(["explain", "rx.debounceTime"])
    #expect(found.status == 0)
    #expect(found.output.hasPrefix("rx.debounceTime: here throttle\n"))
    let unknown = try RxpProcess.run(["explain", "qqqqqqqq"])
    #expect(unknown.status == 2)
    #expect(unknown.errors == "rxp: nothing is called qqqqqqqq\n")
    #expect(try RxpProcess.run(["explain"]).output.contains("  throttle"))
  }

  @Test func atThePrompt() throws {
    let session = try TerminalSession.rxp()
    try session.expectPrompt()
    session.type(":explain rs.skipRepeats\r")
    try session.expectOutput("rs.skipRepeats: here distinctUntilChanged")
    try session.expectPrompt()
    session.type(":explain skipRepeat\r")
    try session.expectOutput("nothing is called skipRepeat; did you mean skipRepeats?")
    try session.expectPrompt()
    session.type("\u{04}")
    #expect(try session.end() == 0)
  }
}
