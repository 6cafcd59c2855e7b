import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

@testable import RxpEngine

/// No operator holds more events than its definition says: the events are objects, and those alive
/// are counted whenever nothing happens.
@Suite struct HeldValuesTests {
  /// What works on numbers, lists or signals only, of which none can be told from another; and
  /// multicast, whose subject holds what it was given for.
  static let untraced: Set<String> = [
    "sum", "average", "min", "max", "flatten", "concatAll", "exhaustAll", "switchToLatest",
    "zipAll", "combineLatestAll", "dematerialize", "raceAll", "multicast", "and", "or", "not",
  ]

  static let bounded = Catalog.all.filter { definition in
    if definition.role != .stage && definition.role != .sourceOrStage { return false }
    if CompletenessTests.outside[definition.name] != nil { return false }
    switch definition.memory {
    case .growing, .keys: return false
    default: break
    }
    return !untraced.contains(definition.name)
  }

  @Test(arguments: bounded.map(\.name))
  func staysWithinItsBound(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    for seed in 0..<UInt64(20) {
      var draw = Draw(seed: seed)
      let reference = Reference.of(name)
      var stages: [StageCase] = []
      if let before = reference?.before.first.flatMap({ Catalog.find($0) }) {
        stages.append(StageCase(definition: before, arguments: []))
      }
      stages.append(draw.stage(definition, reference))
      // One running value, but with all events inside.
      if stages.contains(where: { $0.text.contains("[acc") }) { continue }
      guard let bound = Self.bound(stages[stages.count - 1]) else { continue }
      let example = Case(
        sources: draw.ordered(), input: "a", stages: stages, observers: [],
        alphabet: Alphabet(phrases: draw.plain))
      guard let most = try Self.mostHeld(example) else { continue }
      #expect(
        most <= bound,
        "seed \(seed): \(most) are held by\n\(example.definitions.joined(separator: "\n"))")
    }
  }

  /// Whether what is counted is there at all: what holds everything must be seen to.
  @Test func whatHoldsAllIsSeen() throws {
    let example = Case(
      sources: [], input: "a", stages: [StageCase(definition: .collect, arguments: [])],
      observers: [], alphabet: Alphabet(phrases: []))
    #expect(try Self.mostHeld(example) == TracedStage.count)
  }

  private static func bound(_ stage: StageCase) -> Int? {
    switch stage.definition.memory {
    case .nothing: return 0
    case .atMost(let n): return n
    case .parameter(let name):
      guard case .count(let n)? = stage.arguments.first(where: { $0.name == name })?.1 else {
        return 0
      }
      return n
    case .growing, .keys: return nil
    }
  }

  /// The most events alive at a time; nil where the checker refuses the program.
  private static func mostHeld(_ example: Case) throws -> Int? {
    var definitions = example.definitions
    definitions.insert("let a = never", at: example.sources.count)
    let source = SourceText(name: "case", definitions.joined(separator: "\n") + "\n")
    let (script, _) = parse(source)
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, options: options)
    let steps = compiler.compile(script)
    if compiler.hasErrors { return nil }
    var runOptions = Run.Options()
    runOptions.isVirtual = true
    runOptions.horizon = (-1, 2_000)
    let run = Run(host: MemoryHost(), options: runOptions)
    run.frame = SourceCase.column
    let executor = Executor(run)
    let traces = Traces()
    var last: Signal?
    for step in steps {
      executor.execute(step)
      guard case .define(let cell, _) = step, case .signal(let signal) = cell.value else {
        continue
      }
      if cell.name == "a" { cell.value = .signal(Signal(.traced(traces))) }
      last = signal
    }
    guard let last else { return nil }
    let observer = Observer(run, next: { _ in }, end: { _ in })
    run.perform(at: 0, rank: .expectation) { run.subscribe(last, observer) }
    run.perform(at: Case.horizon, rank: .expectation) { observer.cancel() }
    run.runToEnd()
    run.stop(.asked)
    return traces.most
  }
}

/// Events that can be told apart, known as long as somebody holds them.
private final class Traces: @unchecked Sendable {
  private final class Trace {
    weak var signal: Signal?
    init(_ signal: Signal) { self.signal = signal }
  }

  private var known: [Trace] = []
  private(set) var most = 0

  func make() -> Value {
    let signal = Signal(.never)
    known.append(Trace(signal))
    return .signal(signal)
  }

  func count() { most = max(most, known.count { $0.signal != nil }) }
}

extension Operator {
  fileprivate static func traced(_ traces: Traces) -> Operator {
    Operator(
      "traced", .testing, role: .source, "Sends events that are objects.", types: .always(.any),
      shape: .each, examples: [], make: { args in TracedStage(args.run, traces) })
  }
}

/// An event in each column; before the next one those alive are counted.
private final class TracedStage: Stage {
  static let count = 30
  private let traces: Traces
  private var sent = 0

  init(_ run: Run, _ traces: Traces) {
    self.traces = traces
    super.init(run)
  }

  override func start() { wakeLater() }

  override func timer(_ token: Int) {
    traces.count()
    if sent == TracedStage.count { return complete() }
    sent += 1
    wake(at: run.now + SourceCase.column)
    send(traces.make())
  }
}
