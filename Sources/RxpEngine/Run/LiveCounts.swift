/// What a run holds at a moment: for tests that nothing is left when all is over.
public struct LiveCounts: Equatable, Sendable {
  /// Stages that have not ended.
  public let stages: Int
  /// Timers of such stages that are still to fire.
  public let timers: Int
  /// Descriptors that its host holds open.
  public let descriptors: Int

  public init(_ run: Run) {
    stages = run.liveStages
    timers = run.liveTimers
    descriptors = run.host.openDescriptors
  }

  /// What there is more of than there was `before`, in words.
  public func leaks(since before: LiveCounts) -> [String] {
    [
      (stages - before.stages, "stage is alive", "stages are alive"),
      (timers - before.timers, "timer is set", "timers are set"),
      (descriptors - before.descriptors, "descriptor is open", "descriptors are open"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2) after the end" }
  }
}
