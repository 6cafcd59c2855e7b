@testable import RxpEngine

/// A subject of the model: what it is told it tells all subscribers of that moment, in the order in
/// which they came; what it is told meanwhile comes after it.
final class Hub {
  /// How many past values a new subscriber gets first.
  private let memory: Int
  /// How old these may be.
  private let age: Int?
  /// Whether a late subscriber is told of the end.
  private let keepsEnd: Bool
  /// Whether a late subscriber is told of the end alone.
  private let forgetsAtEnd: Bool
  private let world: World
  private var listeners: [Tap] = []
  private var kept: [(value: Value, instant: Instant)] = []
  private var end: End?
  private var waiting: [Heard] = []
  private var isTelling = false
  private(set) var hasEnded = false

  init(
    _ world: World, memory: Int = 0, age: Int? = nil, keepsEnd: Bool = false,
    forgetsAtEnd: Bool = false, first: Value? = nil
  ) {
    self.world = world
    self.memory = memory
    self.age = age
    self.keepsEnd = keepsEnd
    self.forgetsAtEnd = forgetsAtEnd
    if let first { kept = [(first, 0)] }
  }

  var flow: Flow {
    let flow = Flow(world) { [self] out in add(out) }
    flow.hub = self
    return flow
  }

  var isListenedTo: Bool { !listeners.isEmpty }

  func add(_ tap: Tap) {
    let outermost = !isTelling
    isTelling = true
    for (value, instant) in kept where age.map({ Time.sum(instant, $0) > world.now }) ?? true {
      tap.send(value)
    }
    if let end, keepsEnd { tap.end(end) }
    if !tap.isOver {
      listeners.append(tap)
      tap.finally { [self] in listeners.removeAll { $0 === tap } }
    }
    if outermost { empty() }
  }

  func tell(_ heard: Heard) {
    waiting.append(heard)
    if isTelling { return }
    isTelling = true
    empty()
  }

  private func empty() {
    while !waiting.isEmpty {
      let heard = waiting.removeFirst()
      let all = listeners
      switch heard {
      case .value(let value):
        kept.append((value, world.now))
        if kept.count > memory { kept.removeFirst(kept.count - memory) }
        for tap in all { tap.send(value) }
      case .end(let end):
        self.end = end
        hasEnded = true
        if forgetsAtEnd { kept = [] }
        listeners = []
        for tap in all { tap.end(end) }
      }
    }
    isTelling = false
  }
}
