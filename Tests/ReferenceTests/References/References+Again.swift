@testable import RxpEngine

/// Subscribing again when a signal says so, comparing signals, sources that are made of arguments.
extension Reference {
  static let again: [Reference] = [
    // An attempt more for each event of the signal that is made of the errors.
    Reference("retryWhen") { call, source in cued(call, source) { $0.failure } }
      .with { $0.arguments["f"] = { draw in .asked(draw.cue()) } },
    Reference("repeatWhen") { call, source in cued(call, source, outlivesCue: true) { _ in nil } }
      .with { $0.arguments["f"] = { draw in .asked(draw.cue()) } },
    Reference("onErrorResumeNext") { call, source in
      resumed(call.flows("signals", after: call.source(source)), in: call.world)
    },
    // Decided by the first pair that differs, by an event that comes after the other's last one, or
    // when both have ended.
    Reference("sequenceEqual") { call, source in
      .told(by: [source, call.flow("other")].compactMap { $0 }, in: call.world) { log in
        var seen: [[Value]] = [[], []]
        var hasEnded = [false, false]
        var pairs = 0
        for entry in log {
          let (mine, other) = (entry.input, 1 - entry.input)
          switch entry.what {
          case .value(let value):
            seen[mine].append(value)
            if seen[other].count > pairs {
              let (a, b) = (seen[0][pairs], seen[1][pairs])
              if try !(call.asked("same")?.says(b, acc: a, pairs) ?? (a == b)) {
                return Outcome([.bool(false)], .completed)
              }
              pairs += 1
            } else if hasEnded[other] {
              return Outcome([.bool(false)], .completed)
            }
          case .end(.failed(let failure)): return Outcome([], .failed(failure))
          case .end(.completed):
            hasEnded[mine] = true
            if hasEnded[other] {
              let isLonger = seen[mine].count > seen[other].count
              let areEqual = seen[0].count == seen[1].count
              let ignores = call.word("surplus") == "ignore"
              return Outcome([.bool(areEqual || ignores && isLonger)], .completed)
            }
          case .woke: break
          }
        }
        return Outcome()
      }
    },
    Reference("allTrue") { call, source in judged(call, source) { $0.allSatisfy { $0 } } }
      .with {
        $0.feed = .flags
        $0.feeds["signals"] = .flags
      },
    Reference("anyTrue") { call, source in judged(call, source) { $0.contains(true) } }
      .with {
        $0.feed = .flags
        $0.feeds["signals"] = .flags
      },
    // The first since the subscription.
    Reference("timeInterval") { call, source in
      Flow(call.world) { out in
        var before = call.world.now
        out.follow(source) { heard in
          guard let value = heard.value else { return out.end(heard.end ?? .completed) }
          let interval = seconds(call.world.now - before)
          before = call.world.now
          out.send(
            call.word("sends") == "interval"
              ? interval
              : .record(try Record(pairs: [("value", value), ("interval", interval)])))
        }
      }
    },
    Reference("timestamp") { call, source in
      Flow(call.world) { out in
        out.follow(source) { heard in
          guard let value = heard.value else { return out.end(heard.end ?? .completed) }
          let time = seconds(call.world.now)
          out.send(.record(try Record(pairs: [("value", value), ("timestamp", time)])))
        }
      }
    },
    Reference.listed("pluck") { call, values in
      values.map { value in
        call.values("path").reduce(value) { part, key in
          switch (part, key) {
          case (.list(let list), .int(let place)): return list.items.member(place)
          case (.text(let text), .int(let place)):
            return text.string.map { .string(String($0)) }.member(place)
          case (.record(let record), .text(let name)): return record[name] ?? .null
          default: return .null
          }
        }
      }
    }.with {
      $0.feed = .lists
      $0.arguments["path"] = { draw in
        .values(
          draw.random.pick([
            [.number(0)], [.number(1)], [.number(-1)], [.text("m")], [.number(0), .nil],
          ]
          ))
      }
    },
    // The first of the signals to do anything is followed alone.
    Reference("raceAll") { call, source in
      Flow(call.world) { out in
        var runners: [Int: Tap] = [:]
        var winner: Int?
        var count = 0
        var hasEnded = false
        var isRunning = false
        out.follow(source) { heard in
          switch heard {
          case .end(.failed(let failure)): out.fail(failure)
          case .end(.completed):
            hasEnded = true
            if !isRunning { out.complete() }
          case .value(.null): break
          case .value(let value):
            if winner != nil { return }
            guard let flow = value.flow(in: call.world) else { throw Failure.type("") }
            count += 1
            let mine = count
            isRunning = true
            let tap = out.follow(flow) { heard in
              if winner == nil {
                winner = mine
                for (number, runner) in runners.sorted(by: { $0.key < $1.key }) where number != mine
                {
                  out.release(runner)
                }
              }
              if winner != mine { return }
              switch heard {
              case .value(let value): out.send(value)
              case .end(.failed(let failure)): out.fail(failure)
              case .end(.completed):
                isRunning = false
                if hasEnded { out.complete() }
              }
            }
            runners[mine] = tap
          }
        }
      }
    }.with { $0.feed = .signals },
    // Decided at the subscription.
    Reference("iif") { call, _ in
      Flow(call.world) { out in
        let chosen = try call.asked("condition")?.says(.null, 0) == true ? "then" : "else"
        if let flow = call.flow(chosen) { out.pass(flow) } else { out.complete() }
      }
    }.with {
      $0.arguments["condition"] = { draw in
        .asked(
          draw.random.pick([
            Question("index == 0") { asked, _ in .bool(asked.index == 0) }, Question(.nil),
            Question("false") { _, _ in .bool(false) },
            Question("raise(\"why\")") { _, _ in throw Failure.from(.string("why")) },
          ]))
      }
    },
    // What is released cannot be seen in the events.
    Reference("using") { call, _ in
      Flow(call.world) { out in
        let made = try call.asked("resource")?(.null, 0) ?? .null
        if let flow = try call.asked("f")?.flow(made, 0) { out.pass(flow) } else { out.complete() }
      }
    }.with {
      $0.arguments["f"] = { draw in
        let p = draw.inner("p")
        return .asked(
          draw.random.pick([
            Question("just(it, 7)") { asked, scope in
              Flow.of([asked.it, .int(7)], in: scope.world).value
            }, Question(p), Question(.nil),
          ]))
      }
      $0.arguments["release"] = { _ in .asked(.it) }
    },
    // Nothing comes after an end; without one it stays open.
    Reference("create") { call, _ in
      Flow(call.world) { out in
        guard case .list(let list)? = try call.asked("events")?(.null, 0) else { return }
        for item in list.items {
          guard case .event(let event) = item else {
            out.send(item)
            continue
          }
          switch event.content {
          case .next(let value): out.send(value)
          case .error(let failure): out.fail(failure)
          case .completed: out.complete()
          }
        }
      }
    }.with {
      $0.arguments["events"] = { draw in
        let one = draw.random.pick(["completed", "failed(\"why\")", "2"])
        return .asked(
          Question("[next(1), 2, \(one), nil]") { _, _ in
            let events: [String: Value] = [
              "completed": .event(of: .completed), "2": .int(2),
              "failed(\"why\")": .event(of: .error(.from(.string("why")))),
            ]
            return .of([.event(of: .next(.int(1))), .int(2), events[one] ?? .null, .null])
          })
      }
      $0.arguments["cleanUp"] = { _ in .asked(Question(.nil)) }
    },
  ]

