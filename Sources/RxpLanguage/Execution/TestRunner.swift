import RxpEngine
import RxpText

/// How a test went.
public struct TestResult {
  public let title: String
  /// What was wrong, drawn; empty where all held.
  public let failures: [String]
  public var passed: Bool { failures.isEmpty }
}

/// Runs a `test` block: all its expectations in one virtual run, which starts when the block's
/// statements have been read.
public final class TestRunner: ExecutorDelegate {
  /// Timers that may fire after the last instant an expectation speaks of: its signals need not end.
  static let firingsBeyond = 10_000
  /// Events kept of one signal.
  static let eventsKept = 100_000

  private let test: TestStep
  private let run: Run
  private let executor: Executor
  private var problems: [String] = []

  /// `prelude`: what the file defines before the test, carried out in the test's own run.
  public static func run(
    _ test: TestStep, prelude: [Step], host: any Host, batchLimit: Int = Limits.batchRows,
    configure: (Run) -> Void = { _ in }
  ) -> TestResult {
    let runner = TestRunner(test, host: host, batchLimit: batchLimit)
    let before = LiveCounts(runner.run)
    configure(runner.run)
    let failures = runner.check(prelude)
    var all = runner.problems + failures
    runner.run.stop(.asked)
    all += LiveCounts(runner.run).leaks(since: before)
    return TestResult(title: test.title, failures: all)
  }

  private init(_ test: TestStep, host: any Host, batchLimit: Int) {
    self.test = test
    var options = Run.Options()
    options.isVirtual = true
    options.batchLimit = batchLimit
    options.horizon = (TestRunner.horizon(test), TestRunner.firingsBeyond)
    run = Run(host: host, options: options)
    run.frame = test.frame
    executor = Executor(run)
    executor.delegate = self
  }

  /// The last instant that any diagram speaks of.
  private static func horizon(_ test: TestStep) -> Instant {
    var last = 0
    for expectation in test.expectations {
      if case .diagram(let text, _, _, _) = expectation.wanted {
        last = max(
          last, Time.sum(0, test.frame.multipliedReportingOverflow(by: text.count).partialValue))
      }
      if case .diagram(let text, _, _, _) = expectation.wanted,
        let marble = try? Marble(text, frame: test.frame), let end = marble.moments.last?.instant
      {
        last = max(last, end)
      }
    }
    return last
  }

  private func check(_ prelude: [Step]) -> [String] {
    for step in prelude + test.steps where !executor.execute(step) { return [] }
    var checks: [() throws -> String?] = []
    do {
      for expectation in test.expectations { checks.append(try prepare(expectation)) }
    } catch { return [render(Failure.of(error))] }
    run.runToEnd(closingCommands: false)
    var failures: [String] = []
    for check in checks {
      do {
        if let problem = try check() { failures.append(problem) }
      } catch { failures.append(render(Failure.of(error))) }
    }
    return failures
  }

  /// Schedules what an expectation asks for; gives what to compare when the run is over.
  private func prepare(_ expectation: Expectation) throws -> () throws -> String? {
    let frame = try duration(expectation.frame) ?? test.frame
    switch (expectation.subject, expectation.wanted) {
    case (.subscriptions(let expr), .subscriptions(let diagrams)):
      let signal = try executor.signal(expr)
      return { [run] in
        try SubscriptionComparison(
          got: run.subscriptionLog[ObjectIdentifier(signal)] ?? [], wanted: diagrams, frame: frame
        ).problem(expectation.place)
      }
    case (.events(let expr), .diagram(let text, let values, let error, let place)):
      let recording = try record(expr, expectation)
      let meaning = try values.map { ($0.name, try executor.evaluate($0.1)) }
      let failure = try error.map { try executor.evaluate($0) }
      return {
        try EventComparison(
          got: recording.events, diagram: text, values: meaning, error: failure, frame: frame,
          place: place
        ).problem(expectation.place)
      }
    case (.events(let expr), .sameAs(let other)):
      let first = try record(expr, expectation)
      let second = try record(other, expectation)
      return {
        EventComparison.difference(
          got: first.events, wanted: second.events, frame: frame, place: expectation.place)
      }
    default: return { nil }
    }
  }

  private final class Recording { var events: [Seen] = [] }

  private func record(_ expr: Expr, _ expectation: Expectation) throws -> Recording {
    let signal = try executor.signal(expr)
    let recording = Recording()
    let start = try duration(expectation.subscribe) ?? 0
    let end = try duration(expectation.unsubscribe)
    let run = self.run
    let observer = Observer(
      run,
      next: { value in
        if recording.events.count < TestRunner.eventsKept {
          recording.events.append(Seen(run.now, .next(value)))
        } else {
          run.stop(.asked)
        }
      },
      end: { end in
        switch end {
        case .completed: recording.events.append(Seen(run.now, .completed))
        case .failed(let failure): recording.events.append(Seen(run.now, .error(failure)))
        }
      })
    if let end { run.perform(at: end, rank: .expectation) { observer.cancel() } }
    run.perform(at: start, rank: .expectation) { run.subscribe(signal, observer) }
    return recording
  }

  private func duration(_ expr: Expr?) throws -> Int? {
    guard let expr else { return nil }
    let value = try executor.evaluate(expr)
    guard let seconds = value.number, let time = Time.nanoseconds(seconds: seconds), time >= 0
    else {
      throw Failure.type("an instant was needed, got \(value.excerpt())", at: expr.place)
    }
    return time
  }

  private func render(_ failure: Failure) -> String {
    let (diagnostic, source) = failure.diagnostic
    return DiagnosticRenderer().render(diagnostic, in: source)
  }

  // MARK: Statements of the test

  public func observer(
    for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
  ) -> Stage? {
    Observer(
      run, next: { _ in },
      end: { [weak self] end in
        if case .failed(let failure) = end { self?.problems.append(self?.render(failure) ?? "") }
      })
  }

  public func show(_ value: Value, of step: PipelineStep, in executor: Executor) {}

  public func report(_ failure: Failure, in executor: Executor) { problems.append(render(failure)) }
}
