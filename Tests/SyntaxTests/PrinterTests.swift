import RxpSyntax
import RxpText
import Testing

@Suite struct PrinterTests {
  @Test(arguments: [
    ("a|b  |  c", "a | b | c\n"),
    ("a\n| b | c", "a\n  | b\n  | c\n"),
    ("a |\n   b", "a\n  | b\n"),
    ("take   3 ,delay:1s", "take 3, delay: 1s\n"),
    ("take(3)", "take(3)\n"),
    ("take (3)", "take 3\n"),
    ("(a+b)*c", "(a + b) * c\n"),
    ("(a*b)+c", "a * b + c\n"),
    ("a-(b-c)", "a - (b - c)\n"),
    ("(a-b)-c", "a - b - c\n"),
    ("(a ?? b) ?? c", "(a ?? b) ?? c\n"),
    ("not (a == b)", "not (a == b)\n"),
    ("not a == b", "not a == b\n"),
    ("not (a)", "not a\n"),
    ("(not a) == b", "(not a) == b\n"),
    ("-(-a)", "--a\n"),
    ("(-a).b", "(-a).b\n"),
    ("(1)..(n+1)", "1..n + 1\n"),
    ("1 .. .n", "1 .. .n\n"),
    ("(x => x)(1)", "(x => x)(1)\n"),
    ("(x) => (x)", "x => x\n"),
    ("( )=>1", "() => 1\n"),
    ("takeUntil (timer 5)", "takeUntil (timer 5)\n"),
    ("split (/ x/)", "split (/ x/)\n"),
    ("split (/x/)", "split /x/\n"),
    ("not (/ x/)", "not (/ x/)\n"),
    ("at (/ x/) a", "at (/ x/) a\n"),
    ("at/x/y", "at / x / y\n"),
    ("complete (s)", "complete (s)\n"),
    ("complete (s) | b", "complete s | b\n"),
    ("subject (x + 1)", "subject (x + 1)\n"),
    ("(let) | b", "(let) | b\n"),
    ("a | (b + c)", "a | (b + c)\n"),
    ("{ \"a\" : 1, 'b c':2, n , }", "{a: 1, \"b c\": 2, n}\n"),
    ("'a' | map \"\\u{41}\\(x+1)\\n\"", "'a' | map \"A\\(x + 1)\\n\"\n"),
    ("let f( a,b )=a", "let f(a, b) = a\n"),
    ("at 1s (-x)", "at 1s (-x)\n"),
    ("a&", "a &\n"),
    ("#x\n#  y\n##z\n#\n a # why", "# x\n#  y\n##z\n#\na  # why\n"),
    ("# a\n\n\n\n# b\n\nx\n\n\ny\n\n\n# c", "# a\n\n# b\n\nx\n\ny\n\n# c\n"),
    ("\n\n\na", "a\n"),
    ("#!/bin/rxp\n\na", "#!/bin/rxp\n\na\n"),
    ("a | # one\n b\n # two\n | c", "a  # one\n  | b\n  # two\n  | c\n"),
    ("f([ # one\n 1, # two\n 2])", "# one\n# two\nf([1, 2])\n"),
    ("test \"t\" {\n\n\na\n# c\n}", "test \"t\" {\n  a\n  # c\n}\n"),
    ("test \"t\" , frame:1ms{}", "test \"t\", frame: 1ms {}\n"),
    ("flatMap q=>(a\n|b\n) | c", "flatMap q => (a\n    | b)\n  | c\n"),
    ("", ""),
  ]) func layout(_ text: String, _ expected: String) {
    let source = SourceText(name: "t", text)
    let (script, diagnostics) = parse(source)
    #expect(diagnostics == [])
    #expect(format(script) == expected)
  }

  @Test func diagramsOfExpectationsStandUnderEachOther() {
    let text = """
      test "t" {
        expect a | ignore "a" is "---b---|"
        expect subscriptions(a)        is "^------!"

        expect a is "|"
      }

      """
    let expected = """
      test "t" {
        expect a | ignore "a"   is "---b---|"
        expect subscriptions(a) is "^------!"

        expect a is "|"
      }

      """
    #expect(format(parse(SourceText(name: "t", text)).script) == expected)
  }