  /// A whole number where it is one.
  private static func seconds(_ time: Int) -> Value {
    time % 1_000_000_000 == 0 ? .int(time / 1_000_000_000) : .double(Double(time) / 1e9)
  }

  /// Each from the end of the one before, be it an error.
  private static func resumed(_ flows: [Flow], in world: World) -> Flow {
    guard let first = flows.first else { return .of([], in: world) }
    return Flow(world) { out in
      out.follow(first) { heard in
        if let value = heard.value { return out.send(value) }
        out.pass(resumed(Array(flows.dropFirst()), in: world))
      }
    }
  }

  /// Yes or no for the latest values of all, at each once all have sent.
  private static func judged(
    _ call: Call, _ source: Flow, _ judge: @escaping ([Bool]) -> Bool
  ) -> Flow {
    let all = call.flows("signals", after: call.source(source))
    return .told(by: all, in: call.world) { log in
      var sent: [Value] = []
      for count in log.indices where log[count].value != nil {
        let latest = all.indices.compactMap { log[...count].values(of: $0).last }
        if latest.count == all.count {
          sent.append(.bool(judge(try latest.map { try $0.isYes() })))
        }
      }
      return Outcome(sent, log.failure ?? (log.ended == all.count ? .completed : nil))
    }
  }

  /// `told`: what the signal is told of an end; nil where that is a completion to be told as nil, or
  /// ends the result. `outlivesCue`: completions are told, and the source may still end after the cue.
  private static func cued(
    _ call: Call, _ source: Flow, outlivesCue: Bool = false,
    _ told: @escaping (End) -> Failure?
  ) -> Flow {
    Flow(call.world) { out in
      var hub: Hub?
      var running = 0
      var hasEnded = false
      var cueHasEnded = false
      var isBeginning = false
      var isWanted = false
      var rounds = 0
      var instant = -1
      // Begins; where it is being begun, once more after that, after many rounds in a later step.
      func again() {
        if isBeginning {
          isWanted = true
          return
        }
        isBeginning = true
        defer { (isBeginning, isWanted) = (false, false) }
        repeat {
          isWanted = false
          if instant != call.world.now { (instant, rounds) = (call.world.now, 0) }
          rounds += 1
          run()
          if isWanted, rounds > Limits.turnRows { return out.after(0, again) }
        } while isWanted && !out.isOver
      }
      func run() {
        running += 1
        hasEnded = false
        out.follow(source) { heard in
          switch heard {
          case .value(let value): out.send(value)
          case .end(let end):
            let failure = told(end)
            if failure == nil, !outlivesCue || !end.isCompletion { return out.end(end) }
            running -= 1
            hasEnded = true
            if cueHasEnded { return out.complete() }
            try tell(failure.map { .failure($0) } ?? .null)
          }
        }
      }
      func tell(_ value: Value) throws {
        if hub == nil {
          let made = Hub(call.world)
          hub = made
          guard let cue = try call.asked("f")?.flow(made.flow.value, 0) else {
            return out.complete()
          }
          out.follow(cue, hear)
        }
        hub?.tell(.value(value))
      }
      func hear(_ heard: Heard) throws {
        switch heard {
        case .value:
          if call.word("early") == "ignore", running > 0 || isWanted { return }
          again()
        case .end(.completed) where outlivesCue:
          cueHasEnded = true
          if hasEnded { out.complete() }
        case .end(let end): out.end(end)
        }
      }
      again()
    }
  }
}

extension [Value] {
  /// From the end where the place is negative.
  fileprivate func member(_ place: Int) -> Value {
    let at = place < 0 ? count + place : place
    return indices.contains(at) ? self[at] : .null
  }
}

extension Draw {
  /// What is made of a signal of ends. It takes its time, or comes to an end itself.
  fileprivate mutating func cue() -> Question {
    let p = slow("p")
    return random.pick([
      Question("it | take 2") { asked, scope in
        guard let ends = asked.it.flow(in: scope.world) else { return .null }
        return ends.told { values, end in
          Outcome(Array(values.prefix(2)), values.count >= 2 ? .completed : end)
        }.value
      },
      Question("it | delay 20ms | take 3") { asked, scope in
        guard let ends = asked.it.flow(in: scope.world) else { return .null }
        return Flow(scope.world) { out in
          var left = 3
          out.follow(ends) { heard in
            if heard.value == nil { return }
            out.after(20 * Time.millisecond) {
              left -= 1
              if left == 0 { out.releaseAll() }
              out.send(.null)
              if left == 0 { out.complete() }
            }
          }
        }.value
      },
      Question(p), Question(.nil),
      Question("raise(\"why\")") { _, _ in throw Failure.from(.string("why")) },
    ])
  }
}
