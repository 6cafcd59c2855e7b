@testable import RxpEngine

/// Numbers of the last events, of times, of ranges.
extension Reference {
  static let measuring: [Reference] = [
    Reference("rolling") { call, source in
      if !call.has("n"), !call.has("time") { return .failing(.type(""), in: call.world) }
      return sliding(call, source, by: "n", numbers: false) { .of($0) }
    }.with { $0.timesAndLimit() },
    Reference("movingAverage") { call, source in
      sliding(call, source, by: "n", numbers: true) { $0.mean }
    }.with { $0.measured() },
    // Of the last ones after each event, or of all at the end.
    Reference("statistics") { call, source in
      guard let percents = call.percentiles else { return .failing(.type(""), in: call.world) }
      if call.has("last") || call.has("time") {
        return sliding(call, source, by: "last", numbers: true) { $0.described(percents) }
      }
      return clocked(call, source) { out in
        var numbers: [Value] = []
        var askings = 0
        return Clockwork(
          event: { value, _, _ in
            if let number = try call.counted(value, askings) { numbers.append(number) }
            askings += 1
            if !percents.isEmpty { try call.checkLimit(numbers.count) }
          },
          rest: { out.send(numbers.described(percents)) })
      }
    }.with {
      $0.measured()
      $0.arguments["percentiles"] = { draw in
        let half = Phrase("12.5", is: .double(12.5))
        return .value(
          draw.random.pick([
            .list([.number(50), .number(99)]), .list([]), .list([.number(0), half, .number(100)]),
            .list([.number(101)]), .list([.number(5), .number(5)]),
          ]))
      }
    },
    Reference("delta") { call, source in
      clocked(call, source) { out in
        let per = call.duration("per")
        var last: [(key: Value, number: Value, time: Int)] = []
        var (askings, keys) = (0, 0)
        return Clockwork(event: { value, now, _ in
          askings += 1
          guard let number = try call.counted(value, askings - 1) else { return }
          let key = try call.asked("key")?(value, keys) ?? .null
          keys += 1
          let before = last.first { $0.key == key }
          last.removeAll { $0.key == key }
          last.append((key, number, now))
          try call.checkLimit(last.count)
          guard let before else { return }
          let fell = (number.number ?? 0) < (before.number.number ?? 0)
          var difference =
            fell && call.flag("counter") == true ? number : number.plus(before.number.negated)
          if let per {
            let gone = now - before.time
            difference =
              gone == 0
              ? .null : .double((difference.number ?? 0) * Double(per) / Double(gone))
          }
          out.send(
            call.has("key") ? .fields([("key", key), ("delta", difference)]) : difference)
        })
      }
    }.with { $0.measured() },
    // Counted by ranges, at the end.
    Reference.told("histogram") { call, values, end in
      let ranges = try call.ranges()
      let numbers = try values.enumerated().compactMap { try call.counted($1, $0) }
      var found = ranges.map { range in (range, numbers.count { range.contains($0) }) }
      try call.checkLimit(found.count { $0.1 > 0 })
      guard let end, end.isCompletion else { return Outcome([], end) }
      while found.first?.1 == 0 { found.removeFirst() }
      while found.last?.1 == 0 { found.removeLast() }
      if call.flag("empty") != true { found.removeAll { $0.1 == 0 } }
      try call.checkLimit(found.count)
      return Outcome(
        found.map { .fields([("from", $0.from), ("to", $0.to), ("count", .int($1))]) }, end)
    }.with {
      $0.feed = .numbers
      $0.limited()
      $0.arguments["width"] = { draw in
        .value(
          draw.random.pick([
            .number(2), .number(1), Phrase("0.5", is: .double(0.5)), .number(0), .text("x"),
          ]))
      }
      $0.arguments["bounds"] = { draw in
        let half = Phrase("0.5", is: .double(0.5))
        return .value(
          draw.random.pick([
            .list([.number(-1), half, .number(2)]), .list([.number(1)]),
            .list([.number(-3), .number(1)]), .list([]), .list([.number(2), .number(1)]),
          ]))
      }
      // One of the two, mostly.
      $0.adjusted = { stage in
        var changed = stage
        let names = stage.arguments.map(\.name)
        if names.contains("width"), names.contains("bounds"), names.contains("of") {
          changed.arguments.removeAll { $0.name == "bounds" }
        }
        return changed
      }
    },
    // After each period how many a second there were in a time before it.
    Reference("rate") { call, source in
      clocked(call, source) { out in
        let length = call.duration("time") ?? 0
        let every = call.duration("every") ?? length
        var events: [(time: Int, number: Double)] = []
        var origin: Int?
        var ticks = 0
        var askings = 0
        return Clockwork(
          start: { time, _ in origin = time },
          deadline: { origin.map { $0 + (ticks + 1) * every } },
          due: { time in
            ticks += 1
            let inside = events.filter { $0.time >= time - length && $0.time < time }
            let sum = inside.reduce(0) { $0 + $1.number }
            out.send(.double(sum / (Double(min(length, time - (origin ?? 0))) / 1e9)))
          },
          event: { value, now, _ in
            askings += 1
            if !call.has("of") { return events.append((now, 1)) }
            if let number = try call.counted(value, askings - 1)?.number {
              events.append((now, number))
            }
          })
      }
    }.with {
      $0.measured()
      $0.narrowTimes()
    },
    // Windows begin at multiples; one is told when an event has come that is not before its end.
    Reference("tumble") { call, source in
      let at = call.asked("at")
      return source.told { values, end in
        var events: [(time: Int, event: Value)] = []
        for (index, value) in values.enumerated() {
          guard let seconds = try at?(value, index).number else { throw Failure.type("") }
          let own = Int((seconds * 1e9).rounded())
          events.append((max(own, events.last?.time ?? own), value))
          do { try call.checkWindows(events.map(\.time)) } catch {
            return Outcome(call.windows(events, withOpen: false), .failed(Failure.of(error)))
          }
        }
        let sends = end?.isCompletion == true && call.word("onEnd") != "drop"
        return Outcome(call.windows(events, withOpen: sends), end)
      }
    }.with {
      $0.timesAndLimit()
      $0.narrowTimes()
    },
  ]

