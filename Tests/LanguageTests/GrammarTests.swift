import Foundation
import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

/// grammar.md tells the truth: its examples are read and checked, its tables are those of the
/// definitions.
@Suite struct GrammarTests {
  @Test func examplesCheck() throws {
    let blocks = MarkdownBlocks.all(in: try Repository.text("grammar.md"), language: "rxp")
    #expect(blocks.count >= 10)
    for block in blocks {
      let source = SourceText(name: "grammar.md", block)
      let (script, mistakes) = parse(source)
      var options = Compiler.Options()
      options.warnsOfUnused = false
      let prelude = Prelude.fresh()
      let compiler = Compiler(source, names: NameScope(inside: prelude.names), options: options)
      let analysis = ShapeAnalysis()
      analysis.learn(prelude.steps)
      let warnings = analysis.check(compiler.compile(script), in: source, isWhole: true)
      let allowances = Allowances(in: source)
      for diagnostic in mistakes + compiler.diagnostics + warnings
      where !allowances.allow(diagnostic) {
        Issue.record("\(DiagnosticRenderer().render(diagnostic, in: source))")
      }
    }
  }

  /// With RECORD=1 in the environment the tables are written anew instead.
  @Test func tablesAreThoseOfTheDefinitions() throws {
    var text = try Repository.text("grammar.md")
    for (name, table) in [("operators", Manual.operators()), ("functions", Manual.functions())] {
      let start = "<!-- generated: \(name) -->\n"
      let from = try #require(text.range(of: start)).upperBound
      let to = try #require(text.range(of: "<!-- end -->", range: from..<text.endIndex)).lowerBound
      if ProcessInfo.processInfo.environment["RECORD"] != nil {
        text.replaceSubrange(from..<to, with: table)
      } else {
        #expect(String(text[from..<to]) == table, "\(name): run the tests with RECORD=1")
      }
    }
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(
        to: Repository.root.appendingPathComponent("grammar.md"), atomically: true, encoding: .utf8)
    }
  }
}
