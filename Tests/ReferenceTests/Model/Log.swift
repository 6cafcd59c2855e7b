@testable import RxpEngine

/// What a subscription has come upon so far, in order.
struct Entry {
  enum What {
    case value(Value)
    case end(End)
    /// The time asked for under this number is over.
    case woke(Int)
  }

  let what: What
  /// Of which source; -1 where of none.
  let input: Int
  let instant: Instant

  var value: Value? { if case .value(let value) = what { value } else { nil } }
  var end: End? { if case .end(let end) = what { end } else { nil } }
  var woke: Int? { if case .woke(let number) = what { number } else { nil } }
  var isCompletion: Bool { end?.isCompletion ?? false }
  var failure: Failure? { end?.failure }
}

/// All that follows from what has happened so far.
struct Outcome {
  /// All that has been sent.
  var values: [Value] = []
  /// How it has ended, if it has.
  var end: End?
  /// Sources that nothing is wanted from any more.
  var released: Set<Int> = []
  /// All the times asked for so far: number and instant.
  var wakes: [(number: Int, instant: Instant)] = []

  init(
    _ values: [Value] = [], _ end: End? = nil, released: Set<Int> = [],
    wakes: [(number: Int, instant: Instant)] = []
  ) {
    self.values = values
    self.end = end
    self.released = released
    self.wakes = wakes
  }
}

extension Sequence<Entry> {
  /// The values of one source.
  func values(of input: Int) -> [Value] { filter { $0.input == input }.compactMap(\.value) }
  /// The end of one source.
  func end(of input: Int) -> End? { first { $0.input == input && $0.end != nil }?.end }
  /// The first error of any source.
  var failure: End? { first { $0.failure != nil }?.end }
  /// How many of the sources have ended.
  var ended: Int { reduce(0) { $0 + ($1.end == nil ? 0 : 1) } }
}

extension Flow {
  /// An operator as a function of the log: it is asked again after each entry, and what is new in
  /// its answer is done. Sources are subscribed to in order.
  static func told(
    by sources: [Flow], in world: World, _ f: @escaping ([Entry]) throws -> Outcome
  ) -> Flow {
    Flow(world) { out in
      var log: [Entry] = []
      var sent = 0
      var asked = 0
      var taps: [Int: Tap] = [:]
      var released: Set<Int> = []
      func answer() throws {
        if out.isOver { return }
        let outcome = try f(log)
        for wake in outcome.wakes.dropFirst(asked) {
          asked += 1
          out.after(wake.instant - world.now) {
            log.append(Entry(what: .woke(wake.number), input: -1, instant: world.now))
            try answer()
          }
        }
        if outcome.end != nil { out.releaseAll() }
        released = outcome.released
        for input in released {
          if let tap = taps[input] { out.release(tap) }
        }
        while sent < outcome.values.count, !out.isOver {
          sent += 1
          out.send(outcome.values[sent - 1])
        }
        if let end = outcome.end { out.end(end) }
      }
      try answer()
      for (input, source) in sources.enumerated()
      where !out.isOver && !released.contains(input) {
        let tap = out.follow(source) { heard in
          let what: Entry.What =
            switch heard {
            case .value(let value): .value(value)
            case .end(let end): .end(end)
            }
          log.append(Entry(what: what, input: input, instant: world.now))
          try answer()
        }
        taps[input] = tap
        try answer()
      }
    }
  }

  /// The same where there is one source and time does not matter: a function of its values so far
  /// and of its end.
  func told(_ f: @escaping (_ values: [Value], _ end: End?) throws -> Outcome) -> Flow {
    .told(by: [self], in: world) { log in try f(log.values(of: 0), log.end(of: 0)) }
  }

  /// Where the end is the source's own: a function from values to values.
  func listed(_ f: @escaping ([Value]) throws -> [Value]) -> Flow {
    told { values, end in Outcome(try f(values), end) }
  }
}