  @Test func longPipelinesAndListsAreBroken() {
    let item = String(repeating: "x", count: 40)
    #expect(
      format(parse(SourceText(name: "t", "\(item) | \(item) | \(item)")).script)
        == "\(item)\n  | \(item)\n  | \(item)\n")
    #expect(
      format(parse(SourceText(name: "t", "let x = from [\(item), \(item), {a: 1}]")).script)
        == "let x = from [\n  \(item),\n  \(item),\n  {a: 1}\n]\n")
  }

  @Test(arguments: Corpus.correct) func formattingKeepsTheTree(_ source: SourceText) {
    let script = parse(source).script
    let text = format(script)
    let again = SourceText(name: source.name, text)
    let (second, diagnostics) = parse(again)
    #expect(DiagnosticRenderer().render(diagnostics, in: again) == "")
    #expect(dump(second) == dump(script))
    #expect(format(second) == text)
    #expect(comments(second).sorted() == comments(script).sorted())
    #expect(comments(script).count == commentCount(source))
    #expect(!text.split(separator: "\n").contains { $0.last == " " })
  }

  @Test func randomTreesReadBack() {
    for seed in 0..<3000 {
      var generator = TreeGenerator(seed: UInt64(seed))
      let script = generator.script()
      let text = format(script)
      let source = SourceText(name: "seed \(seed)", text)
      let (second, diagnostics) = parse(source)
      guard diagnostics.isEmpty, dump(second) == dump(script), format(second) == text else {
        Issue.record(
          """
          seed \(seed):
          \(text)\(DiagnosticRenderer().render(diagnostics, in: source))
          \(dump(script))
          \(dump(second))
          \(format(second))
          """)
        break
      }
    }
  }

  /// The comments of a tree; the formatter may move them, but loses none.
  private func comments(_ script: Script) -> [String] {
    var found = script.trailing
    for statement in script.statements { collect(statement, &found) }
    return found.map(\.text)
  }

  private func collect(_ statement: Statement, _ found: inout [RxpSyntax.Comment]) {
    collect(statement.trivia, &found)
    switch statement.kind {
    case .pipeline(let pipeline, _), .define(_, _, let pipeline), .bind(_, let pipeline),
      .command(_, _, _, _, let pipeline):
      collect(pipeline, &found)
    case .send(_, let value), .assign(_, let value), .variable(_, let value, _),
      .assignMember(_, _, let value):
      collect(value, &found)
    case .expect(let subject, let expected, _):
      collect(subject, &found)
      collect(expected, &found)
    case .test(_, _, let statements, let trailing):
      for statement in statements { collect(statement, &found) }
      found += trailing
    default: break
    }
  }

  private func collect(_ pipeline: Pipeline, _ found: inout [RxpSyntax.Comment]) {
    for stage in pipeline.stages {
      collect(stage.trivia, &found)
      collect(stage.head, &found)
      for argument in stage.arguments { collect(argument.value, &found) }
    }
  }

  private func collect(_ expression: Expression, _ found: inout [RxpSyntax.Comment]) {
    switch expression.kind {
    case .parenthesized(let pipeline): collect(pipeline, &found)
    case .lambda(_, let body): collect(body, &found)
    case .call(_, let arguments): for argument in arguments { collect(argument.value, &found) }
    default: break
    }
  }

  private func collect(_ trivia: Trivia, _ found: inout [RxpSyntax.Comment]) {
    found += trivia.before
    if let after = trivia.after { found.append(after) }
  }

  /// Counts the lines of a correct script with a `#` outside of strings, the cheap way: in the corpus
  /// a comment is preceded by a blank or begins its line.
  private func commentCount(_ source: SourceText) -> Int {
    var count = 0
    for line in 0..<source.lineStarts.count {
      let text = source[source.lineSpan(line)]
      if line == 0, text.hasPrefix("#!") { continue }
      let outside = text.split(separator: "\"", omittingEmptySubsequences: false)
      let hasComment = outside.enumerated().contains { index, part in
        index % 2 == 0 && (part.contains(" #") || (index == 0 && part.hasPrefix("#")))
      }
      if hasComment { count += 1 }
    }
    return count
  }
}
