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
          expectation.unsubscribe == nil, let claim = analysis.knownShape(of: expr)
        else { continue }
        let problems = ShapeClaimTests.contradictions(claim, try Marble(diagram, frame: 1))
        #expect(
          problems == [],
          "\(file): \(test.title): \(source[place.span]), said to be \(claim)")
      }
    }
  }

  /// Claims are made at all: most operators have a rule.
  @Test func mostOperatorsHaveARule() throws {
    var told = 0
    var all = 0
    for definition in Catalog.all {
      for example in definition.examples {
        all += 1
        if let claim = try ShapeClaimTests.claim(of: example), ShapeClaimTests.says(claim) {
          told += 1
        }
      }
    }
    #expect(told * 2 > all, "\(told) of \(all)")
  }

  private static func says(_ shape: SignalShape) -> Bool {
    shape.completes != .perhaps || shape.fails != .perhaps || shape.most != nil || shape.least > 0
      || shape.timing != .unknown
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

  /// What the picture shows that the claim excludes.
  private static func contradictions(_ claim: SignalShape, _ seen: Marble) -> [String] {
    let values = seen.moments.filter { if case .letter = $0.mark { true } else { false } }
    let completed = seen.moments.contains { $0.mark == .completed }
    let failed = seen.moments.contains { $0.mark == .error }
    var problems: [String] = []
    if completed, claim.completes == .never { problems.append("it completed") }
    if failed, claim.fails == .never { problems.append("it failed") }
    if !completed, !failed, claim.completes == .surely { problems.append("it did not complete") }
    if !completed, !failed, claim.fails == .surely { problems.append("it did not fail") }
    if let most = claim.most, values.count > most { problems.append("it sent \(values.count)") }
    // An error may come before all that was to come.
    let isWhole = completed || claim.least != SignalShape.unlimited
    if values.count < claim.least, isWhole, !failed || claim.fails == .never {
      problems.append("it sent only \(values.count)")
    }
    if claim.timing == .atOnce, seen.moments.contains(where: { $0.instant > 0 }) {
      problems.append("something came later")
    }
    let others = seen.moments.filter { $0.mark != .error || claim.fails > .byMistake }
    if claim.timing == .later, others.contains(where: { $0.instant == 0 }) {
      problems.append("something came at once")
    }
    return problems
  }
}
