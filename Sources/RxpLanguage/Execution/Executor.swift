import RxpEngine
import RxpText

/// Who shows what statements give and how they end.
public protocol ExecutorDelegate: AnyObject {
  /// A pipeline is about to be subscribed to: the stage that is to get its events, or nil where they
  /// are to be printed. `showsItself`: its last stage has shown them already.
  func observer(
    for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
  ) -> Stage?
  /// A statement that is a value.
  func show(_ value: Value, of step: PipelineStep, in executor: Executor)
  /// A statement or a pipeline ended in an error.
  func report(_ failure: Failure, in executor: Executor)
}

/// Carries out checked statements in a run.
public final class Executor {
  public let run: Run
  public weak var delegate: (any ExecutorDelegate)?
  public private(set) var hasFailed = false
  let bindings = Bindings()

  public init(_ run: Run, delegate: (any ExecutorDelegate)? = nil) {
    self.run = run
    self.delegate = delegate
  }

  /// Carries out one statement; false where it failed, which has been reported.
  @discardableResult
  public func execute(_ step: Step) -> Bool {
    do {
      try perform(step)
      return true
    } catch {
      fail(Failure.of(error))
      return false
    }
  }

  public func fail(_ failure: Failure) {
    hasFailed = true
    delegate?.report(failure, in: self)
  }

  private func perform(_ step: Step) throws {
    switch step {
    case .define(let cell, let expr): cell.value = try evaluate(expr)
    case .assign(let cell, let expr): subject(cell)?.send(try evaluate(expr))
    case .bind(let cell, let expr): try bind(cell, expr)
    case .bindBoth(let binding): try bind(binding)
    case .send(let target, let expr):
      let value = try evaluate(expr)
      try subject(target).send(value)
    case .act(let verb, let target, let value): try act(verb, target, value)
    case .evaluate(let expr): _ = try evaluate(expr)
    case .setConcurrent(let target, let expr): try setConcurrent(target, expr)
    case .pipeline(let step): try start(step)
    case .at(let instant, let inner, let place):
      let value = try evaluate(instant)
      guard let seconds = value.number, let time = Time.nanoseconds(seconds: seconds), time >= 0
      else {
        throw Failure.type(
          "at needs an instant, 0 or more seconds: got \(value.excerpt())", at: place)
      }
      run.perform(at: time) { [weak self] in self?.execute(inner) }
    case .test: break
    case .all(let steps):
      for step in steps { try perform(step) }
    }
  }

  public func evaluate(_ expr: Expr) throws -> Value {
    try run.machine.call(Closure(Code(body: expr, localCount: 0)), place: expr.place)
  }

  func signal(_ expr: Expr) throws -> Signal {
    let value = try evaluate(expr)
    guard let signal = value.asSignal else {
      throw Failure.type("a signal was needed, got \(value.excerpt())", at: expr.place)
    }
    return signal
  }

  func subject(_ cell: Cell) -> Subject? {
    if case .signal(let signal) = cell.value { return Subject.standing(behind: signal) }
    return nil
  }

  private func subject(_ expr: Expr) throws -> Subject {
    let value = try evaluate(expr)
    guard case .signal(let signal) = value, let subject = Subject.standing(behind: signal) else {
      throw Failure.type("a subject was needed, got \(value.excerpt())", at: expr.place)
    }
    return subject
  }

  private func setConcurrent(_ target: Expr, _ expr: Expr) throws {
    let object = try evaluate(target)
    let value = try evaluate(expr)
    guard case .command(let command) = object else {
      throw Failure.type("a command was needed, got \(object.excerpt())", at: target.place)
    }
    guard case .bool(let allows) = value else {
      throw Failure.type("concurrent is true or false, got \(value.excerpt())", at: expr.place)
    }
    command.allowConcurrent(allows)
  }

  private func act(_ verb: Step.Verb, _ target: Expr, _ value: Expr?) throws {
    switch verb {
    case .complete:
      if case .command(let command) = try evaluate(target) {
        command.close()
      } else {
        try subject(target).finish(.completed)
      }
    case .fail:
      let reason = try value.map { try evaluate($0) } ?? .null
      try subject(target).finish(.failed(Failure.from(reason)))
    case .connect, .disconnect:
      let signal = try signal(target)
      if verb == .disconnect, let variable = Subject.standing(behind: signal),
        variable.current != nil
      {
        return bindings.release(variable)
      }
      guard let connection = Connection.of(signal) else {
        throw Failure.type("this signal has no connection to \(verb.rawValue)", at: target.place)
      }
      if verb == .connect { connection.connect(run) } else { connection.disconnect() }
    }
  }

  private func start(_ step: PipelineStep) throws {
    let value = try evaluate(step.expr)
    guard case .signal(let signal) = value else {
      delegate?.show(value, of: step, in: self)
      return
    }
    let whenDone: (End) -> Void = { [weak self] end in
      if case .failed(let failure) = end { self?.fail(failure) }
    }
    // `log` passes events on, and shows them already.
    let showsItself = step.hasSink || signal.definition.family == .output
    if let observer = delegate?.observer(
      for: step, signal, showsItself: showsItself, in: self)
    {
      run.subscribe(signal, observer)
    } else if showsItself {
      run.subscribe(signal, Observer(run, next: { _ in }, end: whenDone))
    } else {
      let printed = Signal(Catalog.print, upstream: signal, arguments: [], place: step.place)
      run.subscribe(printed, Observer(run, next: { _ in }, end: whenDone))
    }
  }
}
