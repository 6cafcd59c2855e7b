import RxpText

/// A command of the program (RACCommand): begins a work for each execution, one at a time unless
/// concurrent ones are allowed, and tells what it is doing.
///
/// Whether it may be executed is known at once; what is told of it comes in a later step of the same
/// instant, in the order in which it came about. So who is told of an execution is told before its work
/// begins, and never inside of the call that caused it.
public final class Command: Stage, @unchecked Sendable {
  public let name: String
  /// Gives the signal of the work for the arguments of an execution.
  private let work: Function
  private let condition: Signal?
  private let place: Place?

  /// The newest value of the condition; yes before its first.
  private var isAllowed = true
  private var isConcurrent: Bool
  private var running = 0
  /// Whether no execution can come any more.
  private var isClosed = false
  private var hasBegun = false

  /// Each sends its current value first.
  let executing = Subject(.replay(1))
  let enabled = Subject(.replay(1))
  let concurrent = Subject(.replay(1))
  /// Multicast: an error goes to those who listen when it is told.
  let errors = Subject()
  private var listeners: [ExecutionSignalsStage] = []

  /// What `enabled` sends last, once all that is posted has been told.
  private var postedEnabled = true
  private var enabledHasEnded = false
  private var steps = Fifo<Step>()

  /// What its inputs are: the condition, and the works that go on.
  private static let conditionInput = 0
  private static let workInput = 1

  /// Something that is told or done in a later step.
  private enum Step {
    case send(Subject, Value)
    case finish(Subject, End)
    case begin(WorkStage)
  }

  public init(
    _ run: Run, _ name: String, work: Function, condition: Signal?, isConcurrent: Bool,
    place: Place?
  ) {
    self.name = name
    self.work = work
    self.condition = condition
    self.isConcurrent = isConcurrent
    self.place = place
    super.init(run)
  }

  /// What it was told of its condition during the subscription counts from the beginning.
  public override func start() {
    if let condition { connect(condition, input: Command.conditionInput) }
    hasBegun = true
    postedEnabled = isEnabled
    executing.send(.bool(false))
    enabled.send(.bool(postedEnabled))
    concurrent.send(.bool(isConcurrent))
  }

  public override func stopped() { run.forget(self) }

  private func post(_ step: Step) {
    steps.append(step)
    wakeLater()
  }

  public override func timer(_ token: Int) {
    switch steps.popFirst() {
    case .send(let subject, let value): subject.send(value)
    case .finish(let subject, let end): subject.finish(end)
    case .begin(let work): run.begin(work)
    case nil: break
    }
    if isClosed, running == 0, steps.isEmpty { cancel() }
  }

  // MARK: Whether it may be executed

  private var isEnabled: Bool { !isClosed && isAllowed && (isConcurrent || running == 0) }

  private func enabledMayHaveChanged() {
    guard hasBegun, !enabledHasEnded, isEnabled != postedEnabled else { return }
    postedEnabled = isEnabled
    post(.send(enabled, .bool(postedEnabled)))
  }

  /// A value of the condition; nil counts as no.
  public override func next(_ value: Value, _ input: Int) {
    switch value {
    case .bool(let yes): isAllowed = yes
    case .null: isAllowed = false
    default:
      letGoOfCondition()
      conditionFailed(
        Failure.type("what \(name) waits for is yes or no: got \(value.excerpt())", at: place))
    }
    enabledMayHaveChanged()
  }

  /// The condition's last value stays; an error of it ends `enabled`.
  public override func ended(_ end: End, _ input: Int) {
    if case .failed(let failure) = end { conditionFailed(failure) }
  }

  private func letGoOfCondition() {
    let conditions = upstreams.filter { $0.receiverInput == Command.conditionInput }
    for condition in conditions { disconnect(condition) }
  }

  private func conditionFailed(_ failure: Failure) {
    enabledHasEnded = true
    post(.finish(enabled, .failed(failure)))
  }

  /// Whether several executions may go on at once; holds from now on.
  public func allowConcurrent(_ allows: Bool) {
    if allows == isConcurrent { return }
    isConcurrent = allows
    if !isClosed { concurrent.send(.bool(allows)) }
    enabledMayHaveChanged()
  }

  // MARK: Executions

  /// Begins a work, unless the command is disabled: then the result is the error alone, and nothing
  /// else is told.
  ///
  /// - Parameter returned: the signal that stands for the execution.
  func execute(_ arguments: [Value], as returned: Signal) -> Execution {
    if isDone || !isEnabled { return refusal(of: returned) }
    let signal = signal(for: arguments, at: returned.place ?? place)
    // The program may have been stopped by what was called.
    if isDone { return refusal(of: returned) }
    let work = WorkStage(run, self, signal)
    work.signal = returned
    running += 1
    if running == 1 {
      // The run lives until the work has ended.
      run.keep(self)
      post(.send(executing, .bool(true)))
    }
    enabledMayHaveChanged()
    if !listeners.isEmpty {
      let quiet = Signal(ExecutionSignalsStage.execution, upstream: returned)
      for listener in listeners { listener.announce(quiet) }
    }
    attach(work, input: Command.workInput)
    post(.begin(work))
    return Execution(.running(work.subject))
  }

  private func refusal(of returned: Signal) -> Execution {
    let reason =
      isClosed || isDone
      ? "has ended"
      : isAllowed ? "is executing, and does one thing at a time" : "is disabled now"
    return Execution(
      .refused(
        Failure(
          kind: "disabled", Text("\(name) \(reason)"), payload: .command(self),
          place: returned.place)))
  }

  /// What cannot be made is a work that fails.
  private func signal(for arguments: [Value], at place: Place?) -> Signal {
    do {
      let value = try run.machine.call(work, arguments, place: place)
      guard let signal = value.asSignal else {
        throw Failure.type(
          "\(name) needs a signal as its work: got \(value.excerpt())", at: place)
      }
      return signal
    } catch {
      return Signal(
        .fail, arguments: [.fixed(.failure(Failure.of(error).at(place)))], place: place)
    }
  }

  /// A work has ended. Who subscribed to the execution is told after this.
  func workEnded(_ work: WorkStage, _ end: End) {
    if isDone { return }
    disconnect(work)
    running -= 1
    if case .failed(let failure) = end { post(.send(errors, .failure(failure))) }
    if running == 0 {
      run.release(self)
      if isClosed { post(.finish(errors, .completed)) }
      post(.send(executing, .bool(false)))
      if isClosed { post(.finish(executing, .completed)) }
    }
    enabledMayHaveChanged()
  }

  func add(_ listener: ExecutionSignalsStage) { listeners.append(listener) }
  func remove(_ listener: ExecutionSignalsStage) { listeners.removeAll { $0 === listener } }

  // MARK: The end

  /// No execution can come any more; those that go on come to their own end. Whether this was news.
  @discardableResult
  public func close() -> Bool {
    if isDone || isClosed { return false }
    isClosed = true
    letGoOfCondition()
    if !enabledHasEnded {
      enabledHasEnded = true
      post(.finish(enabled, .completed))
    }
    if running == 0 {
      post(.finish(errors, .completed))
      post(.finish(executing, .completed))
    }
    for listener in listeners { listener.announceEnd() }
    post(.finish(concurrent, .completed))
    return true
  }
}
