import RxpEngine
import RxpText

/// The bindings of a run's vars.
final class Bindings {
  /// A var with the subscription that sets it.
  private var oneWay: [(target: Subject, stage: Stage)] = []
  /// Two ends kept equal, with the subscriptions of both directions.
  private var twoWay: [(ends: [Subject], stages: [Stage])] = []

  func isBound(_ target: Subject) -> Bool {
    forgetEnded()
    return oneWay.contains { $0.target === target }
  }

  func add(_ stage: Stage, to target: Subject) { oneWay.append((target, stage)) }

  func add(_ stages: [Stage], between ends: [Subject]) { twoWay.append((ends, stages)) }

  /// Whether a value from one reaches the other by bindings both ways.
  func areJoined(_ one: Subject, _ other: Subject) -> Bool {
    forgetEnded()
    var reached = [one]
    var next = 0
    while next < reached.count {
      let current = reached[next]
      next += 1
      if current === other { return true }
      for link in twoWay where link.ends.contains(where: { $0 === current }) {
        for end in link.ends where !reached.contains(where: { $0 === end }) { reached.append(end) }
      }
    }
    return false
  }

  /// Lets go of all that sets a var or is set by it both ways.
  func release(_ target: Subject) {
    for binding in oneWay where binding.target === target { binding.stage.cancel() }
    for link in twoWay where link.ends.contains(where: { $0 === target }) {
      for stage in link.stages { stage.cancel() }
    }
    forgetEnded()
  }

  private func forgetEnded() {
    oneWay.removeAll { $0.stage.isDone }
    twoWay.removeAll { $0.stages.allSatisfy(\.isDone) }
  }
}

/// `a <~> b` ready to be carried out.
public struct TwoWayBinding {
  let left: Expr
  let right: Expr
  /// Where the ends of the channels of both sides are put for `inward` and `outward`.
  let leftEnd: Cell
  let rightEnd: Cell
  /// From the right side to the left, and back.
  let inward: Expr
  let outward: Expr
  let place: Place
}

extension Executor {
  /// `name <~ P`, as RAC(): sets the var to each value. One binding at a time; after its end the last
  /// value stays. An error is the statement's.
  func bind(_ cell: Cell, _ expr: Expr) throws {
    let source = try signal(expr)
    guard let target = subject(cell) else { return }
    if bindings.isBound(target) {
      throw Failure(
        kind: "bound",
        Text(
          "\(cell.name) is bound already; one binding at a time (disconnect \(cell.name) ends it)"),
        place: expr.place)
    }
    let observer = Observer(run, next: { target.set($0) }) { [weak self] end in
      if case .failed(let failure) = end { self?.fail(failure) }
    }
    bindings.add(observer, to: target)
    run.subscribe(source, observer)
  }

  /// `a <~> b`, as `RACChannelTo(a) = RACChannelTo(b)`: a takes what b holds, then each follows the
  /// other; what a held before goes nowhere.
  func bind(_ binding: TwoWayBinding) throws {
    let (one, left) = try end(binding.left)
    let (other, right) = try end(binding.right)
    if bindings.areJoined(one, other) {
      throw Failure(
        kind: "bound", "these two are bound to each other already, and values would go round",
        place: binding.place)
    }
    binding.leftEnd.value = .signal(left.fresh.signal)
    binding.rightEnd.value = .signal(right.signal)
    let stages = [left, right].map { target in
      Observer(run, next: { target.send($0) }, end: { target.finish($0) })
    }
    bindings.add(stages, between: [one, other])
    run.subscribe(try signal(binding.inward), stages[0])
    run.subscribe(try signal(binding.outward), stages[1])
  }

  /// The end of a channel that an expression gives, and what tells it apart: a var stands for a
  /// channel to it.
  private func end(_ expr: Expr) throws -> (Subject, Terminal) {
    let source = try signal(expr)
    if let terminal = Terminal.of(source) { return (terminal.identity, terminal) }
    guard let subject = Subject.standing(behind: source), subject.current != nil else {
      throw Failure.type("a var or an end of a channel was needed", at: expr.place)
    }
    return (subject, Channel(over: subject, run).following)
  }
}
