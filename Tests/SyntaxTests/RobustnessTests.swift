import RxpSyntax
import RxpText
import Testing

/// Whatever the bytes: reading ends, and what it gives can be shown, dumped and printed.
@Suite struct RobustnessTests {
  @Test(arguments: Corpus.all) func everyPrefixIsRead(_ source: SourceText) {
    for length in places(in: source) { read(Array(source.bytes[..<length])) }
  }

  @Test(arguments: Corpus.all) func everyTextWithAByteLessIsRead(_ source: SourceText) {
    for index in places(in: source) where index < source.bytes.count {
      var bytes = source.bytes
      bytes.remove(at: index)
      read(bytes)
    }
  }

  /// Every place in a short text, some in a long one: the time grows with the square.
  private func places(in source: SourceText) -> StrideThrough<Int> {
    stride(
      from: 0, through: source.bytes.count,
      by: source.bytes.count / (source.name.hasPrefix("text") ? 400 : 30) + 1)
  }

  @Test func randomBytesAreRead() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1500 {
      read((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
  }

  @Test func randomTokensAreRead() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<random.below(24) {
        text += random.pick(Self.tokens) + random.pick(["", " ", " "])
      }
      read(Array(text.utf8))
    }
  }

  @Test func mutatedScriptsAreRead() {
    var random = SeededGenerator(seed: 3)
    let scripts = Corpus.all.filter { $0.bytes.count < 2000 }
    for _ in 0..<1500 {
      var bytes = random.pick(scripts).bytes
      for _ in 0...random.below(4) {
        let token = Array(random.pick(Self.tokens).utf8)
        let start = random.below(bytes.count + 1)
        let end = min(bytes.count, start + random.below(6))
        bytes.replaceSubrange(start..<end, with: token)
      }
      read(bytes)
    }
  }

  @Test func allPairsOfBytesAreRead() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        _ = parse(SourceText(name: "t", bytes: [first, second]))
      }
    }
  }

  static let tokens = [
    "a", "it", "let", "var", "test", "expect", "is", "at", "complete", "subject", "command",
    "channel",
    "when",
    "import", "if", "then", "else", "not", "and", "in", "contains", "nil", "0", "1.5", "500ms",
    "5x",
    "\"", "'", "\\", "\\(", "\"a\"", "\"\\(a)\"", "'r'", "/", "/x/", "(", ")", "[", "]", "{", "}",
    "|",
    "||", "&&", "!", ",", ":", ".", "..", ".a", "=", "==", "=>", "<-", "<~", "<~>", "<", "-", "->",
    "+",
    "*",
    "%", "~", "?", "??", "?.", "&", ";", "#", "\n", "\n  | ", "\r\n", "\t", "\0", "\u{FEFF}",
    "\u{A0}",
    "é", "\u{201C}", "\u{1F600}", "$1", "`", "@", "+=", "(x, y) =>", "a:", "…", "\u{80}",
  ]

  private func read(_ bytes: [UInt8]) {
    let source = SourceText(name: "t", bytes: bytes)
    let (script, diagnostics) = parse(source)
    _ = isIncomplete(source)
    _ = dump(script)
    let text = format(script)
    let shown = DiagnosticRenderer(color: false, width: 60).render(diagnostics, in: source)
    var isSound = shown.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A }
    for diagnostic in diagnostics {
      let places = [diagnostic.primary.span] + diagnostic.secondary.map(\.span)
      isSound = isSound && places.allSatisfy { isPlace($0, in: source) }
      if let fix = diagnostic.fix { isSound = isSound && isPlace(fix.span, in: source) }
    }
    if diagnostics.isEmpty {
      let again = parse(SourceText(name: "t", text))
      isSound = isSound && again.diagnostics.isEmpty && dump(again.script) == dump(script)
      isSound = isSound && format(again.script) == text
    }
    if !isSound { Issue.record("\(bytes)\n\(String(decoding: bytes, as: UTF8.self))\n\(shown)") }
  }

  private func isPlace(_ span: Span, in source: SourceText) -> Bool {
    span.start >= 0 && span.start <= span.end && span.end <= source.bytes.count
  }
}
