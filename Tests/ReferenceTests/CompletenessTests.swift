import Testing

@testable import RxpEngine

/// No operator goes without a reference, unless it is told here why.
@Suite struct CompletenessTests {
  /// What reads or writes files or shows something: tested with files and output.
  static let outside: [String: String] = [
    "lines": "reads files", "text": "reads the terminal", "keys": "reads the terminal",
    "exec": "runs a program", "http": "asks a server", "jsonl": "reads files",
    "csv": "reads files", "tsv": "reads files", "timed": "reads a file", "follow": "reads a file",
    "print": "writes to standard output", "write": "writes a file", "append": "writes a file",
    "log": "writes to standard error", "to": "ends in a subject",
    "execute": "needs a command: CommandTests compare commands with a model of their own",
  ]

  /// Those that the sources of all cases are made of: the model of a diagram is in `SourceCase`.
  static let sources: [String: String] = ["hot": "a source", "cold": "a source"]

  @Test func everyOperatorHasAReference() {
    let known = Set(Reference.all.map(\.name))
    let excused = Set(Self.outside.keys).union(Self.sources.keys)
    let missing = Catalog.all.map(\.name).filter { !known.contains($0) && !excused.contains($0) }
    #expect(missing.isEmpty, "without a reference")
  }

  @Test func nothingIsStale() {
    let known = Set(Reference.all.map(\.name))
    let operators = Set(Catalog.all.map(\.name))
    #expect(known.subtracting(operators) == [], "references of what is no operator")
    #expect(known.intersection(Self.outside.keys) == [], "has a reference and is excused")
    let excused = Set(Self.outside.keys).union(Self.sources.keys)
    #expect(excused.subtracting(operators) == [], "excused and is no operator")
    #expect(Reference.all.count == known.count, "two references of one operator")
  }

  /// Every word that an option may have is tried, yes and no, and every parameter given and left out.
  @Test(arguments: Reference.all.map(\.name))
  func everyOptionIsTried(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var left = Set(definition.parameters.flatMap { Self.choices($0) })
    for parameter in Reference.of(name)?.always ?? [] { left.remove("no " + parameter) }
    for seed in 0..<1_000 as Range<UInt64> where !left.isEmpty {
      let example = Draw.example(of: definition, seed: seed)
      guard let stage = example.stages.first(where: { $0.definition.name == name }) else {
        continue
      }
      let shown = definition.parameters.map { parameter in
        let given = stage.arguments.first { $0.name == parameter.name }?.1
        return Self.choice(parameter, given)
      }
      // What the checker refuses is never run.
      if left.isDisjoint(with: shown.joined()) || (try? EngineRun(example)) == nil { continue }
      left.subtract(shown.joined())
    }
    #expect(left.isEmpty, "\(name) was never tried with \(left.sorted())")
  }

  private static func choices(_ parameter: Parameter) -> [String] {
    let (name, absent) = (parameter.name, parameter.isOptional ? ["no " + parameter.name] : [])
    switch parameter.kind {
    case .word(let words): return absent + words.map { "\(name): \($0)" }
    case .bool: return absent + ["\(name): true", "\(name): false"]
    default: return absent + [name]
    }
  }

  private static func choice(_ parameter: Parameter, _ given: Argument?) -> [String] {
    switch given {
    case nil: ["no " + parameter.name]
    case .word, .flag: ["\(parameter.name): \(given?.text ?? "")"]
    default: [parameter.name]
    }
  }
}
