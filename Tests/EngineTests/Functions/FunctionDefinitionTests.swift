import TestSupport
import Testing

@testable import RxpEngine

/// What is true of every function.
@Suite struct FunctionDefinitionTests {
  @Test func everyFunctionOfAFileIsInTheList() throws {
    var declared: [String] = []
    for file in Repository.files(in: "Sources/RxpEngine/Functions", ending: ".swift") {
      let text = try Repository.text("Sources/RxpEngine/Functions/" + file)
      let pieces = text.split(separator: "= Builtin(", omittingEmptySubsequences: false)
      for piece in pieces.dropFirst() {
        declared.append(String(piece.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }))
      }
    }
    #expect(declared.sorted() == Functions.names.sorted())
    #expect(Set(declared).count == declared.count, "a name is there twice")
  }

  @Test(arguments: Functions.names)
  func isToldInFull(_ name: String) throws {
    let function = try #require(Functions.find(name))
    #expect(function.examples.count >= 2)
    #expect(function.summary.hasSuffix("."))
    #expect(function.required <= function.parameters.count)
    #expect(Set(function.parameters.map(\.name)).count == function.parameters.count)
    #expect(functionTable().contains("| `\(name)` |"))
    // The compiler asks for the type also where it knows of no argument.
    _ = function.result([])
  }

  @Test func tableIsMarkdown() {
    let lines = functionTable().split(separator: "\n")
    #expect(lines.count == Functions.all.count + 2)
    for line in lines {
      let bars = line.indices.filter { place in
        line[place] == "|" && (place == line.startIndex || line[line.index(before: place)] != "\\")
      }
      #expect(bars.count == 5, "\(line)")
    }
    #expect(
      lines.contains(
        "| `reverse` | `reverse(x)` | A list or string from its end to its start. | "
          + "`reverse([1, 2])` → `[2, 1]`<br>`reverse(\"añb\")` → `\"bña\"` |"))
    #expect(lines.contains { $0.contains("`slice(x, from, to?)`") })
    #expect(lines.contains { $0.contains("`min(x, …)`") })
  }

  /// nil for what must be given makes nil, or no of a question, or is taken for a value.
  @Test func missingStaysMissing() throws {
    let seeing: Set = ["str", "type", "error", "raise", "next", "failed", "sum"]
    let questions: Set = ["contains", "startsWith", "endsWith", "matches", "has"]
    for function in Functions.all where function.required > 0 && !seeing.contains(function.name) {
      let arguments = function.parameters.prefix(function.required).map { parameter -> Value in
        if case .function = parameter.type { return .function("type") }
        return .null
      }
      let expected: Value = questions.contains(function.name) ? false : nil
      #expect(try call(function.name, arguments) == expected, "\(function.name)")
    }
  }

  @Test func wrongCountsAreTold() {
    #expect(outcome(of: "upper", []) == "type: upper takes 1 arguments, got 0")
    #expect(outcome(of: "completed", [1]) == "type: completed takes 0 arguments, got 1")
    #expect(outcome(of: "slice", [[], 1, 2, 3]) == "type: slice takes 3 arguments, got 4")
  }

  static let a = Type.RecordType.Field("a", .int)
  static let b = Type.RecordType.Field("b", .int)

  @Test(arguments: [
    ("first", [Type.list(.int)], Type.int),
    ("first", [.text], .text),
    ("first", [.range], .int),
    ("slice", [.text, .int], .text),
    ("slice", [.tuple([.int, .text]), .int], .list(.any)),
    ("map", [.list(.int), .function(arity: 1, returns: .text)], .list(.text)),
    ("map", [.list(.int)], .list(.any)),
    ("filter", [.range, .function(arity: 1, returns: .bool)], .list(.int)),
    ("min", [.list(.text)], .text),
    ("min", [.int, .number], .number),
    ("sum", [.range], .int),
    ("sum", [.list(.any)], .number),
    ("abs", [.int], .int),
    ("abs", [.number], .number),
    ("flatten", [.list(.list(.int))], .list(.int)),
    ("zip", [.list(.int), .list(.text)], .list(.tuple([.int, .text]))),
    ("date", [.text], .number),
    ("date", [.number], .text),
    ("next", [.int], .event(.int)),
    ("mod", [.int, .int], .int),
    ("mod", [.int, .number], .number),
    ("values", [.record([a], isClosed: true)], .list(.int)),
    (
      "merge", [.record([.init("a", .text)], isClosed: true), .record([a, b], isClosed: true)],
      .record([a, b], isClosed: true)
    ),
    (
      "merge", [.record([a], isClosed: true), .record([], isClosed: false)],
      .record([.init("a", .any)], isClosed: false)
    ),
  ])
  func typesAreKnownBefore(_ name: String, _ arguments: [Type], _ expected: Type) throws {
    #expect(try #require(Functions.find(name)).result(arguments) == expected)
  }

  /// A run that is stopped gets out of a function over an endless range.
  @Test func endlessRangesEndWithTheRun() throws {
    let run = Run(host: SilentHost())
    run.stop(.asked)
    for name in ["any", "find", "count"] {
      let function = Function(.builtin(try #require(Functions.find(name))))
      #expect(throws: Failure.self) {
        try run.machine.call(function, [.range(1, Int.max), .lambda { _ in false }], place: nil)
      }
    }
  }
}
