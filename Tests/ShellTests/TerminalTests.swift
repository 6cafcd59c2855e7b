import CEdit
import Testing

@testable import RxpShell

@Suite("terminal")
struct TerminalTests {
  /// Choice, environment and terminal, and whether there is colour.
  @Test(
    arguments: [
      (.auto, ["TERM": "xterm"], true, true),
      (.auto, ["TERM": "xterm"], false, false),
      (.auto, ["TERM": "dumb"], true, false),
      (.auto, [:], true, false),
      (.auto, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (.auto, ["TERM": "xterm", "NO_COLOR": ""], true, true),
      (.always, ["TERM": "dumb", "NO_COLOR": "1"], false, true),
      (.never, ["TERM": "xterm"], true, false),
    ] as [(Terminal.ColorChoice, [String: String], Bool, Bool)])
  func color(
    choice: Terminal.ColorChoice, environment: [String: String], isTerminal: Bool, isUsed: Bool
  ) {
    #expect(
      Terminal.usesColor(isTerminal: isTerminal, choice: choice) { environment[$0] } == isUsed)
  }

  @Test func `what is no terminal has the standard size`() {
    #expect(Terminal.size(of: -1) == Terminal.Size(columns: 80, rows: 24))
    #expect(!Terminal.isTerminal(-1))
  }

  /// Bytes and the characters they make.
  @Test(
    arguments: [
      ([0x61, 0x0D, 0x7F], "a\r\u{7F}"),
      (Array("é日😀".utf8), "é日😀"),
      // Not UTF-8: a lone continuation, a broken character, overlong forms, a surrogate, too large.
      ([0x80, 0x61], "a"),
      ([0xE6, 0x97, 0x61], "a"),
      ([0xC0, 0x80, 0xE0, 0x80, 0x80, 0x61], "a"),
      ([0xED, 0xA0, 0x80, 0x61], "a"),
      ([0xF4, 0x90, 0x80, 0x80, 0xFF, 0x61], "a"),
      ([0xC3, 0xC3, 0xA9], "é"),
    ] as [([UInt8], String)])
  func `keys from bytes`(bytes: [UInt8], characters: String) {
    var decoder = KeyDecoder()
    let decoded = bytes.compactMap { decoder.feed($0) }
    #expect(decoded == characters.unicodeScalars.map(\.value))
  }

  /// A prompt, what libedit is given (`·` for its marker), and the columns it takes.
  @Test(arguments: [
    ("rxp> ", "rxp> ", 5),
    ("\u{1B}[1;32mrxp>\u{1B}[0m ", "·\u{1B}[1;32m·rxp>·\u{1B}[0m· ", 5),
    ("\u{1B}[1m\u{1B}[32mx ", "·\u{1B}[1m\u{1B}[32m·x ", 2),
    // An escape at the end would be dropped and colour what is typed.
    ("x\u{1B}[0m", "x·\u{1B}[0m· ", 2),
    ("日> ", "日> ", 4),
    ("a\nb\u{1}\u{1B}c\u{1B}[", "abc", 3),
    ("", "", 0),
  ])
  func `prompts`(text: String, given: String, columns: Int) {
    _ = cedit_use_utf8_locale()
    let prompt = PromptText(text)
    let expected = given.unicodeScalars.map { $0 == "·" ? PromptText.marker : $0.value }
    #expect(prompt.codePoints == expected + [0])
    #expect(prompt.columns.reduce(0, +) == columns)
  }

  /// Pasted bytes and their text.
  @Test(arguments: [
    ("a\r\nb\rc\nd\r\n\r\n", "a\nb\nc\nd"),
    ("a\n\nb", "a\n\nb"),
    ("a\tb", "a\tb"),
    ("a\u{1B}[31mb\u{07}\u{00}\u{7F}\u{85}c", "a[31mbc"),
    ("\n", ""),
    ("", ""),
  ])
  func `pasted text`(pasted: String, text: String) {
    #expect(LineEditor.plainText(Array(pasted.utf8)) == text)
  }

  @Test func `pasted bytes that are no UTF-8`() {
    #expect(LineEditor.plainText([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
  }

  // MARK: Columns

  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("\u{1B}", 2), ("😀", 2), ("", 0),
  ])
  func `columns of a text`(text: String, columns: Int) {
    _ = cedit_use_utf8_locale()
    #expect(DisplayColumns.count(text) == columns)
  }

  /// Labels, a width, and the list.
  @Test(
    arguments: [
      (["a", "b", "c"], 80, ["a  b  c"]),
      (["take", "takeLast", "takeUntil"], 30, ["take       takeUntil", "takeLast"]),
      (["日本", "a", "b"], 12, ["日本  b", "a"]),
      (["longer than the width", "b"], 10, ["longer than the width", "b"]),
      (["a\u{1B}[2J", "\u{202E}x"], 80, ["a\\u{1B}[2J  \\u{202E}x"]),
      ([], 80, []),
    ] as [([String], Int, [String])])
  func `lists`(labels: [String], width: Int, lines: [String]) {
    _ = cedit_use_utf8_locale()
    #expect(DisplayColumns.list(labels, width: width, limit: 10) == lines)
  }

  @Test func `a long list is cut with a count`() {
    let labels = (1...12).map { "name\($0)" }
    #expect(DisplayColumns.list(labels, width: 6, limit: 10).last == "and 2 more")
    #expect(DisplayColumns.list(labels, width: 6, limit: 12).last == "name12")
  }

  // MARK: Completion

  @Test(
    arguments: [
      (["take", "takeLast"], "take"), (["abc"], "abc"), (["a", "b"], ""), ([], ""),
      (["größe", "größer"], "größe"), (["é", "e\u{301}"], ""),
    ] as [([String], String)])
  func `what candidates have in common`(texts: [String], common: String) {
    #expect(LineEditor.commonPrefix(texts) == common)
  }

  @Test(
    arguments: [
      ("b", "abc", 1), ("", "abc", nil), ("bc", "ab", nil), ("本", "日本", 1), ("aab", "aaab", 1),
    ] as [(String, String, Int?)])
  func `where a search finds`(query: String, text: String, offset: Int?) {
    #expect(LineEditor.firstOffset(of: query, in: text) == offset)
  }
}
