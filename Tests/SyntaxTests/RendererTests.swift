import RxpText
import Testing

@Suite struct RendererTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: [UInt8]
    var span: Span
    var label = "here"
    var width = 100
    var shown: String
    init(
      _ description: String, _ text: String, _ span: Span, label: String = "here",
      width: Int = 100, _ shown: String
    ) {
      testDescription = description
      self.text = Array(text.utf8)
      self.span = span
      self.label = label
      self.width = width
      self.shown = shown
    }
  }

  @Test func theShapeOfAMessage() {
    let source = SourceText(name: "demo.rxp", "text | filter len + 3 | throttle 0.5")
    let diagnostic = Diagnostic(
      "E0302", "filter needs a yes/no test", at: Span(14, 21), label: "this is a number",
      help: "compare it, for example  len > 3")
    #expect(
      DiagnosticRenderer().render(diagnostic, in: source) == """
        error[E0302]: filter needs a yes/no test
          demo.rxp:1:15
        1 | text | filter len + 3 | throttle 0.5
          |               ^^^^^^^ this is a number
          = help: compare it, for example  len > 3

        """)
  }

  @Test(arguments: [
    Case("a tab before", "\ta", Span(1, 2), "t:1:2\n1 |     a\n  |     ^ here"),
    Case("a tab between", "ab\tc", Span(3, 4), "t:1:4\n1 | ab  c\n  |     ^ here"),
    Case("wide characters", "日本 x", Span(7, 8), "t:1:4\n1 | 日本 x\n  |      ^ here"),
    Case("a wide mark", "日本", Span(3, 6), "t:1:2\n1 | 日本\n  |   ^^ here"),
    Case("combining marks", "e\u{301}x", Span(3, 4), "t:1:2\n1 | e\u{301}x\n  |  ^ here"),
    Case("an emoji", "\u{1F600}x", Span(4, 5), "t:1:2\n1 | \u{1F600}x\n  |   ^ here"),
    Case(
      "a control character", "\u{1B}[2Jx", Span(4, 5), "t:1:5\n1 | \\u{1b}[2Jx\n  |          ^ here"
    ),
    Case("a turned text", "\u{202E}x", Span(3, 4), "t:1:2\n1 | \\u{202e}x\n  |         ^ here"),
    Case("a NUL", "\0x", Span(1, 2), "t:1:2\n1 | \\u{0}x\n  |      ^ here"),
    Case("the end", "ab", Span(2, 2), "t:1:3\n1 | ab\n  |   ^ here"),
    Case("behind the end", "ab", Span(9, 12), "t:1:3\n1 | ab\n  |   ^ here"),
    Case("nothing", "", Span(0, 0), "t:1:1\n1 |\n  | ^ here"),
    Case("a carriage return", "ab\r\ncd", Span(1, 2), "t:1:2\n1 | ab\n  |  ^ here"),
    Case("no label", "ab", Span(0, 2), label: "", "t:1:1\n1 | ab\n  | ^^"),
    Case("the tenth line", "\n\n\n\n\n\n\n\n\nab", Span(9, 10), " t:10:1\n10 | ab\n   | ^ here"),
    Case(
      "two lines", "abc\n  def\nx", Span(1, 9), "t:1:2\n1 | abc\n  |  ^^\n2 |   def\n  |   ^^^ here"
    ),
    Case(
      "many lines", "abc\nd\ne\n  def\nx", Span(1, 13),
      "t:1:2\n1 | abc\n  |  ^^\n...\n4 |   def\n  |   ^^^ here"),
    Case(
      "a long line",
      String(repeating: "a ", count: 60) + "MARK" + String(repeating: " b", count: 60),
      Span(120, 124), width: 40,
      "t:1:121\n1 | ...a a a a MARK b b b b b b b b b...\n  |            ^^^^ here"),
    Case(
      "a long line, near its start", "MARK" + String(repeating: " b", count: 60), Span(0, 4),
      width: 40, "t:1:1\n1 | MARK b b b b b b b b b b b b b...\n  | ^^^^ here"),
    Case(
      "a long line, near its end", String(repeating: "a ", count: 60) + "MARK", Span(120, 124),
      width: 40,
      "t:1:121\n1 | ...a a a a a a a a a a a a a MARK\n  |                              ^^^^ here"),
    Case(
      "a long mark", String(repeating: "x", count: 200), Span(0, 200), width: 40,
      "t:1:1\n1 | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\n  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ here"),
  ]) func placesAreMarked(_ example: Case) {
    let source = SourceText(name: "t", bytes: example.text)
    let diagnostic = Diagnostic("E1", "wrong", at: example.span, label: example.label)
    let shown = DiagnosticRenderer(width: example.width).render(diagnostic, in: source)
    #expect(shown == "error[E1]: wrong\n  \(example.shown)\n")
  }

  @Test func badBytesAreShown() {
    let source = SourceText(name: "t", bytes: [0x61, 0xFF, 0xE2, 0x82, 0x62])
    let diagnostic = Diagnostic("E1", "wrong", at: Span(4, 5))
    #expect(
      DiagnosticRenderer().render(diagnostic, in: source)
        == "error[E1]: wrong\n  t:1:4\n1 | a\u{FFFD}\u{FFFD}b\n  |    ^\n")
  }

  @Test func otherPlacesStandUnderTheirLines() {
    let source = SourceText(name: "a.rxp", "let x = 1\nlet y = 2\n\n\nlet x = x")
    let other = SourceText(name: "b.rxp", "let x = 0")
    let diagnostic = Diagnostic(
      "E1", "defined again", at: Span(26, 27), label: "again",
      also: [
        .init(Span(4, 5), "first here"), .init(Span(30, 31), "used"),
        .init(Span(4, 5), "and here", source: other),
      ], help: "rename it\nor drop it", severity: .warning)
    #expect(
      DiagnosticRenderer().render(diagnostic, in: source) == """
        warning[E1]: defined again
          a.rxp:5:5
        1 | let x = 1
          |     - first here
        ...
        5 | let x = x
          |     ^ again
          |         - used
          b.rxp:1:5
        1 | let x = 0
          |     - and here
          = help: rename it
                  or drop it

        """)
  }

  @Test func nothingOfAMessageActsOnATerminal() {
    let source = SourceText(name: "a\u{1B}[2J", "x")
    let diagnostic = Diagnostic(
      "E1", "bad \u{1B}]52;c\u{7}", at: Span(0, 1), label: "\u{9B}2J", help: "\u{202E}\r")
    let shown = DiagnosticRenderer().render(diagnostic, in: source)
    #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .format })
    #expect(
      !shown.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test func coloursSurroundWhatTheyMark() {
    let source = SourceText(name: "t", "ab")
    let shown = DiagnosticRenderer(color: true).render(
      Diagnostic("E1", "wrong", at: Span(0, 1), label: "here"), in: source)
    #expect(shown.contains("\u{1B}[1;31merror[E1]\u{1B}[0m"))
    #expect(shown.contains("\u{1B}[1;31m^ here\u{1B}[0m"))
    var plain = ""
    var isCode = false
    for character in shown {
      if character == "\u{1B}" { isCode = true }
      if !isCode { plain.append(character) }
      if isCode, character == "m" { isCode = false }
    }
    #expect(
      plain
        == DiagnosticRenderer().render(
          Diagnostic("E1", "wrong", at: Span(0, 1), label: "here"), in: source))
  }
}

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("fliter", "filter"), ("filtre", "filter"), ("FILTER", "filter"), ("mpa", "map"),
      ("thorttle", "throttle"), ("distinct", "distinctUntilChanged"), ("xyz", nil), ("m", nil),
      ("", nil), ("flatmap", "flatMap"), ("takeUntl", "takeUntil"), ("ma", "map"), ("map", nil),
    ] as [(String, String?)]) func theNearestNameIsFound(_ word: String, _ nearest: String?)
  {
    let names = [
      "map", "filter", "flatMap", "throttle", "distinctUntilChanged", "takeUntil", "take",
    ]
    #expect(Suggestion.nearest(to: word, among: names) == nearest)
  }

  @Test func longWordsAreNotCompared() {
    let word = String(repeating: "a", count: 100_000)
    #expect(Suggestion.nearest(to: word, among: [word + "b"]) == nil)
  }

  @Test(arguments: [
    ("a", 1), ("日", 2), ("\u{301}", 0), ("\u{1F600}", 2), ("é", 1), ("\u{FF21}", 2),
    ("\u{200D}", 0),
  ]) func widthsAreThoseOfATerminal(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }
}
