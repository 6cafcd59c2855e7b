import RxpEngine
import RxpLanguage
import RxpSyntax
import RxpText
import Testing

/// What is an object elsewhere and a form here.
@Suite struct FormTests {
  @Test(arguments: Form.all.map(\.name))
  func exampleChecks(_ name: String) throws {
    let form = try #require(Form.find(name))
    let source = SourceText(name: name, form.example)
    let (script, mistakes) = parse(source)
    let compiler = Compiler(source, names: NameScope(inside: Prelude.fresh().names))
    _ = compiler.compile(script)
    for diagnostic in mistakes + compiler.diagnostics {
      Issue.record("\(DiagnosticRenderer().render(diagnostic, in: source))")
    }
  }

  @Test func namesAreNoOperators() {
    for name in Form.all.flatMap({ $0.elsewhere.map(\.name) }) {
      #expect(Catalog.find(qualified: name) == nil, "\(name) is an operator and a form")
    }
  }

  @Test func aFormUsedAsAnOperatorSaysHowItIsWritten() throws {
    for text in ["rac.RACObserve 1", "let x = rs.Action", "just 1 | rac.RACCommand"] {
      let source = SourceText(name: "test", text)
      let compiler = Compiler(source)
      _ = compiler.compile(parse(source).script)
      let first = try #require(compiler.diagnostics.first { $0.severity == .error })
      #expect(first.id == "E0303")
      #expect(first.help?.hasPrefix("it is written  ") == true, "\(first)")
    }
  }
}
