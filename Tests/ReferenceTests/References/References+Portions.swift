@testable import RxpEngine

/// Cuts values into portions, which overlap or not: lists, sent when they are full, or windows, sent
/// when they open.
final class Cutter {
  final class Portion {
    var values: [Value] = []
    fileprivate let hub: Hub?
    fileprivate init(_ hub: Hub?) { self.hub = hub }
  }

  private let call: Call
  private let out: Tap
  private let cutsWindows: Bool
  private let sendsEmpty: Bool
  private(set) var open: [Portion] = []

  init(_ call: Call, _ out: Tap, windows cutsWindows: Bool, empty: Bool = true) {
    self.call = call
    self.out = out
    self.cutsWindows = cutsWindows
    sendsEmpty = call.flag("empty") ?? empty
  }

  @discardableResult
  func begin() -> Portion {
    let portion = Portion(cutsWindows ? Hub(call.world, keepsEnd: true) : nil)
    open.append(portion)
    if let hub = portion.hub { out.send(hub.flow.value) }
    return portion
  }

  /// `full`: what is done with each that then has as many as that.
  func add(_ value: Value, most: Int = Int.max, full: (Portion) -> Void = { _ in }) {
    for portion in open {
      portion.values.append(value)
      portion.hub?.tell(.value(value))
      if portion.values.count >= most { full(portion) }
    }
  }

  func isOpen(_ portion: Portion) -> Bool { open.contains { $0 === portion } }

  func end(_ portion: Portion) {
    guard isOpen(portion) else { return }
    open.removeAll { $0 === portion }
    finish(portion, .completed)
  }

  /// The end of the source: of windows it is the end too, of lists only a completion sends the rest.
  func end(_ end: End) {
    let rest = open
    open = []
    for portion in rest {
      if cutsWindows || (end.isCompletion && call.word("onEnd") != "drop") { finish(portion, end) }
    }
    out.end(end)
  }

  private func finish(_ portion: Portion, _ end: End) {
    if let hub = portion.hub { return hub.tell(.end(end)) }
    if sendsEmpty || !portion.values.isEmpty { out.send(.of(portion.values)) }
  }

  /// Follows a signal; a mistake met, or its error, ends the portions too.
  func follow(_ flow: Flow, _ hear: @escaping (_ number: Int, Heard) throws -> Void) {
    out.follow(flow) { number, heard in
      if heard.end?.failure != nil, let end = heard.end { return self.end(end) }
      try self.trying { try hear(number, heard) }
    }
  }

  func trying(_ work: () throws -> Void) throws {
    do { try work() } catch { end(.failed(Failure.of(error))) }
  }
}

extension Reference {
  static let portions: [Reference] = [
    // The first opens at once, then one at every step-th value.
    Reference("window") { call, source in
      Flow(call.world) { out in
        let n = call.count("n") ?? 0
        let step = call.count("step") ?? n
        guard n > 0, step > 0 else { throw Failure.type("") }
        let cutter = Cutter(call, out, windows: true)
        var count = 0
        cutter.begin()
        cutter.follow(source) { _, heard in
          guard let value = heard.value else { return cutter.end(.completed) }
          cutter.add(value)
          count += 1
          if let first = cutter.open.first, first.values.count == n { cutter.end(first) }
          if count % step == 0 { cutter.begin() }
        }
      }
    }.with { $0.sendsSignals = true },
    .cutByTime("bufferTime", windows: false, periodic: false, empty: false),
    .cutByTime("windowTime", windows: true, periodic: true, empty: true)
      .with { $0.sendsSignals = true },
    Reference("windowOn") { call, source in
      Flow(call.world) { out in
        let cutter = Cutter(call, out, windows: true)
        cutter.begin()
        cutter.follow(source) { _, heard in
          if let value = heard.value { cutter.add(value) } else { cutter.end(.completed) }
        }
        guard !out.isOver, let cuts = call.flow("cuts") else { return }
        cutter.follow(cuts) { _, heard in
          guard heard.value != nil else { return }
          cutter.open.first.map(cutter.end)
          cutter.begin()
        }
      }
    }.with { $0.sendsSignals = true },
    .cutByToggle("bufferToggle", windows: false),
    .cutByToggle("windowToggle", windows: true).with { $0.sendsSignals = true },
    .cutByClosing("bufferWhen", windows: false),
    .cutByClosing("windowWhen", windows: true).with { $0.sendsSignals = true },
    // A new key first sends the group, then the value into it.
    Reference("groupBy") { call, source in
      Flow(call.world) { out in
        let (key, transform, duration) = (
          call.asked("key"), call.asked("transform"), call.asked("duration")
        )
        var groups: [(key: Value, hub: Hub)] = []
        var askings = 0
        var durations = 0
        // What subscribes: the result itself, or what outlives it for the sake of the groups.
        let keeps = call.word("onRelease") == "keepGroups"
        let core = keeps ? Tap(call.world) { _ in } : out
        func stopUnlessNeeded() {
          if out.isOver, !groups.contains(where: { $0.hub.isListenedTo }) { core.letGo() }
        }
        if keeps { out.finally(stopUnlessNeeded) }
        func end(_ end: End) {
          let all = groups
          groups = []
          if keeps { core.letGo() }
          if call.word("order") == "groupsFirst" {
            for group in all { group.hub.tell(.end(end)) }
            out.end(end)
          } else {
            out.end(end)
            for group in all { group.hub.tell(.end(end)) }
          }
        }
        func close(_ hub: Hub, _ end: End) {
          groups.removeAll { $0.hub === hub }
          hub.tell(.end(end))
        }
        core.follow(source) { heard in
          guard let value = heard.value else { return end(heard.end ?? .completed) }
          do {
            askings += 1
            let of = try key?(value, askings - 1) ?? value
            var hub = groups.first { $0.key == of }?.hub
            if hub == nil {
              let made = Hub(call.world, keepsEnd: call.word("late") == "end")
              hub = made
              groups.append((of, made))
              let flow = Flow(call.world) { tap in
                made.add(tap)
                if keeps { tap.finally(stopUnlessNeeded) }
              }
              flow.hub = made
              flow.key = of
              out.send(flow.value)
              if let duration, !core.isOver {
                durations += 1
                guard let limit = try duration.flow(flow.value, durations - 1) else {
                  throw Failure.type("")
                }
                core.follow(limit) { number, heard in
                  core.release(number)
                  close(made, heard.end ?? .completed)
                }
              }
            }
            let sent = try transform?(value, askings - 1) ?? value
            hub?.tell(.value(sent))
          } catch { end(.failed(Failure.of(error))) }
        }
      }
    }.with { $0.sendsSignals = true },
  ]

