import RxpText
import Synchronization

/// What the stages of a pipeline send in a run, in order: for whoever wants to go through it step by
/// step. Nothing is watched that was not asked for.
public final class Trace: Sendable {
  /// Something that a stage has sent.
  public struct Step: Sendable {
    public let instant: Instant
    /// Which stage, the source being 0.
    public let stage: Int
    /// Whether it was sent on the scheduler `background`.
    public let isOnBackground: Bool
    public let content: Event.Content
  }

  /// Once there are so many steps the run is stopped.
  public let limit: Int
  private let noted = Mutex<[Step]>([])

  public init(limit: Int) { self.limit = limit }

  public var steps: [Step] { noted.withLock { $0 } }

  /// The signal with each of its stages watched, and these stages, the source first. Signals inside
  /// signals are not watched.
  public func watch(_ signal: Signal) -> (watched: Signal, stages: [Signal]) {
    var stages: [Signal] = []
    var next: Signal? = signal
    while let stage = next {
      stages.append(stage)
      next = stage.upstream
    }
    stages.reverse()
    var watched: Signal?
    for (number, stage) in stages.enumerated() {
      let made =
        number == 0
        ? stage
        : Signal(
          stage.definition, upstream: watched, arguments: stage.arguments, place: stage.place)
      made.isOnBackground = stage.isOnBackground
      let watching = Signal(probe(number), upstream: made, place: stage.place)
      watching.isOnBackground = stage.isOnBackground
      watched = watching
    }
    return (watched ?? signal, stages)
  }

  private func probe(_ number: Int) -> Operator {
    Operator(
      "watched", .output, "Notes what a stage sends, and passes it on.", types: .sameAsInput,
      effects: true, shape: .watching(acts: false), examples: []
    ) { args in
      ProbeStage(args.run, self, number)
    }
  }

  /// False once there are enough.
  fileprivate func note(_ step: Step) -> Bool {
    noted.withLock { steps in
      if steps.count < limit { steps.append(step) }
      return steps.count < limit
    }
  }
}

private final class ProbeStage: Stage {
  private let trace: Trace
  private let number: Int

  init(_ run: Run, _ trace: Trace, _ number: Int) {
    self.trace = trace
    self.number = number
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    note(.next(value))
    send(value)
  }

  override func ended(_ end: End, _ input: Int) {
    switch end {
    case .completed: note(.completed)
    case .failed(let failure): note(.error(failure))
    }
    finish(end)
  }

  private func note(_ content: Event.Content) {
    let step = Trace.Step(
      instant: run.now, stage: number, isOnBackground: run.isWorker || signal.isOnBackground,
      content: content)
    if !trace.note(step) { run.stop(.asked) }
  }
}
