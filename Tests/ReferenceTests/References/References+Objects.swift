@testable import RxpEngine

/// What is worked out when a signal is built or subscribed to, and lifted functions.
extension Reference {
  static let objects: [Reference] = [
    Reference("attempt") { call, _ in
      let f = call.asked("f")
      return Flow(call.world) { out in
        let answer = try f?(.null, 0) ?? .null
        if case .null = answer, call.word("onNil") != "send" { throw Failure(kind: "nil", "") }
        out.send(answer)
        out.complete()
      }
    },
    // The first member of each list is the function.
    Reference.listed("reduceApply") { _, values in
      try values.map { value in
        guard case .list(let list) = value, case .text(let name)? = list.items.first else {
          throw Failure.type("")
        }
        let rest = Array(list.items.dropFirst())
        switch name {
        case "pair": return .of([rest[0], .int(1)])
        case "second": return rest[1]
        case "seven": return .int(7)
        default: throw Failure.type("")
        }
      }
    }.with { $0.feed = .calls },
    // Subscribes at once and for good; the last result is kept.
    Reference("lift") { call, _ in
      let f = call.asked("f")
      let all = call.flows("signals", after: nil)
      let results = Flow.told(by: all, in: call.world) { log in
        var lists: [Value] = []
        for count in log.indices where log[count].value != nil {
          let latest = all.indices.compactMap { log[...count].values(of: $0).last }
          if latest.count == all.count { lists.append(.of(latest)) }
        }
        return Outcome(lists, log.failure ?? (log.ended == all.count ? .completed : nil))
      }.listed { try $0.enumerated().map { try f?($1, $0) ?? .null } }
      return kept(results, 1, atOnce: true)
    }.with {
      $0.subscribers = 4
      $0.arguments["signals"] = { draw in .values([draw.other(.plain), draw.other(.plain)]) }
      $0.arguments["f"] = { draw in
        .asked(
          draw.random.pick([
            Question("(x, y) => [y, x]") { asked, _ in
              guard case .list(let list) = asked.it else { throw Failure.type("") }
              return .of(list.items.reversed())
            },
            Question("(x, y) => y") { asked, _ in
              guard case .list(let list) = asked.it else { throw Failure.type("") }
              return list.items.last ?? .null
            },
            Question("(x, y) => raise(\"why\")") { _, _ in throw Failure.from(.string("why")) },
          ]))
      }
    },
    Reference("startEagerly") { call, _ in kept(started(call), Int.max, atOnce: true) }
      .with { $0.subscribers = 4 },
    Reference("startLazily") { call, _ in kept(started(call), Int.max, atOnce: false) }
      .with { $0.subscribers = 4 },
  ]

  /// The signal that is made when it is first needed, on a scheduler.
  private static func started(_ call: Call) -> Flow {
    let f = call.asked("f")
    return Flow(call.world) { out in
      func start() throws {
        guard let flow = try f?.flow(.null, 0) else { throw Failure.type("") }
        out.pass(flow)
      }
      if call.isImmediate(else: true) { try start() } else { out.after(0) { try start() } }
    }
  }
}

extension Call {
  /// Whether the scheduler does it within the call.
  func isImmediate(else fallback: Bool) -> Bool {
    word("scheduler").map { $0 == "immediate" } ?? fallback
  }
}
