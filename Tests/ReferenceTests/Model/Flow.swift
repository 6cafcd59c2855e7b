@testable import RxpEngine

/// What comes from a signal.
enum Heard {
  case value(Value)
  case end(End)

  var value: Value? { if case .value(let value) = self { value } else { nil } }
  var end: End? { if case .end(let end) = self { end } else { nil } }
}

extension End {
  var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }
  var isCompletion: Bool { failure == nil }
}

/// A signal of the model: what is done at a subscription.
final class Flow {
  let world: World
  private let begin: (Tap) throws -> Void
  /// The signal as a value.
  private(set) lazy var value: Value = world.carrier(of: self)
  /// What `connect` and `disconnect` do, where it is connected by hand.
  var connect: () -> Void = {}
  var disconnect: () -> Void = {}
  /// The hub of a subject.
  var hub: Hub?
  /// What is shared, where it is connected by hand or by who comes.
  var link: Link?
  /// The key of a group.
  var key: Value?

  init(_ world: World, _ begin: @escaping (Tap) throws -> Void) {
    self.world = world
    self.begin = begin
  }

  func start(_ tap: Tap) {
    do { try begin(tap) } catch { tap.fail(error) }
  }

  /// Sends values at once, then ends, or stays silent.
  static func of(_ values: [Value], _ end: End? = .completed, in world: World) -> Flow {
    Flow(world) { out in
      for value in values { out.send(value) }
      if let end { out.end(end) }
    }
  }

  static func failing(_ failure: Failure, in world: World) -> Flow {
    .of([], .failed(failure), in: world)
  }
}

extension Value {
  /// The signal that the value is; a list or a range stands for its members.
  func flow(in world: World) -> Flow? {
    switch self {
    case .signal(let carrier): carrier.shared as? Flow
    case .list(let list): .of(list.items, in: world)
    case .range(let range):
      .of(range.isEmpty ? [] : (range.low...range.high).map { .int($0) }, in: world)
    default: nil
    }
  }

  static func of(_ items: [Value]) -> Value { (try? List(items)).map { .list($0) } ?? .null }
}

/// One subscription in the model: to an operator, with what this one has subscribed to in turn.
final class Tap {
  let world: World
  private(set) var isOver = false
  private var deliver: (Heard) -> Void
  private var inputs: [Tap] = []
  private var followed = 0
  /// Which one it is of those of its subscriber.
  private(set) var number = 0
  private var farewells: [() -> Void] = []

  init(_ world: World, _ deliver: @escaping (Heard) -> Void) {
    self.world = world
    self.deliver = deliver
    world.keep(self)
  }

  /// Nothing more happens.
  func dispose() {
    isOver = true
    deliver = { _ in }
    inputs = []
    farewells = []
  }

  func send(_ value: Value) { if !isOver, world.counts() { deliver(.value(value)) } }

  /// First all inputs are let go of, then the end is told.
  func end(_ end: End) {
    if isOver { return }
    letGo()
    deliver(.end(end))
  }

  func complete() { end(.completed) }
  func fail(_ error: any Error) { end(.failed(Failure.of(error))) }

  /// What the subscriber does who wants no more.
  func letGo() {
    if isOver { return }
    isOver = true
    let all = inputs
    inputs = []
    for input in all { input.letGo() }
    let last = farewells
    farewells = []
    for farewell in last { farewell() }
  }

  /// Done at the end, whatever it is.
  func finally(_ farewell: @escaping () -> Void) {
    if isOver { farewell() } else { farewells.append(farewell) }
  }

  /// Subscribes to a signal. An error thrown by what hears it ends this one.
  @discardableResult
  func follow(_ flow: Flow, _ hear: @escaping (Heard) throws -> Void) -> Tap {
    follow(flow) { try hear($1) }
  }

  /// The same where what hears it may let go of it, also while it is being subscribed to: by its number.
  @discardableResult
  func follow(_ flow: Flow, _ hear: @escaping (_ number: Int, Heard) throws -> Void) -> Tap {
    followed += 1
    let number = followed
    let tap = Tap(world) { [self] heard in
      if isOver { return }
      if heard.end != nil { inputs.removeAll { $0.number == number } }
      do { try hear(number, heard) } catch { fail(error) }
    }
    tap.number = number
    if isOver {
      tap.letGo()
      return tap
    }
    inputs.append(tap)
    flow.start(tap)
    return tap
  }

  /// Passes on all that a signal sends, its end too.
  func pass(_ flow: Flow) {
    follow(flow) { heard in
      switch heard {
      case .value(let value): self.send(value)
      case .end(let end): self.end(end)
      }
    }
  }

  /// Lets go of one input.
  func release(_ input: Tap?) {
    inputs.removeAll { $0 === input }
    input?.letGo()
  }

  func release(_ number: Int) { release(inputs.first { $0.number == number }) }

  func releaseAll() { for input in inputs { release(input) } }

  /// Does something later, unless it is over by then; 0 is a later step of the same instant.
  func after(_ time: Int, _ action: @escaping () throws -> Void) {
    world.at(Time.sum(world.now, time)) { [self] in
      if isOver { return }
      do { try action() } catch { fail(error) }
    }
  }
}
