import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport

@testable import RxpEngine

/// A case read by the language and run by the engine, as often as wanted, under watch: what breaks the
/// contract of events is kept.
final class EngineRun {
  /// Timers that may fire in one run.
  static let bound = 200
  /// In seconds since 1970.
  static let timeOfDay = 1_700_000_000.0

  struct Refused: Error { let message: String }

  /// May be changed in what subscribers do.
  var example: Case
  private let steps: [Step]
  private let hasEffects: Bool

  /// Throws what the checker says against it.
  init(_ example: Case) throws {
    self.example = example
    let source = SourceText(name: "case", example.definitions.joined(separator: "\n") + "\n")
    let (script, mistakes) = parse(source)
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, options: options)
    steps = compiler.compile(script)
    hasEffects = compiler.hasEffects
    let wrong = (mistakes + compiler.diagnostics).filter { $0.severity == .error }
    if let first = wrong.first {
      throw Refused(message: DiagnosticRenderer().render(first, in: source))
    }
  }

  private final class Record {
    var events: [Seen] = []
    var hasEnded = false
    var isLetGo = false
    var stage: Stage?
  }

  func outcomes(batchLimit: Int) -> (outcomes: Outcomes, violations: [String]) {
    let watch = Watch()
    var options = Run.Options()
    options.isVirtual = true
    options.batchLimit = hasEffects ? 1 : batchLimit
    // The instant before the first: all firings are counted.
    options.horizon = (-1, EngineRun.bound)
    let host = CountingHost()
    let run = Run(host: host, options: options)
    run.frame = SourceCase.column
    let executor = Executor(run)
    executor.delegate = watch
    var signals: [String: Signal] = [:]
    for (index, step) in steps.enumerated() {
      executor.execute(step)
      guard case .define(let cell, _) = step, case .signal(let signal) = cell.value else {
        continue
      }
      signals[cell.name] = signal
      let stage = index - example.sources.count
      if stage >= 0, !example.needsItsNeighbour(stage) {
        cell.value = .signal(Signal(.probe(watch), upstream: signal))
      }
    }
    let records = subscribe(run, signals[example.result], watch)
    for act in example.acts {
      guard let signal = signals[example.name(ofStage: act.stage)] else { continue }
      let subject = Subject.standing(behind: signal)
      run.perform(at: act.instant) {
        switch act.act {
        case .connect: Connection.of(signal)?.connect(run)
        case .disconnect: Connection.of(signal)?.disconnect()
        case .send(let phrase): subject?.send(phrase.value(Scope(World())))
        case .complete: subject?.finish(.completed)
        case .fail: subject?.finish(.failed(.from(.string("why"))))
        }
      }
    }
    run.runToEnd()
    let cutAt = run.isStopped ? run.now : nil
    if host.isExhausted { watch.note("it goes on without end in one instant") }
    if run.isOver, cutAt == nil, run.liveStages != 0 {
      watch.note("\(run.liveStages) stages are alive though all is over")
    }
    let log = run.subscriptionLog
    run.stop(.asked)
    if run.liveStages != 0 { watch.note("\(run.liveStages) stages are alive after the end") }
    if run.liveTimers(besides: HotDriver.self) != 0 { watch.note("timers are alive after the end") }
    var subscriptions: [String: [Run.SubscriptionRecord]] = [:]
    for (name, signal) in signals {
      if isListenedTo(signal) { watch.note("somebody still listens to \(name)") }
      guard example.sources.contains(where: { $0.name == name && $0.isWatched }) else { continue }
      let id = ObjectIdentifier(signal)
      if run.subscriptionLog[id]?.contains(where: { $0.end == nil }) == true {
        watch.note("\(name) was not let go of")
      }
      // What went on when nothing could happen any more had no end before that.
      subscriptions[name] = log[id] ?? []
    }
    // Parts with what holds it in a circle.
    for record in records { record.stage = nil }
    for signal in signals.values { signal.shared = nil }
    for case .define(let cell, _) in steps { cell.value = .null }
    return (
      Outcomes(events: records.map(\.events), subscriptions: subscriptions, cutAt: cutAt),
      watch.violations
    )
  }

  private func subscribe(_ run: Run, _ signal: Signal?, _ watch: Watch) -> [Record] {
    guard let signal else { return [] }
    return example.observers.map { observer in
      let record = Record()
      func note(_ content: Event.Content) {
        if record.hasEnded { watch.note("an event after the end") }
        if record.isLetGo { watch.note("an event after it was let go of") }
        record.events.append(Seen(run.now, content))
        if record.events.count == observer.count { letGo() }
      }
      func letGo() {
        record.stage?.cancel()
        record.isLetGo = true
      }
      run.perform(at: observer.until, rank: .expectation) { letGo() }
      run.perform(at: observer.from, rank: .expectation) {
        let stage = Observer(run) {
          note(.next($0))
        } end: { end in
          switch end {
          case .completed: note(.completed)
          case .failed(let failure): note(.error(failure))
          }
          record.hasEnded = true
        }
        record.stage = stage
        run.subscribe(signal, stage)
      }
      return record
    }
  }

  private func isListenedTo(_ signal: Signal) -> Bool {
    switch signal.shared {
    case let driver as HotDriver: driver.subject.isListenedTo
    case let connection as Connection: connection.subject.isListenedTo
    case let subject as Subject: subject.isListenedTo
    default: false
    }
  }
}

extension Run {
  fileprivate func liveTimers(besides kind: Stage.Type) -> Int {
    liveTimerStages.count { type(of: $0) != kind }
  }
}

/// An outside that interrupts what asks too often whether it may go on.
private final class CountingHost: Host {
  private let inner = MemoryHost()
  private var askings = 0
  var isExhausted: Bool { askings > 200_000 }
  var isInterrupted: Bool {
    askings += 1
    return isExhausted
  }
  func monotonicNow() -> Int { inner.monotonicNow() }
  func wallNow() -> Int { Int(EngineRun.timeOfDay) * Time.second }
  func openForReading(_ path: String) throws -> any ByteReader { try inner.openForReading(path) }
  func follow(_ path: String) throws -> any ByteReader { try inner.follow(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    try inner.openForWriting(path, append: append)
  }
  var standardInput: any ByteReader { inner.standardInput }
  var standardOutput: any ByteWriter { inner.standardOutput }
  var standardError: any ByteWriter { inner.standardError }
  func wait(for readers: [any ByteReader], until deadline: Int?) {
    inner.wait(for: readers, until: deadline)
  }
}
