@testable import RxpEngine

/// Values that wait. Number n in `woke` is the time that the n-th entry of the log asked for.
extension Reference {
  static let timing: [Reference] = [
    // A value is sent when nothing newer has come for so long.
    Reference("throttle") { call, source in
      .told(by: [source], in: call.world) { log in
        var outcome = Outcome()
        var waiting: (number: Int, value: Value)?
        var askings = 0
        var isLast = false
        for (number, entry) in log.enumerated() {
          switch entry.what {
          case .value(let value):
            let waits = try call.asked("when")?.says(value, askings) ?? true
            askings += 1
            waiting = waits ? (number, value) : nil
            if waits {
              outcome.wakes.append((number, Time.sum(entry.instant, call.duration("quiet") ?? 0)))
            } else {
              outcome.values.append(value)
            }
          case .woke(let number):
            if let held = waiting, held.number == number {
              outcome.values.append(held.value)
              waiting = nil
              if isLast { outcome.end = .completed }
            }
          case .end(let end):
            if end.isCompletion, let held = waiting {
              // Where it may wait its time, that is the end.
              isLast = call.word("onEnd") == "wait"
              if isLast { continue }
              if call.word("onEnd") != "drop" { outcome.values.append(held.value) }
            }
            outcome.end = end
          }
        }
        return outcome
      }
    },
    Reference("delay") { call, source in
      .told(by: [source], in: call.world) { log in
        call.delayed(
          log, by: call.duration("time") ?? 0, shiftsEnd: call.word("onEnd") != "wait",
          shiftsErrors: call.word("onError") == "shift")
      }
    },
    Reference("deliverOn") { call, source in
      let here = call.word("here") == "atOnce" && call.word("scheduler") != "background"
      if here || call.word("scheduler") == "immediate" {
        return Flow(call.world) { out in out.pass(source) }
      }
      return .told(by: [source], in: call.world) { log in
        call.delayed(log, by: 0, shiftsEnd: true, shiftsErrors: true)
      }
    },
    Reference("subscribeOn") { call, source in
      if call.isImmediate(else: false) { return source }
      return Flow(call.world) { out in
        if call.word("scheduler") == "immediate" { return out.pass(source) }
        out.after(0) { out.pass(source) }
      }
    },
    Reference("delaySubscription") { call, source in
      Flow(call.world) { out in out.after(call.duration("time") ?? 0) { out.pass(source) } }
    },
    // After a value the newest at the end of the wait; the completion waits too.
    Reference("auditTime") { call, source in
      .told(by: [source], in: call.world) { log in
        var outcome = Outcome()
        var newest: Value?
        var isWaiting = false
        var end: End?
        for (number, entry) in log.enumerated() {
          switch entry.what {
          case .value(let value):
            newest = value
            if !isWaiting {
              outcome.wakes.append((number, Time.sum(entry.instant, call.duration("time") ?? 0)))
            }
            isWaiting = true
          case .woke:
            isWaiting = false
            outcome.values += newest.map { [$0] } ?? []
          case .end(let last): end = last
          }
        }
        if end?.failure != nil || !isWaiting { outcome.end = end }
        return outcome
      }
    },
    Reference("sampleTime") { call, source in
      Flow(call.world) { out in
        let ticks = ticking(every: call.duration("period") ?? 0, in: call.world)
        out.pass(
          .told(by: [source, ticks], in: call.world) { log in
            call.sampled(log, repeats: call.flag("repeats") ?? false) {
              $0.input == 1 && $0.value != nil
            }
          })
      }
    }.with {
      $0.arguments["period"] = { draw in
        .duration(draw.random.pick([10, 20, 30, 15]) * Time.millisecond)
      }
    },
    Reference("throttleFirst") { call, source in rated(call, source, edges: "leading") },
    Reference("throttleLatest") { call, source in rated(call, source, edges: "both") },
    Reference("throttleWith") { call, source in rated(call, source, edges: "leading") },
    Reference("timeout") { call, source in
      Flow(call.world) { out in
        let bound = call.duration("after")
        let boundsGaps = call.word("bounds") == "gaps"
        let gap = call.duration("each") ?? (boundsGaps ? bound : nil)
        let first = call.duration("first") ?? gap
        if first == nil, bound == nil || boundsGaps { throw Failure.type("") }
        var heard = 0
        var input: Tap?
        func giveUp() {
          out.release(input)
          if let instead = call.flow("instead") {
            heard = -1
            out.pass(instead)
          } else if call.word("onTimeout") == "complete" {
            out.complete()
          } else {
            out.fail(Failure(kind: "timeout", ""))
          }
        }
        func wait(_ time: Int) {
          let mine = heard
          out.after(time) { if heard == mine { giveUp() } }
        }
        // The whole life is measured from before the subscription, gaps from after it.
        if let bound, !boundsGaps { out.after(bound) { if heard >= 0 { giveUp() } } }
        input = out.follow(source) { what in
          if heard < 0 { return }
          heard += 1
          switch what {
          case .value(let value):
            out.send(value)
            if let gap { wait(gap) }
          case .end(let end): out.end(end)
          }
        }
        if let first, heard == 0 { wait(first) }
      }
    },
    // Each value is sent when the signal made of it sends; one that ends without a value drops it.
    Reference("delayWhen") { call, source in
      Flow(call.world) { out in
        let until = call.asked("until")
        var waiting = 0
        var askings = 0
        var hasEnded = false
        func settle() { if hasEnded, waiting == 0 { out.complete() } }
        func begin() {
          out.follow(source) { heard in
            switch heard {
            case .end(.failed(let failure)): out.fail(failure)
            case .end(.completed):
              hasEnded = true
              settle()
            case .value(let value):
              askings += 1
              guard let cue = try until?.flow(value, askings - 1) else { return }
              waiting += 1
              out.follow(cue) { number, heard in
                switch heard {
                case .end(.failed(let failure)): out.fail(failure)
                case .end(.completed):
                  waiting -= 1
                  settle()
                case .value:
                  waiting -= 1
                  out.send(value)
                  // As with `take 1`: let go of once the value has been sent.
                  out.release(number)
                  settle()
                }
              }
            }
          }
        }
        guard let start = call.flow("start") else { return begin() }
        out.follow(start) { number, heard in
          if let failure = heard.end?.failure { return out.fail(failure) }
          out.release(number)
          begin()
        }
      }
    },
    Reference("debounceWith") { call, source in
      Flow(call.world) { out in
        let until = call.asked("until")
        var waiting: Value?
        var cue: Tap?
        var askings = 0
        out.follow(source) { heard in
          switch heard {
          case .end(let end):
            if end.isCompletion, let value = waiting {
              out.releaseAll()
              out.send(value)
            }
            out.end(end)
          case .value(let value):
            out.release(cue)
            waiting = value
            askings += 1
            guard let signal = try until?.flow(value, askings - 1) else { return }
            cue = out.follow(signal) { number, heard in
              switch heard {
              case .end(.failed(let failure)): out.fail(failure)
              case .end(.completed): break
              case .value:
                out.release(number)
                waiting = nil
                out.send(value)
              }
            }
          }
        }
      }
    },
    Reference("audit") { call, source in
      Flow(call.world) { out in
        let until = call.asked("until")
        var newest: Value?
        var isWaiting = false
        var askings = 0
        var hasEnded = false
        func over(sends: Bool) {
          isWaiting = false
          if sends, let value = newest { out.send(value) }
          if hasEnded { out.complete() }
        }
        out.follow(source) { heard in
          switch heard {
          case .end(.failed(let failure)): out.fail(failure)
          case .end(.completed):
            hasEnded = true
            if !isWaiting { out.complete() }
          case .value(let value):
            newest = value
            if isWaiting { return }
            askings += 1
            guard let signal = try until?.flow(value, askings - 1) else { return }
            isWaiting = true
            out.follow(signal) { number, heard in
              switch heard {
              case .end(.failed(let failure)): out.fail(failure)
              case .end(.completed): over(sends: false)
              case .value:
                out.release(number)
                over(sends: true)
              }
            }
          }
        }
      }
    },
  ]