  private static func cutByTime(
    _ name: String, windows: Bool, periodic: Bool, empty: Bool
  ) -> Reference {
    Reference(name) { call, source in
      Flow(call.world) { out in
        let cutter = Cutter(call, out, windows: windows, empty: empty)
        let time = call.duration("time") ?? 0
        let every = call.duration("every")
        let most = call.count("max") ?? Int.max
        if most == 0 { throw Failure.type("") }
        let isPeriodic = call.word("windows").map { $0 == "periodic" } ?? periodic
        func begin() {
          let portion = cutter.begin()
          out.after(time) { end(portion) }
        }
        func end(_ portion: Cutter.Portion) {
          guard cutter.isOpen(portion) else { return }
          cutter.end(portion)
          if isPeriodic, every == nil, !out.isOver { begin() }
        }
        func beginEach(_ period: Int) {
          out.after(period) {
            begin()
            beginEach(period)
          }
        }
        if let every { beginEach(every) }
        if isPeriodic || every != nil { begin() }
        cutter.follow(source) { _, heard in
          guard let value = heard.value else { return cutter.end(.completed) }
          if cutter.open.isEmpty, !isPeriodic, every == nil { begin() }
          cutter.add(value, most: most, full: end)
        }
      }
    }.with {
      $0.arguments["time"] = { draw in
        .duration(draw.random.pick([10, 20, 30, 15, 50]) * Time.millisecond)
      }
      $0.arguments["every"] = { draw in
        .duration(draw.random.pick([10, 20, 30, 15]) * Time.millisecond)
      }
    }
  }

  private static func cutByToggle(_ name: String, windows: Bool) -> Reference {
    Reference(name) { call, source in
      Flow(call.world) { out in
        let cutter = Cutter(call, out, windows: windows)
        let closes = call.asked("closes")
        var askings = 0
        guard let opens = call.flow("opens") else { return }
        // Windows are not told of its error.
        out.follow(opens) { heard in
          guard let value = heard.value else {
            if let end = heard.end, end.failure != nil { out.end(end) }
            return
          }
          askings += 1
          let cue = try closes?.flow(value, askings - 1)
          let portion = cutter.begin()
          guard let cue else { return }
          closing(portion, by: cue, cutter, out) {}
        }
        if out.isOver { return }
        cutter.follow(source) { _, heard in
          if let value = heard.value { cutter.add(value) } else { cutter.end(.completed) }
        }
      }
    }
  }

  private static func cutByClosing(_ name: String, windows: Bool) -> Reference {
    Reference(name) { call, source in
      Flow(call.world) { out in
        let cutter = Cutter(call, out, windows: windows)
        let closes = call.asked("closes")
        var askings = 0
        func begin() throws {
          let portion = cutter.begin()
          if out.isOver { return }
          askings += 1
          try cutter.trying {
            guard let cue = try closes?.flow(.null, askings - 1) else { return }
            closing(portion, by: cue, endToo: windows, cutter, out) { try begin() }
          }
        }
        try begin()
        if out.isOver { return }
        cutter.follow(source) { _, heard in
          if let value = heard.value { cutter.add(value) } else { cutter.end(.completed) }
        }
      }
    }.with {
      // A signal that sends at once would close its portion and all that follow.
      $0.arguments["closes"] = { draw in .asked(draw.random.pick([draw.closing(), draw.closing()]))
      }
    }
  }

  /// Closes a portion with the first event of a signal (`endToo`: or its completion), then goes on.
  private static func closing(
    _ portion: Cutter.Portion, by cue: Flow, endToo: Bool = false, _ cutter: Cutter, _ out: Tap,
    _ then: @escaping () throws -> Void
  ) {
    cutter.follow(cue) { number, heard in
      if heard.value == nil && !endToo { return }
      out.release(number)
      cutter.end(portion)
      if !out.isOver { try then() }
    }
  }
}

extension Draw {
  fileprivate mutating func closing() -> Question {
    let p = slow("u")
    let q = slow("v")
    return random.pick([
      Question(p), Question("(timer 20ms)") { _, scope in .timer(2 * SourceCase.column, scope) },
      Question("if index == 1 then \(q.text) else \(p.text)") {
        $0.index == 1 ? q.value($1) : p.value($1)
      },
      Question("if index == 2 then raise(\"why\") else \(p.text)") {
        if $0.index == 2 { throw Failure.from(.string("why")) }
        return p.value($1)
      },
    ])
  }
}
