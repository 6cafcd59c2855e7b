import RxpEngine
import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

/// The catalogue is complete and tells the truth: every picture in it is drawn again by the engine.
@Suite struct CatalogTests {
  @Test func everyFileOfAnOperatorIsInTheList() throws {
    let files = Repository.files(in: "Sources/RxpEngine/Operators", ending: ".swift")
    var declared: Set<String> = []
    for file in files {
      let text = try Repository.text("Sources/RxpEngine/Operators/" + file)
      for line in text.split(separator: "\n") {
        guard let start = line.range(of: "= Operator("), start.lowerBound > line.startIndex else {
          continue
        }
        let rest = text[start.upperBound...].drop { $0 != "\"" }.dropFirst()
        declared.insert(String(rest.prefix { $0 != "\"" }))
      }
    }
    let listed = Set(Catalog.all.map(\.name))
    #expect(declared.subtracting(listed) == [], "in a file, not in the list")
    #expect(listed.subtracting(declared) == [], "in the list, not in a file")
  }

  @Test func namesAreUnique() {
    var seen: [String: String] = [:]
    for definition in Catalog.all {
      for name in [definition.name] + definition.aliases + definition.elsewhere.map(\.name) {
        #expect(seen[name] == nil, "\(name) stands for \(seen[name] ?? "") and \(definition.name)")
        seen[name] = definition.name
      }
    }
  }

  @Test(arguments: Catalog.all.map(\.name))
  func hasThreeExamples(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    // What reads or writes files cannot be drawn; it is tested with files.
    if definition.family == .input || definition.family == .output { return }
    #expect(definition.examples.count >= 3)
  }

  @Test(arguments: Catalog.all.map(\.name), [1, 2, 7, 1024])
  func examplesRunAsDrawn(_ name: String, _ batchLimit: Int) throws {
    let definition = try #require(Catalog.find(name))
    for example in definition.examples {
      let text = ExampleText.test(example)
      let results = try TestTexts.run(text, batchLimit: batchLimit)
      for result in results {
        #expect(
          result.passed,
          "\(name): \(result.title)\n\(result.failures.joined(separator: "\n"))\n\(text)")
      }
    }
  }
}

/// An example of the catalogue as a `test` block.
enum ExampleText {
  static func test(_ example: Operator.Example) -> String {
    var text = "test \"\(example.title.replacingQuotes)\" {\n"
    let values = example.values.isEmpty ? "" : ", " + example.values
    func source(_ name: String, _ diagram: String) -> String {
      let words = diagram.split(separator: " ", maxSplits: 1)
      let isCold = words.first == "cold"
      let picture = isCold || words.first == "hot" ? String(words[1]) : diagram
      return "  let \(name) = \(isCold ? "cold" : "hot") \"\(picture)\"\(values)\n"
    }
    for (name, diagram) in example.others { text += source(name, diagram) }
    if let input = example.input { text += source("input", input) }
    if !example.given.isEmpty { text += "  \(example.given)\n" }
    let pipeline = example.input == nil ? example.stage : "input | \(example.stage)"
    text += "  expect \(pipeline) is \"\(example.output)\"\(values)\n}\n"
    return text
  }
}

extension String {
  fileprivate var replacingQuotes: String { split(separator: "\"").joined(separator: "'") }
}

/// Runs the tests of a text in a host without an outside.
enum TestTexts {
  struct Wrong: Error, CustomStringConvertible { let description: String }

  static func run(
    _ text: String, name: String = "test", batchLimit: Int = Limits.batchRows
  ) throws -> [TestResult] {
    let source = SourceText(name: name, text)
    let (script, mistakes) = parse(source)
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, options: options)
    let steps = compiler.compile(script)
    let wrong = (mistakes + compiler.diagnostics).filter { $0.severity == .error }
    if let first = wrong.first {
      throw Wrong(description: DiagnosticRenderer().render(first, in: source) + "\n" + text)
    }
    var results: [TestResult] = []
    for case .test(let test) in steps {
      let definitions = steps.filter { if case .define = $0 { true } else { false } }
      results.append(
        TestRunner.run(
          test, prelude: definitions, host: MemoryHost(),
          batchLimit: compiler.hasEffects ? 1 : batchLimit))
    }
    return results
  }
}
