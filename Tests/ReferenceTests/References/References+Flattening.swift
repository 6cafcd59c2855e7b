@testable import RxpEngine

/// Signals made of values, side by side or in turn.
extension Reference {
  static let flattening: [Reference] = [
    Reference("flatMap") { call, source in
      let f = call.asked("f")
      return merged(source, limit: call.limit("limit")) { try f?.flow($0, $1) }
    },
    Reference("concatMap") { call, source in
      let f = call.asked("f")
      return merged(source, limit: 1) { try f?.flow($0, $1) }
    },
    Reference("flatten") { call, source in
      merged(source, limit: call.limit("n")) { value, _ in try value.inner(call.world) }
    }.with { $0.feed = .signals },
    Reference("concatAll") { call, source in
      merged(source, limit: 1) { value, _ in try value.inner(call.world) }
    }.with { $0.feed = .signals },
    Reference("exhaustMap") { call, source in
      let f = call.asked("f")
      return exhausted(source) { try f?.flow($0, $1) }
    },
    Reference("exhaustAll") { call, source in
      exhausted(source) { value, _ in try value.inner(call.world) }
    }.with { $0.feed = .signals },
    // The running value is the latest that any of the signals made of it has sent.
    Reference("mergeScan") { call, source in
      Flow(call.world) { out in
        let f = call.asked("f")
        var running = call.value("start") ?? .null
        out.pass(
          merged(source, limit: call.limit("limit"), noting: { running = $0 }) {
            try f?.flow($0, acc: running, $1)
          })
      }
    },
    // Every value is sent when it comes, and waits for its turn to make a signal; what comes while a
    // signal is being subscribed to has its turn after that.
    Reference("expand") { call, source in
      let limit = call.count("limit") ?? 0
      return Flow(call.world) { out in
        let f = call.asked("f")
        var waiting: [Value] = []
        var running = 0
        var askings = 0
        var hasEnded = false
        // An event is sent when its signal begins.
        func take(_ value: Value) throws {
          if limit != 0, running >= limit { return waiting.append(value) }
          out.send(value)
          if out.isOver { return }
          askings += 1
          guard let flow = try f?.flow(value, askings - 1) else { return }
          running += 1
          out.follow(flow) { heard in
            switch heard {
            case .value(let value): try take(value)
            case .end(.failed(let failure)): out.fail(failure)
            case .end(.completed):
              running -= 1
              while !waiting.isEmpty, !out.isOver, limit == 0 || running < limit {
                try take(waiting.removeFirst())
              }
              completeWhereNothingIsLeft()
            }
          }
        }
        func completeWhereNothingIsLeft() {
          if hasEnded, running == 0, waiting.isEmpty { out.complete() }
        }
        out.follow(source) { heard in
          switch heard {
          case .value(let value): try take(value)
          case .end(.failed(let failure)): out.fail(failure)
          case .end(.completed):
            hasEnded = true
            completeWhereNothingIsLeft()
          }
        }
      }
    }.with {
      $0.arguments["f"] = { draw in .asked(draw.shrinkingSignal()) }
    },
    // Each made of the newest value; it is subscribed to before the old one is let go of.
    Reference("switchMap") { call, source in
      let f = call.asked("f")
      return switched(call, source) { try f?.flow($0, $1) }
    },
    Reference("switchToLatest") { call, source in
      switched(call, source) { value, _ in try value.inner(call.world) }
    }.with { $0.feed = .signals },
    Reference("switchScan") { call, source in
      Flow(call.world) { out in
        let f = call.asked("f")
        var running = call.value("start") ?? .null
        out.pass(
          switched(call, source, noting: { running = $0 }) { try f?.flow($0, acc: running, $1) })
      }
    },
    Reference("ifThenElse") { call, _ in
      guard let condition = call.flow("condition") else { return .of([], in: call.world) }
      return switched(call, condition) { value, _ in
        try value.isYes() ? call.flow("then") : call.flow("else")
      }
    }.with { $0.feeds["condition"] = .flags },
    Reference("switch") { call, _ in
      guard let keys = call.flow("keys") else { return .of([], in: call.world) }
      return switched(call, keys) { key, _ in
        if case .record(let cases)? = call.value("cases"), let found = cases[Text(key.key)] {
          return found.flow(in: call.world)
        }
        guard let other = call.flow("default") else {
          throw Failure(kind: "noMatchingCase", "")
        }
        return other
      }
    }.with {
      $0.feeds["keys"] = .keys
      $0.arguments["cases"] = { draw in
        let (a, b) = (draw.other(.plain), draw.other(.plain))
        return .value(
          Phrase("{a: \(a.text), b: \(b.text), \"1\": \(a.text)}") { scope in
            let pairs: [(Text, Value)] = [
              ("a", a.value(scope)), ("b", b.value(scope)), ("1", a.value(scope)),
            ]
            return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
          })
      }
    },
    // nil stops; a record may give a last signal.
    Reference("bind") { call, source in
      Flow(call.world) { out in
        let f = call.asked("f")
        var running = 1
        var askings = 0
        func oneEnded() {
          running -= 1
          if running == 0 { out.complete() }
        }
        func inner(_ flow: Flow) {
          running += 1
          out.follow(flow) { heard in
            switch heard {
            case .value(let value): out.send(value)
            case .end(.failed(let failure)): out.fail(failure)
            case .end(.completed): oneEnded()
            }
          }
        }
        out.follow(source) { number, heard in
          func stop() {
            out.release(number)
            oneEnded()
          }
          switch heard {
          case .end(.failed(let failure)): out.fail(failure)
          case .end(.completed): oneEnded()
          case .value(let value):
            askings += 1
            switch try f?(value, askings - 1) ?? .null {
            case .null: stop()
            case .record(let record):
              if let flow = record["signal"]?.flow(in: call.world) { inner(flow) }
              if record["stop"] == .bool(true) { stop() }
            case let made:
              guard let flow = made.flow(in: call.world) else { throw Failure.type("") }
              inner(flow)
            }
          }
        }
      }
    }.with { $0.arguments["f"] = { draw in .asked(draw.binding()) } },
    Reference("zipAll") { call, source in
      gathered(source, in: call.world) { zipped($0, waits: false) { .of($0) } }
    }.with { $0.feed = .signals },
    Reference("combineLatestAll") { call, source in
      gathered(source, in: call.world) { all in
        .told(by: all, in: call.world) { log in
          var lists: [Value] = []
          for count in log.indices where log[count].value != nil {
            let latest = all.indices.compactMap { log[...count].values(of: $0).last }
            if latest.count == all.count { lists.append(.of(latest)) }
          }
          return Outcome(lists, log.failure ?? (log.ended == all.count ? .completed : nil))
        }
      }
    }.with { $0.feed = .signals },
  ]

