import RxpEngine
import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

/// What is claimed of a signal before it runs is what is seen when it runs: the pictures of the
/// catalogue, which are drawn by the engine, contradict none of the claims.
@Suite struct ShapeClaimTests {
  @Test(arguments: Catalog.all.map(\.name))
  func picturesBearThemOut(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    for example in definition.examples {
      let claim = try #require(try ShapeClaimTests.claim(of: example), "\(example.title)")
      let seen = try Marble(example.output, frame: 1)
      let problems = ShapeClaimTests.contradictions(claim, seen)
      #expect(problems == [], "\(name): \(example.title): \(example.stage), said to be \(claim)")
    }
  }

  static let files =
    Repository.files(in: "Tests/Operators", ending: ".rxp").map { "Tests/Operators/" + $0 }
    + Repository.files(in: "Tests/Conformance", ending: ".rxp").map { "Tests/Conformance/" + $0 }

  /// So do the expectations of all tests in the language.
  @Test(arguments: files)
  func expectationsBearThemOut(_ file: String) throws {
    let source = SourceText(name: file, try Repository.text(file))
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, options: options)
    let steps = compiler.compile(parse(source).script)
    #expect(!compiler.hasErrors)
    let analysis = ShapeAnalysis()
    analysis.learn(steps)
    for case .test(let test) in steps {
      analysis.learn(test.steps)
      for expectation in test.expectations {
        guard case .events(let expr) = expectation.subject,
          case .diagram(let diagram, _, _, let place) = expectation.wanted,
          expectation.subscribe == nil, expectation.unsubscribe == nil,
          let claim = analysis.knownShape(of: expr)
        else { continue }
        let problems = ShapeClaimTests.contradictions(claim, try Marble(diagram, frame: 1))
        #expect(
          problems == [],
          "\(file): \(test.title): \(source[place.span]), said to be \(claim)")
      }
    }
  }

  private static func claim(of example: Operator.Example) throws -> SignalShape? {
    let test = ExampleText.test(example)
    // The statements of the test's block, the expected pipeline as a statement.
    let lines = test.split(separator: "\n").dropFirst().dropLast().map(String.init)
    let pipeline = example.input == nil ? example.stage : "input | \(example.stage)"
    let text = (lines.dropLast() + [pipeline]).joined(separator: "\n")
    let source = SourceText(name: "example", text)
    let compiler = Compiler(source)
    let steps = compiler.compile(parse(source).script)
    if compiler.hasErrors {
      Issue.record("\(DiagnosticRenderer().render(compiler.diagnostics, in: source))")
      return nil
    }
    let analysis = ShapeAnalysis()
    analysis.learn(steps)
    switch steps.last {
    case .pipeline(let step): return analysis.shape(of: step) ?? SignalShape()
    // An execution, of whose signal nothing is known.
    default: return SignalShape()
    }
  }

  private static func contradictions(_ claim: SignalShape, _ picture: Marble) -> [String] {
    let seen = picture.moments.map { moment in
      switch moment.mark {
      case .letter: Seen(moment.instant, .next(.null))
      case .completed: Seen(moment.instant, .completed)
      case .error: Seen(moment.instant, .error(Failure(kind: "user", "error")))
      }
    }
    return ShapeClaim(claim).contradictions(seen, isWhole: true)
  }

  /// What is known of its result stands in the definition of each operator: a claim, in some
  /// surroundings at least.
  @Test(arguments: Catalog.all.map(\.name))
  func everyOperatorHasAShape(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var claims: [ShapeClaim] = []
    for input in [SignalShape.items(3), .unending] {
      for count in 0...1 {
        let context = ShapeRule.Context(
          input: definition.role == .source ? nil : input,
          signals: { _ in count > 0 ? [input] : [] },
          value: { _ in count > 0 ? .string("-a|") : nil },
          count: { _ in count })
        claims.append(ShapeClaim(definition.shape.apply(context)))
      }
    }
    #expect(claims.contains { $0.saysSomething })
  }
}
