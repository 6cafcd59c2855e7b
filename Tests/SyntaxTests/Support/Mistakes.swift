import RxpSyntax
import RxpText
import Testing

/// A text and what is told about it: each diagnostic as its id, the text it marks and its message.
struct Telling: Sendable {
  var text: String
  var told: [String]
  init(_ text: String, _ told: String...) {
    self.text = text
    self.told = told
  }
}

func summary(_ diagnostic: Diagnostic, in source: SourceText) -> String {
  "\(diagnostic.id) [\(source[diagnostic.primary.span])] \(diagnostic.message)"
}

/// The text with a fix applied.
func applying(_ fix: Diagnostic.Fix, to source: SourceText) -> SourceText {
  var bytes = source.bytes
  bytes.replaceSubrange(fix.span.start..<fix.span.end, with: Array(fix.text.utf8))
  return SourceText(name: source.name, bytes: bytes)
}

/// Reads the text and compares what is told; each fix, applied, leaves fewer mistakes.
func check(_ telling: Telling) {
  let source = SourceText(name: "t", telling.text)
  let diagnostics = parse(source).diagnostics
  #expect(diagnostics.map { summary($0, in: source) } == telling.told)
  for diagnostic in diagnostics {
    guard let fix = diagnostic.fix else { continue }
    let fixed = applying(fix, to: source)
    let left = parse(fixed).diagnostics
    #expect(
      left.count < diagnostics.count,
      "\(diagnostic.id): \(fixed[Span(0, fixed.bytes.count)]): \(left.map(\.message))")
  }
}