  /// A list of the last ones after each: at most so many, those of a time, or both.
  private static func sliding(
    _ call: Call, _ source: Flow, by count: String, numbers: Bool,
    _ told: @escaping ([Value]) -> Value
  ) -> Flow {
    clocked(call, source) { out in
      let (most, time) = (call.count(count), call.duration("time"))
      if most == 0 { throw Failure.type("") }
      var all: [(value: Value, time: Int)] = []
      var askings = 0
      return Clockwork(event: { value, now, _ in
        askings += 1
        guard let value = try numbers ? call.counted(value, askings - 1) : value else { return }
        all.append((value, now))
        let last = all.filter { now < Time.sum($0.time, time ?? Time.forever) }
          .suffix(most ?? Int.max)
        // What was given as a number may be held, but for statistics.
        if numbers ? time != nil || count == "last" : most ?? Int.max == Int.max {
          try call.checkLimit(last.count)
        }
        if call.flag("full") == true {
          if let most, last.count < most { return }
          if let time, now < Time.sum(all[0].time, time) { return }
        }
        out.send(told(last.map(\.value)))
      })
    }
  }

  fileprivate mutating func measured() {
    timesAndLimit()
    feed = .numbers
  }
}

/// Numbers from one up to, but not including, another; nil is no bound.
private struct NumberRange {
  let from: Value
  let to: Value

  func contains(_ value: Value) -> Bool {
    let number = value.number ?? 0
    return number >= from.number ?? -.infinity && number < to.number ?? .infinity
  }
}

extension Call {
  /// The number that an event stands for; nil where it is left out.
  fileprivate func counted(_ event: Value, _ index: Int) throws -> Value? {
    let value = try asked("of")?(event, index) ?? event
    switch value {
    case .null: return nil
    case .double(let number): return number.isNaN ? nil : value
    case .int: return value
    default: throw Failure.type("")
    }
  }

