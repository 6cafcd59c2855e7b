@testable import RxpEngine

/// What lasts for a time, by the clock or by the events' own times: from its start up to, but not
/// including, its end. An event comes after all that is due at its time.
struct Clockwork {
  /// When it begins: at the subscription, by the events' own times at the first of them.
  var start: (_ time: Int, _ stamp: Value) throws -> Void = { _, _ in }
  /// The next time at which something is due.
  var deadline: () -> Int? = { nil }
  var due: (_ time: Int) throws -> Void = { _ in }
  /// `stamp`: its time in seconds, as it was told.
  var event: (_ value: Value, _ time: Int, _ stamp: Value) throws -> Void
  /// What is left at the completion.
  var rest: () throws -> Void = {}
}

extension Reference {
  static let clocked: [Reference] = [
    Reference("dedupe") { call, source in
      clocked(call, source) { out in
        let (by, time) = (call.asked("by"), call.duration("time") ?? 0)
        var known: [(key: Value, time: Int)] = []
        var askings = 0
        return Clockwork(event: { value, now, _ in
          known.removeAll { now >= Time.sum($0.time, time) }
          let key = try by?(value, askings) ?? value
          askings += 1
          if let at = known.firstIndex(where: { $0.key == key }) {
            if call.word("since") != "sent" {
              known.remove(at: at)
              known.append((key, now))
            }
            return
          }
          if time > 0 {
            if call.word("onLimit") == "forget", known.count >= call.limit { known.removeFirst() }
            try call.checkLimit(known.count + 1)
            known.append((key, now))
          }
          out.send(value)
        })
      }
    }.with { $0.timesAndLimit() },
    Reference("sessions") { call, source in
      clocked(call, source) { out in
        let (of, gap) = (call.asked("key"), call.duration("gap") ?? 0)
        var open: [Episode] = []
        var askings = 0
        func close(_ session: Episode) {
          open.removeAll { $0 === session }
          out.send(session.told(call))
        }
        func next() -> Episode? { open.min { $0.time < $1.time } }
        return Clockwork(
          deadline: { next().map { Time.sum($0.time, gap) } },
          due: { _ in next().map(close) },
          event: { value, now, stamp in
            let key = try of?(value, askings) ?? .null
            askings += 1
            let session = open.first { $0.key == key } ?? Episode(key)
            // The one heard of last is behind those of the same time.
            open.removeAll { $0 === session }
            open.append(session)
            session.add(value, now, stamp)
            let held = call.word("sends") == "summary" ? 0 : open.reduce(0) { $0 + $1.events.count }
            try call.checkLimit(max(held, open.count))
            if session.events.count >= call.count("max") ?? Int.max { close(session) }
          },
          rest: { while let session = next() { close(session) } })
      }
    }.with {
      $0.timesAndLimit()
      $0.arguments["max"] = { draw in .count(draw.random.pick([1, 2, 3])) }
    },
    Reference("threshold") { call, source in
      clocked(call, source) { out in
        let (of, time, n) = (call.asked("key"), call.duration("time") ?? 0, call.count("n") ?? 1)
        var recent: [(key: Value, event: Value, time: Int, stamp: Value)] = []
        var askings = 0
        return Clockwork(event: { value, now, stamp in
          let alive = recent.filter { now < Time.sum($0.time, time) }
          recent = recent.filter { one in alive.contains { $0.key == one.key } }
          let key = try of?(value, askings) ?? .null
          askings += 1
          // Of other keys what is over is held until one of them comes.
          recent.removeAll { $0.key == key && now >= Time.sum($0.time, time) }
          recent.append((key, value, now, stamp))
          let mine = recent.filter { $0.key == key }
          if mine.count < n { return try call.checkLimit(recent.count) }
          recent.removeAll { $0.key == key }
          let episode = Episode(key)
          for one in mine { episode.add(one.event, one.time, one.stamp) }
          out.send(episode.told(call))
        })
      }
    }.with {
      $0.timesAndLimit()
      $0.arguments["n"] = { draw in .count(draw.random.pick([1, 2, 2, 3])) }
      $0.arguments["time"] = { draw in
        .duration(draw.random.pick([10, 20, 30, 50]) * Time.millisecond)
      }
    },
    Reference("followedBy") { call, source in following(call, source, isNegative: false) }
      .with { $0.followed() },
    Reference("notFollowedBy") { call, source in following(call, source, isNegative: true) }
      .with { $0.followed() },
  ]

  private static func following(_ call: Call, _ source: Flow, isNegative: Bool) -> Flow {
    clocked(call, source) { out in
      let within = call.duration("within") ?? 0
      var waiting: [(event: Value, key: Value, time: Int)] = []
      var askings = 0
      return Clockwork(
        deadline: { waiting.first.map { Time.sum($0.time, within) } },
        due: { _ in
          let first = waiting.removeFirst()
          if isNegative { out.send(first.event) }
        },
        event: { value, now, _ in
          let key = try call.asked("key")?(value, askings) ?? .null
          askings += 1
          var met: [Int] = []
          for (place, first) in waiting.enumerated() where first.key == key {
            if try call.asked("second")?.says(value, acc: first.event, 0) == true {
              met.append(place)
            }
          }
          switch call.word("each") {
          case "oldest": met = Array(met.prefix(1))
          case "newest": met = Array(met.suffix(1))
          default: break
          }
          let pairs = met.map { Value.of([waiting[$0].event, value]) }
          for place in met.reversed() { waiting.remove(at: place) }
          if !isNegative { for pair in pairs { out.send(pair) } }
          if out.isOver { return }
          if try call.asked("first")?.says(value, 0) == true {
            try call.checkLimit(waiting.count + 1)
            waiting.append((value, key, now))
          }
        },
        rest: {
          if isNegative, call.word("onEnd") != "drop" {
            for first in waiting { out.send(first.event) }
          }
        })
    }
  }

