import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

@testable import RxpEngine

/// What is claimed of signals before they run, and what is warned of by that, is borne out by random
/// pipelines under the virtual clock: none that is said never to end ends, and so on.
@Suite struct ClaimTests {
  /// How many cases are tried of each operator: alone, with another behind it, and with two.
  static let cases = Settings.number("CLAIM_CASES", else: 40)
  static let pairs = Settings.number("CLAIM_PAIRS", else: 40)
  static let threes = Settings.number("CLAIM_THREES", else: 40)

  @Test(arguments: PairTests.operators.map(\.name))
  func runsBearThemOut(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var random = SeededRandom(seed: Settings.seed)
    let followers = PairTests.operators.filter { $0.role == .stage || $0.role == .sourceOrStage }
    var claims = 0
    for number in 0..<(Self.cases + Self.pairs + Self.threes) {
      let seed = Settings.seed &+ UInt64(number)
      var example =
        number < Self.cases
        ? Draw.example(of: definition, seed: seed)
        : Draw.example(of: definition, random.pick(followers), seed: seed)
      if number >= Self.cases + Self.pairs {
        example.append(random.pick(followers), seed: seed)
      }
      guard let trial = ClaimTrial(example) else { continue }
      claims += trial.claims
      let problems = trial.problems
      #expect(problems.isEmpty, "seed \(seed)\n\(trial.text)")
      if !problems.isEmpty { return }
    }
    #expect(claims > 0)
  }
}

extension Case {
  /// One stage more, with signals of its own as far as it needs further ones.
  fileprivate mutating func append(_ definition: Operator, seed: UInt64) {
    var draw = Draw(seed: seed)
    stages.append(draw.stage(definition, Reference.of(definition.name)))
    let known = Set(sources.map(\.name))
    sources.insert(contentsOf: draw.sources.filter { !known.contains($0.name) }, at: 0)
  }
}

/// A case with what is claimed of its signals, and what is warned of.
private struct ClaimTrial {
  let text: String
  private let example: Case
  private let shapes: [SignalShape?]
  private let warnings: [Diagnostic]

  /// nil where the checker refuses the program.
  init?(_ example: Case) {
    // What waits without end is taken for what only takes its time.
    if example.stages.contains(where: \.waitsForEver) { return nil }
    var alone = example
    // One who listens from the start, for longer than anything lasts.
    alone.observers = [Subscriber(until: ClaimTrial.horizon)]
    self.example = alone
    text = (example.definitions + [example.result]).joined(separator: "\n") + "\n"
    let source = SourceText(name: "case", text)
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, options: options)
    let steps = compiler.compile(parse(source).script)
    if compiler.hasErrors { return nil }
    let analysis = ShapeAnalysis()
    warnings = analysis.check(steps, in: source, isWhole: true)
    shapes = steps.dropFirst(example.sources.count).dropLast().map { step in
      guard case .define(_, let expr) = step else { return nil }
      return analysis.knownShape(of: expr)
    }
  }

  private static let horizon = 100_000 * SourceCase.column

  var claims: Int {
    shapes.count { $0.map { ShapeClaim($0).saysSomething } ?? false } + warnings.count
  }

  var problems: [String] {
    var problems: [String] = []
    for (index, shape) in shapes.enumerated() {
      guard let shape, let seen = seen(ofStage: index) else { continue }
      let found = ShapeClaim(shape).contradictions(seen.events, isWhole: seen.isWhole)
      problems += found.map { "s\(index + 1) is \(shape), and \($0)" }
    }
    for warning in warnings {
      guard let index = stage(of: warning) else { continue }
      // These are told of the whole, at the stage that is to blame.
      let isOfAll = ["W0606", "W0615", "W0617"].contains(warning.id)
      let before = index > 0 ? seen(ofStage: index - 1) : nil
      let after = seen(ofStage: isOfAll ? shapes.count - 1 : index)
      if example.stages[index].waitsForArguments { continue }
      problems += ClaimTrial.contradictions(warning.id, before, after)
        .map { "\(warning.id) at s\(index + 1): \(warning.message), and \($0)" }
    }
    return problems
  }

  private struct Sight {
    let events: [Seen]
    let isWhole: Bool
    var values: [Seen] { events.filter { if case .next = $0.content { true } else { false } } }
    var hasCompleted: Bool {
      if case .completed? = events.last?.content { true } else { false }
    }
    var hasFailed: Bool { if case .error? = events.last?.content { true } else { false } }
  }

  /// What is seen of a stage alone; nil where it does not run, or goes on without leaving an instant.
  private func seen(ofStage index: Int) -> Sight? {
    var cut = example
    cut.stages = Array(example.stages.prefix(index + 1))
    cut.acts = example.acts.filter { $0.stage <= index }
    guard let run = try? EngineRun(cut) else { return nil }
    let (outcomes, violations) = run.outcomes(batchLimit: 1)
    if !violations.isEmpty || ClaimTrial.isMistaken(outcomes.events[0]) { return nil }
    return Sight(events: outcomes.events[0], isWhole: outcomes.cutAt == nil)
  }

  /// Whether the arguments were of no use, so that it failed before it began.
  private static func isMistaken(_ seen: [Seen]) -> Bool {
    guard seen.count == 1, case .error(let failure) = seen[0].content else { return false }
    return failure.kind == "type"
  }

  /// The stage that a warning is told of: each has a line of its own.
  private func stage(of warning: Diagnostic) -> Int? {
    let line = text.utf8.prefix(warning.primary.span.start).count { $0 == UInt8(ascii: "\n") }
    let index = line - example.sources.count
    return example.stages.indices.contains(index) ? index : nil
  }

  private static func contradictions(_ id: String, _ before: Sight?, _ after: Sight?) -> [String] {
    var problems: [String] = []
    func found(_ isOne: Bool?, _ what: String) { if isOne == true { problems.append(what) } }
    switch id {
    // Waits for an end that never comes, or keeps all of what never ends.
    case "W0602", "W0607": found(before?.hasCompleted, "its source completed")
    // What follows never ends, or never comes to its turn.
    case "W0603", "W0604", "W0617":
      found(
        before.map { !$0.values.isEmpty } == true && after?.hasCompleted == true, "it completed")
    // Until there is more than may be held.
    case "W0606": found(after.map { $0.isWhole && !$0.hasFailed }, "nothing more could come")
    case "W0610": found(before.map { !$0.values.isEmpty }, "values came to it")
    case "W0611": found(before?.events.contains { $0.instant > 0 }, "time passed")
    case "W0612", "W0618": found(after.map { !$0.values.isEmpty }, "it sent something")
    case "W0615": found(after.map { !$0.values.isEmpty || $0.hasCompleted }, "something came")
    case "W0616": found(before?.events.contains { $0.instant > 0 }, "its source went on")
    case "W0620": found(after?.hasCompleted, "it completed")
    case "W0619": found(before?.hasFailed, "its source failed")
    default: break
    }
    return problems
  }
}

extension StageCase {
  fileprivate var waitsForEver: Bool {
    arguments.contains { if case .duration(Time.forever) = $0.1 { true } else { false } }
  }

  /// Whether what it waits for the end of is not only the stage before.
  fileprivate var waitsForArguments: Bool {
    definition.pitfalls.contains { if case .waitsForEnds = $0 { true } else { false } }
  }
}