  fileprivate var percentiles: [Value]? {
    guard case .list(let list)? = value("percentiles") else {
      return [.int(50), .int(95), .int(99)]
    }
    let numbers = list.items.compactMap(\.number)
    let areSound = numbers.allSatisfy { (0...100).contains($0) }
    return areSound && Set(numbers).count == numbers.count ? list.items : nil
  }

  /// All ranges in which a number of a case can be, in order.
  fileprivate func ranges() throws -> [NumberRange] {
    switch (value("width"), value("bounds")) {
    case (let width?, nil):
      guard let size = width.number, size > 0 else { throw Failure.type("") }
      let edges = (-60...60).map { step -> Value in
        if case .int(let whole) = width { .int(step * whole) } else { .double(Double(step) * size) }
      }
      return zip(edges, edges.dropFirst()).map { NumberRange(from: $0, to: $1) }
    case (nil, .list(let list)?):
      let numbers = list.items.compactMap(\.number)
      if numbers.isEmpty || zip(numbers, numbers.dropFirst()).contains(where: >=) {
        throw Failure.type("")
      }
      let edges = [.null] + list.items + [.null]
      return zip(edges, edges.dropFirst()).map { NumberRange(from: $0, to: $1) }
    default: throw Failure.type("")
    }
  }

  /// How many events are held in windows that are open when the last has come.
  fileprivate func checkWindows(_ times: [Int]) throws {
    let size = duration("size") ?? 1
    let every = duration("every") ?? size
    func hasWindow(_ time: Int, until latest: Int) -> Bool {
      // Of the windows that have begun the last is open the longest.
      let start = Int((Double(time) / Double(every)).rounded(.down)) * every
      guard time < start + size else { return false }
      let oldest = (Double(latest - size) / Double(every)).rounded(.down)
      return time >= (Int(oldest) + 1) * every
    }
    guard let latest = times.last, hasWindow(latest, until: latest) else { return }
    try checkLimit(times.count { hasWindow($0, until: latest) })
  }

  /// The windows from the first with an event that are over by the latest; or all that have begun.
  fileprivate func windows(_ events: [(time: Int, event: Value)], withOpen: Bool) -> [Value] {
    guard let first = events.first?.time, let latest = events.last?.time else { return [] }
    let size = duration("size") ?? 1
    let every = duration("every") ?? size
    let start = (Double(first - size) / Double(every)).rounded(.down)
    var found: [(start: Int, events: [Value])] = []
    for step in Int(start)... where step * every > first - size {
      let from = step * every
      if from > latest || (from + size > latest && !withOpen) { break }
      let inside = events.filter { $0.time >= from && $0.time < from + size }.map(\.event)
      if !inside.isEmpty || (flag("empty") == true && !found.isEmpty) {
        found.append((from, inside))
      }
    }
    return found.map { from, events in
      if word("sends") == "list" { return .of(events) }
      var fields: [(String, Value)] = [
        ("start", .double(Double(from) / 1e9)), ("end", .double(Double(from + size) / 1e9)),
        ("count", .int(events.count)),
      ]
      if word("sends") != "summary" { fields.append(("events", .of(events))) }
      return .fields(fields)
    }
  }
}

extension Value {
  fileprivate var negated: Value {
    if case .int(let whole) = self { .int(-whole) } else { .double(-(number ?? 0)) }
  }
}

extension [Value] {
  /// Of numbers; nil of none.
  fileprivate var mean: Value {
    isEmpty ? .null : .double(reduce(0) { $0 + ($1.number ?? 0) } / Double(count))
  }

  fileprivate func described(_ percents: [Value]) -> Value {
    let sorted = sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    var fields: [(String, Value)] = [
      ("count", .int(count)), ("min", sorted.first ?? .null), ("max", sorted.last ?? .null),
      ("mean", mean),
    ]
    for percent in percents {
      // The least that so many percent do not exceed, itself included.
      let found = sorted.indices.first {
        Double(($0 + 1) * 100) >= (percent.number ?? 0) * Double(count)
      }
      fields.append(("p" + percent.phrase, found.map { sorted[$0] } ?? .null))
    }
    return .fields(fields)
  }
}