  /// One alarm at a time: set for what is due first, and set again when it has rung. By the events'
  /// own times there is none, and an event that is earlier than one before it counts as of that time.
  static func clocked(
    _ call: Call, _ source: Flow, _ make: @escaping (Tap) throws -> Clockwork
  ) -> Flow {
    Flow(call.world) { out in
      let work = try make(out)
      let at = call.asked("at")
      var latest: (time: Int, stamp: Value)?
      var askings = 0
      var armed: Int?
      func stamp(of time: Int) -> Value { .double(Double(time) / 1e9) }
      func pass(_ now: Int) throws {
        while !out.isOver, let deadline = work.deadline(), deadline <= now {
          try work.due(deadline)
        }
      }
      func arm() {
        guard at == nil, let deadline = work.deadline(), deadline < armed ?? Int.max else { return }
        armed = deadline
        out.after(deadline - call.world.now) {
          if armed != deadline { return }
          armed = nil
          try pass(call.world.now)
          arm()
        }
      }
      if at == nil {
        try work.start(call.world.now, stamp(of: call.world.now))
        arm()
      }
      out.follow(source) { heard in
        // What is over by then is over before the end is told.
        if heard.end != nil, at == nil { try pass(call.world.now) }
        switch heard {
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed):
          if out.isOver { return }
          try work.rest()
          out.complete()
        case .value(let value):
          var moment = (time: call.world.now, stamp: stamp(of: call.world.now))
          if let at {
            let said = try at(value, askings)
            askings += 1
            guard let seconds = said.number else { throw Failure.type("") }
            let own = Int((seconds * 1e9).rounded())
            if let latest, own <= latest.time { moment = latest } else { moment = (own, said) }
          }
          if at != nil, latest == nil { try work.start(moment.time, moment.stamp) }
          latest = moment
          try pass(moment.time)
          if out.isOver { return }
          try work.event(value, moment.time, moment.stamp)
          arm()
        }
      }
    }
  }
}

/// Events that belong together.
private final class Episode {
  let key: Value
  var events: [Value] = []
  var time = 0
  private var start = Value.null
  private var end = Value.null

  init(_ key: Value) { self.key = key }

  func add(_ event: Value, _ time: Int, _ stamp: Value) {
    if events.isEmpty { start = stamp }
    end = stamp
    self.time = time
    events.append(event)
  }

  /// As a record, a summary or a list.
  func told(_ call: Call) -> Value {
    if call.word("sends") == "list" { return .of(events) }
    var fields: [(String, Value)] = call.has("key") ? [("key", key)] : []
    fields += [("start", start), ("end", end), ("count", .int(events.count))]
    if call.word("sends") != "summary" { fields.append(("events", .of(events))) }
    return .fields(fields)
  }
}

extension Reference {
  /// How much may be held.
  mutating func limited() {
    arguments["limit"] = { draw in .count(draw.random.pick([1, 2, 3, 5, 1_000, 1_000])) }
  }

  /// Times of the events' own, some before those of earlier events.
  mutating func timesAndLimit() {
    limited()
    arguments["at"] = { draw in .asked(draw.random.pick(Reference.narrow + [Reference.wide])) }
  }

  /// The same where something is sent for each part of the time between two events.
  mutating func narrowTimes() {
    arguments["at"] = { draw in .asked(draw.random.pick(Reference.narrow)) }
  }

  private static let wide = Question("index") { asked, _ in .int(asked.index) }
  private static let narrow = [
    Question("index * 0.01") { asked, _ in .double(Double(asked.index) * 0.01) },
    Question("index * 7 % 5 * 0.01 - 0.02") { asked, _ in
      .double(Double(asked.index * 7 % 5) * 0.01 - 0.02)
    },
  ]

  fileprivate mutating func followed() {
    timesAndLimit()
    arguments["within"] = { draw in
      .duration(draw.random.pick([10, 20, 30, 50]) * Time.millisecond)
    }
    // How often these are asked is not told.
    arguments["first"] = { draw in .asked(draw.comparison()) }
    arguments["second"] = { draw in
      draw.chance(1, in: 3) && !draw.comparesNothing
        ? .asked(Question("it == acc") { asked, _ in .bool(asked.it == asked.acc) })
        : .asked(draw.comparison())
    }
  }
}

extension Call {
  /// How much may be held.
  var limit: Int { count("limit") ?? Int.max }

  /// A mistake if more is.
  func checkLimit(_ count: Int) throws {
    if count > limit { throw Failure(kind: "limit", "") }
  }
}

extension Draw {
  fileprivate mutating func comparison() -> Question {
    if comparesNothing { return Question(Phrase("true", is: .bool(true))) }
    let wanted = random.pick(plain)
    return Question("it == \(wanted.text)") { .bool($0.it == wanted.value($1)) }
  }
}
