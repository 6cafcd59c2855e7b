import Foundation
import RxpSyntax
import RxpText
import Testing

/// Each limit is passed at n and told, once and clearly, at n + 1.
@Suite struct LimitTests {
  struct Limit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bound: Int
    var id: String
    var text: @Sendable (Int) -> String
  }

  static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(arguments: [
    Limit(testDescription: "parentheses", bound: SyntaxLimits.nesting, id: "E0217") {
      times("(", $0) + "1" + times(")", $0)
    },
    Limit(testDescription: "lists", bound: SyntaxLimits.nesting, id: "E0217") {
      times("[", $0) + times("]", $0)
    },
    Limit(testDescription: "records", bound: SyntaxLimits.nesting, id: "E0217") {
      times("{a: ", $0) + "1" + times("}", $0)
    },
    Limit(testDescription: "calls", bound: SyntaxLimits.nesting, id: "E0217") {
      times("f(", $0) + "1" + times(")", $0)
    },
    Limit(testDescription: "interpolations", bound: SyntaxLimits.nesting, id: "E0217") {
      times("\"\\(", $0 - 1) + "\"\"" + times(")\"", $0 - 1)
    },
    Limit(testDescription: "lambdas", bound: SyntaxLimits.nesting, id: "E0217") {
      times("x => ", $0) + "1"
    },
    Limit(testDescription: "choices", bound: SyntaxLimits.nesting, id: "E0217") {
      times("if a then b else ", $0) + "1"
    },
    Limit(testDescription: "negations", bound: SyntaxLimits.nesting, id: "E0217") {
      times("not ", $0) + "1"
    },
    Limit(testDescription: "minus signs", bound: SyntaxLimits.nesting, id: "E0217") {
      times("- ", $0) + "1"
    },
    Limit(testDescription: "instants", bound: SyntaxLimits.nesting, id: "E0217") {
      times("at 1 ", $0) + "a"
    },
    Limit(testDescription: "tests", bound: SyntaxLimits.nesting, id: "E0217") {
      times("test \"t\" { ", $0) + times("}", $0)
    },
    Limit(testDescription: "a sum", bound: SyntaxLimits.expressionHeight, id: "E0218") {
      "1" + times(" + 1", $0)
    },
    Limit(testDescription: "alternatives", bound: SyntaxLimits.expressionHeight, id: "E0218") {
      "a" + times(" ?? a", $0)
    },
    Limit(testDescription: "fields of fields", bound: SyntaxLimits.expressionHeight, id: "E0218") {
      "a" + times(".b", $0)
    },
    Limit(
      testDescription: "calls of calls", bound: SyntaxLimits.expressionHeight / 2 - 1, id: "E0218"
    ) {
      "a" + times("(0)[0]", $0)
    },
    Limit(testDescription: "stages", bound: SyntaxLimits.stages, id: "E0218") {
      "a" + times(" | b", $0 - 1)
    },
    Limit(testDescription: "digits", bound: SyntaxLimits.numberDigits, id: "E0106") {
      "0." + times("1", $0 - 2)
    },
    Limit(testDescription: "bytes", bound: SyntaxLimits.scriptBytes, id: "E0114") {
      times("#", $0)
    },
  ]) func isToldOnce(_ limit: Limit) {
    let (script, none) = parse(SourceText(name: "t", limit.text(limit.bound)))
    #expect(none.map(\.message) == [])
    // What may be read can be walked and printed.
    #expect(dump(parse(SourceText(name: "t", format(script))).script) == dump(script))
    let (rest, told) = parse(SourceText(name: "t", limit.text(limit.bound + 1) + "\nlet x = 1"))
    #expect(told.map(\.id) == [limit.id])
    if limit.id != "E0114" { #expect(dump(rest).hasSuffix("\n(let x 1)")) }
  }

  @Test(arguments: [
    "(", "[", "{a: ", "f(", "\"\\(", "x => ", "(x) => ", "not ", "-", "!", "if a then ", "if ",
    "at 1 ", "test \"\" {", "a ? b : ", "a ?? ", "a.", "a[", "1+", "a|", "1<", "{a:[(", "a,", "(a|",
    "let f(", "\"\\(\"", "f(x => [", ")", "a | (", "..", "a..",
  ]) func tenThousandOfAnythingAreFew(_ text: String) {
    for tail in ["", "\nlet x = 1\n"] {
      let source = SourceText(name: "t", Self.times(text, 10_000) + tail)
      let (script, diagnostics) = parse(source)
      #expect(diagnostics.count <= SyntaxLimits.diagnostics)
      _ = dump(script)
      _ = format(script)
      _ = DiagnosticRenderer().render(diagnostics, in: source)
    }
  }

  @Test func tenThousandParenthesesAreOneMistake() {
    let source = SourceText(name: "t", Self.times("(", 10_000))
    #expect(
      DiagnosticRenderer(width: 60).render(parse(source).diagnostics, in: source) == """
        error[E0217]: the text is nested too deep
          t:1:257
        1 | ...((((((((((((((((((((((((((((((((((((((((((((((((((...
          |                    ^ level 257, at most 256 are read
          = help: name the inner parts with `let`

        """)
  }

  @Test func theManualNamesTheLimits() throws {
    let manual = try String(contentsOf: Corpus.root.appending(path: "grammar.md"), encoding: .utf8)
    let limits = [
      ("brackets, lambdas", "256", SyntaxLimits.nesting),
      ("operands of a chain", "512", SyntaxLimits.expressionHeight),
      ("stages of a pipeline", "1,024", SyntaxLimits.stages),
      ("bytes of a script", "4 MiB", SyntaxLimits.scriptBytes >> 20),
      ("characters of a number", "400", SyntaxLimits.numberDigits),
      ("bytes of a regular", "4,096", SyntaxLimits.regexBytes),
      ("mistakes told", "100", SyntaxLimits.diagnostics),
    ]
    for (what, written, bound) in limits {
      let line = manual.split(separator: "\n").first { $0.hasPrefix("| \(what)") }
      #expect(line?.hasSuffix(" \(written) |") == true, "\(what)")
      #expect(Int(written.prefix { $0 != " " }.filter { $0 != "," }) == bound, "\(what)")
    }
  }
}
