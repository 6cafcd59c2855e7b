@testable import RxpEngine

/// What is too much, what does not come, what comes together.
extension Reference {
  static let alarms: [Reference] = [
    // At most so many in a time, of each key; what is cut is told when there is room again.
    Reference("rateLimit") { call, source in
      let (n, length) = (call.count("n") ?? 1, call.duration("time") ?? 0)
      if n == 0 { return .failing(.type(""), in: call.world) }
      return clocked(call, source) { out in
        // In the order in which one of them passed last.
        var quotas: [Quota] = []
        var cuts: [(quota: Quota, until: Int)] = []
        var (askings, tallies) = (0, 0)
        let isFixed = call.word("window") == "fixed"
        func next() -> Int? { cuts.indices.min { cuts[$0].until < cuts[$1].until } }
        func tell() throws {
          guard let at = next() else { return }
          let quota = cuts.remove(at: at).quota
          let told = Value.fields([("key", quota.key), ("cut", .int(quota.cut))])
          quota.cut = 0
          tallies += 1
          if let tally = call.asked("tally") { out.send(try tally(told, tallies - 1)) }
        }
        /// What counts for a key at a time: of the window that was opened last, or of the time before.
        func recent(_ quota: Quota, _ now: Int) -> [Int] {
          if !isFixed { return quota.passed.filter { now < Time.sum($0, length) } }
          return now < Time.sum(quota.start, length) ? quota.passed : []
        }
        return Clockwork(
          deadline: { next().map { cuts[$0].until } },
          due: { _ in try tell() },
          event: { value, now, _ in
            if n == Int.max { return out.send(value) }
            while let first = quotas.first, first.cut == 0, recent(first, now).isEmpty {
              quotas.removeFirst()
            }
            let key = try call.asked("key")?(value, askings) ?? .null
            askings += 1
            let known = quotas.first { $0.key == key }
            if known == nil { try call.checkLimit(quotas.count + 1) }
            let quota = known ?? Quota(key, now)
            if known == nil { quotas.append(quota) }
            quota.passed = recent(quota, now)
            if quota.passed.count == n {
              if !call.has("tally") { return }
              quota.cut += 1
              let from = isFixed ? quota.start : quota.passed[0]
              if quota.cut == 1 { cuts.append((quota, Time.sum(from, length))) }
            } else {
              if quota.passed.isEmpty { quota.start = now }
              quota.passed.append(now)
              quotas.removeAll { $0 === quota }
              quotas.append(quota)
              out.send(value)
            }
          },
          rest: { while !out.isOver, !cuts.isEmpty { try tell() } })
      }
    }.with {
      $0.timesAndLimit()
      $0.arguments["tally"] = { draw in
        .asked(
          draw.random.pick([
            .it, .it, Question("it.cut") { asked, _ in asked.it["cut"] },
            Question("[it.key, index]") { asked, _ in .of([asked.it["key"], .int(asked.index)]) },
            Question("raise(\"why\")") { _, _ in throw Failure.from(.string("why")) },
          ]))
      }
    },
    // A notice for each silence, and one for its end.
    Reference("absence") { call, source in
      var expected: [Value] = call.has("key") ? [] : [.null]
      if case .list(let list)? = call.value("expected") {
        if !call.has("key") { return .failing(.type(""), in: call.world) }
        for key in list.items where !expected.contains(key) { expected.append(key) }
      }
      let keys = expected
      return clocked(call, source) { out in
        let length = call.duration("time") ?? 0
        var awaited: [(key: Value, time: Int, since: Value, last: Value)] = []
        var silent: [(key: Value, since: Value)] = []
        var askings = 0
        func check() throws { try call.checkLimit(awaited.count + silent.count) }
        func tell(_ key: Value, _ absent: Bool, _ since: Value, _ last: Value) {
          out.send(
            .fields(
              (call.has("key") ? [("key", key)] : []) + [
                ("absent", .bool(absent)), ("since", since), ("last", last),
              ]))
        }
        return Clockwork(
          start: { time, stamp in
            awaited = keys.map { ($0, time, stamp, .null) }
            try check()
          },
          deadline: { awaited.first.map { Time.sum($0.time, length) } },
          due: { _ in
            let first = awaited.removeFirst()
            if call.flag("recovered") == true { silent.append((first.key, first.since)) }
            tell(first.key, true, first.since, first.last)
          },
          event: { value, now, stamp in
            let key = try call.asked("key")?(value, askings) ?? .null
            askings += 1
            // A key is written as it came first.
            let known = awaited.first { $0.key == key }
            awaited.removeAll { $0.key == key }
            awaited.append((known?.key ?? key, now, stamp, value))
            let silence = silent.first { $0.key == key }
            silent.removeAll { $0.key == key }
            if known != nil { return }
            try check()
            if let silence { tell(key, false, silence.since, value) }
          })
      }
    }.with {
      $0.timesAndLimit()
      $0.arguments["expected"] = { draw in
        .value(
          draw.random.pick([
            .list([.text("z"), .text("a")]), .list([]),
            .list([.text("b"), .text("b"), .text("c")]),
          ]))
      }
    },
    Reference("intervalJoin") { call, source in
      let flows = [source, call.flow("other")].compactMap { $0 }
      return Flow(call.world) { out in
        let join = Join(call, out)
        for (side, flow) in flows.enumerated() where !out.isOver {
          out.follow(flow) { try join.hear($0, side) }
        }
      }
    }.with { $0.timesAndLimit() },
  ]
}

