/// What stands behind the signal of an execution: all that its work has sent, for every subscriber; or
/// the error of one that was refused.
final class Execution {
  enum Outcome {
    case running(Subject)
    case refused(Failure)
  }

  private let outcome: Outcome

  init(_ outcome: Outcome) { self.outcome = outcome }

  /// A subscription; it never starts the work again.
  func stage(_ run: Run) -> Stage {
    switch outcome {
    case .running(let subject): SubjectStage(run, subject)
    case .refused(let failure): FailingStage(run, failure)
    }
  }
}

/// The one subscription to the work of an execution: an input of its command.
final class WorkStage: Stage {
  /// Everything is kept, the end too.
  let subject = Subject(.replay(Int.max))
  private let command: Command
  private let work: Signal

  init(_ run: Run, _ command: Command, _ work: Signal) {
    self.command = command
    self.work = work
    super.init(run)
  }

  override func start() { connect(work) }

  override func next(_ value: Value, _ input: Int) {
    subject.send(value)
    do { try run.checkHeld(subject.heldCount, by: self) } catch {
      end(.failed(Failure.of(error).at(signal.place)))
    }
  }

  override func ended(_ end: End, _ input: Int) { self.end(end) }

  private func end(_ end: End) {
    if isDone { return }
    command.workEnded(self, end)
    subject.finish(end)
  }
}
