import RxpLanguage

@testable import RxpEngine

/// What went wrong in a run.
final class Watch: ExecutorDelegate, @unchecked Sendable {
  private(set) var violations: [String] = []

  func note(_ violation: String) {
    if !violations.contains(violation) { violations.append(violation) }
  }

  func observer(
    for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
  ) -> Stage? { nil }
  func show(_ value: Value, of step: PipelineStep, in executor: Executor) {}
  func report(_ failure: Failure, in executor: Executor) { note("error: \(failure.message)") }
}

extension Operator {
  /// Stands between two stages and sees to it that they keep the contract: no event after the end or
  /// after letting go, none within another.
  static func probe(_ watch: Watch) -> Operator {
    Operator(
      "probe", .testing, "Watches.", types: .sameAsInput, shape: .each, examples: [],
      make: { args in ProbeStage(args.run, watch) })
  }
}

private final class ProbeStage: Stage {
  private let watch: Watch
  private var isReceiving = false

  init(_ run: Run, _ watch: Watch) {
    self.watch = watch
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    watched { send(value) }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if batch.count > run.batchLimit { watch.note("a batch above its limit") }
    watched { send(batch) }
  }

  private func watched(_ passes: () -> Void) {
    if isDone { watch.note("events after the end, or after letting go") }
    if isReceiving { watch.note("an event within an event") }
    isReceiving = true
    passes()
    isReceiving = false
  }

  override func ended(_ end: End, _ input: Int) {
    if isReceiving { watch.note("the end within an event") }
    finish(end)
  }
}
