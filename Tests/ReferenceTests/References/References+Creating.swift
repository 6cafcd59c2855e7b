@testable import RxpEngine

/// Sources.
extension Reference {
  static let creating: [Reference] = [
    Reference("just") { call, _ in .of(call.values("values"), in: call.world) },
    Reference("from") { call, _ in call.flow("items") ?? .of([], in: call.world) }.with {
      $0.arguments["items"] = { draw in
        .value(
          draw.random.pick([
            .list(draw.plain), .list([]), draw.inner("p"),
            Phrase("2..4", is: .range(IntRange(2, 4))), Phrase("3..1", is: .range(IntRange(3, 1))),
          ]))
      }
    },
    Reference("empty") { call, _ in .of([], in: call.world) },
    Reference("never") { call, _ in .of([], nil, in: call.world) },
    Reference("fail") { call, _ in
      .failing(Failure.from(call.value("why") ?? .string("error")), in: call.world)
    },
    // Asked anew for each subscription.
    Reference("defer") { call, _ in
      let f = call.asked("f")
      return Flow(call.world) { out in
        guard let flow = try f?.flow(.null, 0) else { throw Failure.type("") }
        out.pass(flow)
      }
    },
    Reference("range") { call, _ in
      var bounds: (low: Int, high: Int)?
      switch call.value("from") {
      case .range(let range)?: bounds = (range.low, range.high)
      case .int(let low)?:
        if case .int(let second)? = call.value("to") {
          bounds = (low, call.word("second") == "count" ? low + second - 1 : second)
        } else if call.word("second") == "count" {
          // As in Rx a count alone starts at 0.
          bounds = (0, low - 1)
        }
      default: break
      }
      guard let (low, high) = bounds else { return .failing(.type(""), in: call.world) }
      return .of(low > high ? [] : (low...high).map { .int($0) }, in: call.world)
    }.with {
      $0.arguments["from"] = { draw in .value(.number(draw.random.below(4))) }
      $0.arguments["to"] = { draw in .value(.number(draw.random.below(6))) }
    },
    // A mistake comes after what was sent.
    Reference("generate") { call, _ in
      let (test, next, sends) = (call.asked("while"), call.asked("next"), call.asked("sends"))
      return Flow(call.world) { out in
        var value = call.value("start") ?? .null
        var index = 0
        while !out.isOver, try test?.says(value, index) ?? true {
          out.send(try sends?(value, index) ?? value)
          value = try next?(value, index) ?? .null
          index += 1
        }
        out.complete()
      }
    }.with {
      $0.always = ["while"]
      $0.arguments["while"] = { draw in
        let n = draw.random.below(5)
        return .asked(Question("index < \(n)") { asked, _ in .bool(asked.index < n) })
      }
      $0.arguments["next"] = { draw in .asked(draw.question(.event, .any)) }
      $0.arguments["sends"] = { draw in .asked(draw.question(.event, .any)) }
    },
    Reference("interval") { call, _ in
      let ticks = Reference.ticking(every: call.duration("period") ?? 1, in: call.world)
      guard call.word("sends") == "time" else { return ticks }
      // The time of day of the test's host stands still.
      return ticks.listed { $0.map { _ in .double(EngineRun.timeOfDay) } }
    },
    // 0 after a time; 1, 2, … after further periods.
    Reference("timer") { call, _ in
      Flow(call.world) { out in
        out.after(call.duration("after") ?? 0) {
          guard let period = call.duration("every") else {
            out.send(.int(0))
            return out.complete()
          }
          out.send(.int(0))
          out.follow(Reference.ticking(every: period, in: call.world)) { heard in
            if case .int(let n)? = heard.value { out.send(.int(n + 1)) }
          }
        }
      }
    },
  ]
}