  /// At most `limit` at once (nil: any number), the values of the others wait in order.
  static func merged(
    _ source: Flow, limit: Int?, noting: @escaping (Value) -> Void = { _ in },
    _ make: @escaping (Value, Int) throws -> Flow?
  ) -> Flow {
    Flow(source.world) { out in
      var waiting: [Value] = []
      var running = 0
      var askings = 0
      var hasEnded = false
      func next() throws {
        while !waiting.isEmpty, !out.isOver, running < limit ?? Int.max {
          askings += 1
          guard let flow = try make(waiting.removeFirst(), askings - 1) else { continue }
          running += 1
          out.follow(flow) { heard in
            switch heard {
            case .value(let value):
              noting(value)
              out.send(value)
            case .end(.failed(let failure)): out.fail(failure)
            case .end(.completed):
              running -= 1
              try next()
            }
          }
        }
        if hasEnded, running == 0, waiting.isEmpty { out.complete() }
      }
      out.follow(source) { heard in
        switch heard {
        case .value(let value): waiting.append(value)
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed): hasEnded = true
        }
        try next()
      }
    }
  }

  /// What comes while one runs is left out, unasked.
  static func exhausted(_ source: Flow, _ make: @escaping (Value, Int) throws -> Flow?) -> Flow {
    Flow(source.world) { out in
      var isRunning = false
      var askings = 0
      var hasEnded = false
      out.follow(source) { heard in
        switch heard {
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed):
          hasEnded = true
          if !isRunning { out.complete() }
        case .value(let value):
          if isRunning { return }
          askings += 1
          guard let flow = try make(value, askings - 1) else { return }
          isRunning = true
          out.follow(flow) { heard in
            switch heard {
            case .value(let value): out.send(value)
            case .end(.failed(let failure)): out.fail(failure)
            case .end(.completed):
              isRunning = false
              if hasEnded { out.complete() }
            }
          }
        }
      }
    }
  }

  static func switched(
    _ call: Call, _ source: Flow, noting: @escaping (Value) -> Void = { _ in },
    _ make: @escaping (Value, Int) throws -> Flow?
  ) -> Flow {
    Flow(call.world) { out in
      var current: Tap?
      var newest = 0
      var isRunning = false
      var hasEnded = false
      out.follow(source) { heard in
        switch heard {
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed):
          hasEnded = true
          if !isRunning { out.complete() }
        case .value(let value):
          newest += 1
          let mine = newest
          if call.word("order") == "oldFirst" { out.release(current) }
          let old = current
          let flow = try make(value, mine - 1)
          isRunning = flow != nil
          if let flow {
            let tap = out.follow(flow) { heard in
              switch heard {
              case .value(let value):
                noting(value)
                out.send(value)
              case .end(.failed(let failure)): out.fail(failure)
              case .end(.completed):
                if mine != newest { return }
                isRunning = false
                if hasEnded { out.complete() }
              }
            }
            if mine == newest { current = tap } else { out.release(tap) }
          }
          out.release(old)
        }
      }
    }
  }

  /// All the signals that are sent, combined when no more can come.
  private static func gathered(
    _ source: Flow, in world: World, _ combine: @escaping ([Flow]) -> Flow
  ) -> Flow {
    Flow(world) { out in
      var all: [Flow] = []
      out.follow(source) { heard in
        switch heard {
        case .value(let value):
          if let flow = try value.inner(world) { all.append(flow) }
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed): if all.isEmpty { out.complete() } else { out.pass(combine(all)) }
        }
      }
    }
  }
}