/// What has passed of a key.
private final class Quota {
  let key: Value
  var passed: [Int] = []
  /// When its window was opened, where windows are fixed.
  var start: Int
  var cut = 0

  init(_ key: Value, _ start: Int) {
    self.key = key
    self.start = start
  }
}

/// Two sides, each with the events that may still get a partner.
private final class Join {
  private struct Waiting {
    var event: Value
    var key: Value
    var time: Int
    var isMatched: Bool
  }

  private let call: Call
  private let out: Tap
  private let length: Int
  private var waiting: [[Waiting]] = [[], []]
  private var clocks: [Int?] = [nil, nil]
  private var hasEnded = [false, false]
  private var alarm: Int?
  private var askings = ["at": 0, "key": 0, "otherKey": 0]

  init(_ call: Call, _ out: Tap) {
    self.call = call
    self.out = out
    length = call.duration("within") ?? 0
  }

  private func ask(_ name: String, _ value: Value) throws -> Value? {
    guard let question = call.asked(name) else { return nil }
    askings[name, default: 0] += 1
    return try question(value, askings[name, default: 0] - 1)
  }

  private func sendsAlone(_ side: Int) -> Bool {
    switch call.word("kind") {
    case "outer": true
    case "left": side == 0
    default: false
    }
  }

  private func send(_ event: Value, _ partner: Value, _ side: Int) {
    out.send(.of(side == 0 ? [event, partner] : [partner, event]))
  }

  /// Whether what came at a time can get no partner any more.
  private func isSettled(_ side: Int, _ time: Int) -> Bool {
    let other = call.has("at") ? clocks[1 - side] : call.world.now
    return hasEnded[1 - side] || other.map { Time.sum(time, length) <= $0 } ?? false
  }

  /// Lets go of what is settled, the oldest first.
  private func settle(_ sides: [Int]) {
    while !out.isOver {
      let side = sides.filter { !waiting[$0].isEmpty }.min {
        waiting[$0][0].time < waiting[$1][0].time
      }
      guard let side, isSettled(side, waiting[side][0].time) else { return }
      let gone = waiting[side].removeFirst()
      if !gone.isMatched, sendsAlone(side) { send(gone.event, .null, side) }
    }
  }

  private func arm() {
    if call.has("at") || out.isOver { return }
    guard let first = waiting.compactMap(\.first?.time).min() else { return }
    let due = Time.sum(first, length)
    if due >= alarm ?? Int.max { return }
    alarm = due
    out.after(due - call.world.now) { [self] in
      if alarm != due { return }
      alarm = nil
      settle([0, 1])
      arm()
    }
  }

  func hear(_ heard: Heard, _ side: Int) throws {
    switch heard {
    case .value(let value): try add(value, side)
    case .end(let end):
      if !call.has("at") { settle([0, 1]) }
      if end.failure != nil { return out.end(end) }
      hasEnded[side] = true
      settle([1 - side])
      if hasEnded[1 - side] { out.complete() }
    }
  }

  private func add(_ value: Value, _ side: Int) throws {
    var time = call.world.now
    if let said = try ask("at", value) {
      guard let seconds = said.number else { throw Failure.type("") }
      time = Int((seconds * 1e9).rounded())
      time = max(time, clocks[side] ?? time)
      clocks[side] = time
      settle([1 - side])
    } else {
      settle([0, 1])
    }
    if out.isOver { return }
    let key = try (side == 1 ? ask("otherKey", value) : nil) ?? ask("key", value) ?? .null
    var partners: [Value] = []
    for place in waiting[1 - side].indices {
      let other = waiting[1 - side][place]
      let distance = abs(other.time - time)
      if distance >= length || other.key != key { continue }
      waiting[1 - side][place].isMatched = true
      partners.append(other.event)
    }
    if !isSettled(side, time) {
      waiting[side].append(
        Waiting(event: value, key: key, time: time, isMatched: !partners.isEmpty))
      try call.checkLimit(waiting[0].count + waiting[1].count)
      arm()
    } else if partners.isEmpty, sendsAlone(side) {
      send(value, .null, side)
    }
    for partner in partners { send(value, partner, side) }
  }
}

extension Value {
  /// A field of a record.
  fileprivate subscript(name: String) -> Value {
    if case .record(let record) = self { record[Text(name)] ?? .null } else { .null }
  }
}
