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

  /// Those for logs: their references know of the events' own times, and are in
  /// `EngineTests/Analysing`, which sees to it that each has one.
  static let analysing = Set(Catalog.analysing.map(\.name))

  /// Operators that still have no reference. One that has gets off this list.
  static let waiting: Set<String> = []

  @Test func everyOperatorHasAReference() {
    let known = Set(Reference.all.map(\.name))
    let excused = Set(Self.outside.keys).union(Self.sources.keys).union(Self.waiting)
      .union(Self.analysing)
    let missing = Catalog.all.map(\.name).filter { !known.contains($0) && !excused.contains($0) }
    #expect(missing.isEmpty, "without a reference")
  }

  @Test func nothingIsStale() {
    let known = Set(Reference.all.map(\.name))
    let operators = Set(Catalog.all.map(\.name))
    #expect(known.subtracting(operators) == [], "references of what is no operator")
    #expect(known.intersection(Self.waiting) == [], "has a reference and is said to have none")
    #expect(Self.waiting.subtracting(operators) == [], "waits and is no operator")
    let excused = Set(Self.outside.keys).union(Self.sources.keys)
    #expect(excused.subtracting(operators) == [], "excused and is no operator")
    #expect(Reference.all.count == known.count, "two references of one operator")
  }

  /// Every word that an option may have is drawn, and every parameter both given and left out.
  @Test(arguments: Reference.all.map(\.name))
  func everyOptionIsDrawn(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var left: Set<String> = []
    for parameter in definition.parameters {
      left.insert(parameter.name)
      let isAlwaysGiven = Reference.of(name)?.always.contains(parameter.name) == true
      if parameter.isOptional, !isAlwaysGiven { left.insert("no " + parameter.name) }
      if case .word(let words) = parameter.kind {
        for word in words { left.insert("\(parameter.name): \(word)") }
      }
    }
    for number in 0..<500 where !left.isEmpty {
      let example = Draw.example(of: definition, seed: UInt64(number))
      guard let stage = example.stages.first(where: { $0.definition.name == name }) else {
        continue
      }
      for parameter in definition.parameters {
        if let given = stage.arguments.first(where: { $0.name == parameter.name }) {
          left.remove(parameter.name)
          if case .word(let word) = given.1 { left.remove("\(parameter.name): \(word)") }
        } else {
          left.remove("no " + parameter.name)
        }
      }
    }
    #expect(left.isEmpty, "\(name) was never tried with \(left.sorted())")
  }
}