  /// 0, 1, 2, … after each period.
  static func ticking(every period: Int, in world: World) -> Flow {
    Flow(world) { out in
      func tick(_ n: Int) {
        out.after(period) {
          out.send(.int(n))
          tick(n + 1)
        }
      }
      tick(0)
    }
  }

  /// A value that finds no window open opens one. At its end one of those inside may be sent, which
  /// opens the next.
  static func rated(_ call: Call, _ source: Flow, edges fallback: String) -> Flow {
    let edges = call.word("edges") ?? fallback
    return Flow(call.world) { out in
      var isOpen = false
      var inside: Value?
      var last: End?
      var askings = 0
      func close(sends: Bool = true) {
        isOpen = false
        let value = inside
        inside = nil
        if sends, let value { if last != nil { out.send(value) } else { pass(value) } }
        if let last { out.end(last) }
      }
      // A window of a time is open before the value is sent, one of a signal after it.
      func pass(_ value: Value) {
        if call.has("window") { open(value) }
        out.send(value)
        if !call.has("window"), !out.isOver { open(value) }
      }
      func open(_ value: Value) {
        if let window = call.duration("window") {
          isOpen = true
          out.after(window) { close() }
          return
        }
        askings += 1
        do {
          guard let signal = try call.asked("until")?.flow(value, askings - 1) else {
            // As with one that ends at once: the window is over, and what was for its end is lost.
            inside = nil
            return
          }
          isOpen = true
          out.follow(signal) { number, heard in
            if let failure = heard.end?.failure { return out.fail(failure) }
            out.release(number)
            close(sends: heard.end == nil)
          }
        } catch { out.fail(error) }
      }
      out.follow(source) { heard in
        switch heard {
        case .end(.failed(let failure)):
          last = .failed(failure)
          if call.word("onError") != "wait" || !isOpen || inside == nil { out.fail(failure) }
        case .end(.completed):
          last = .completed
          switch call.word("onEnd") ?? "wait" {
          case "wait": if !isOpen || inside == nil { out.complete() }
          case "send":
            out.releaseAll()
            if let value = inside { out.send(value) }
            out.complete()
          default: out.complete()
          }
        case .value(let value):
          if isOpen {
            if edges != "leading", !(call.word("keep") == "first" && inside != nil) {
              inside = value
            }
          } else if edges == "trailing" {
            inside = value
            open(value)
          } else {
            pass(value)
          }
        }
      }
    }
  }
}

extension Call {
  fileprivate func delayed(
    _ log: [Entry], by time: Int, shiftsEnd: Bool, shiftsErrors: Bool
  ) -> Outcome {
    var outcome = Outcome()
    var sent = 0
    for (number, entry) in log.enumerated() {
      switch entry.what {
      case .woke(let number):
        switch log[number].what {
        case .value(let value):
          outcome.values.append(value)
          sent += 1
        case .end(let end): outcome.end = end
        case .woke: break
        }
      case .end(.failed(let failure)) where !shiftsErrors: outcome.end = .failed(failure)
      case .end(.completed) where !shiftsEnd: break
      default: outcome.wakes.append((number, Time.sum(entry.instant, time)))
      }
    }
    if !shiftsEnd, let end = log.end(of: 0), end.isCompletion, sent == log.values(of: 0).count {
      outcome.end = end
    }
    return outcome
  }
}