extension Call {
  /// How many may run at once; nil for any number, which 0 means unless it is to mean none.
  fileprivate func limit(_ name: String) -> Int? {
    let limit = count(name)
    return limit == 0 && word("zero") != "none" ? nil : limit
  }
}

extension Value {
  /// The signal that is sent; nil is none, what is no signal is a mistake.
  fileprivate func inner(_ world: World) throws -> Flow? {
    if case .null = self { return nil }
    guard let flow = flow(in: world) else { throw Failure.type("") }
    return flow
  }

  /// As it is looked up among the names of cases.
  fileprivate var key: String { if case .text(let text) = self { text.string } else { phrase } }
}

extension Draw {
  /// A signal that in time comes to an end, whatever is made of what it sends.
  fileprivate mutating func shrinkingSignal() -> Question {
    let p = inner("p")
    let end = random.pick(["empty", "nil", "fail(\"why\")"])
    func signal(_ text: String, _ flow: @escaping @Sendable (Scope) -> Value) -> Question {
      Question("if index < 4 then \(text) else \(end)") { asked, scope in
        if asked.index < 4 { return flow(scope) }
        switch end {
        case "nil": return .null
        case "empty": return Flow.of([], in: scope.world).value
        default: return Flow.failing(.from(.string("why")), in: scope.world).value
        }
      }
    }
    return random.pick([
      signal(p.text, p.value),
      signal("just(7, 8)") { Flow.of([.int(7), .int(8)], in: $0.world).value },
      signal("(timer 20ms)") { .timer(2 * SourceCase.column, $0) },
    ])
  }

  /// What `bind` may answer.
  fileprivate mutating func binding() -> Question {
    let p = inner("p")
    let plain = signal(.event)
    return random.pick([
      plain,
      Question("if index == 2 then nil else \(p.text)") { $0.index == 2 ? .null : p.value($1) },
      Question("{signal: \(p.text), stop: index == 1}") { asked, scope in
        let pairs: [(Text, Value)] = [
          ("signal", p.value(scope)), ("stop", .bool(asked.index == 1)),
        ]
        return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
      },
    ])
  }
}
