@testable import RxpEngine

/// One signal governs what passes of another.
extension Reference {
  static let cutting: [Reference] = [
    // The trigger first; its first value or its completion completes, its error is ignored.
    Reference("takeUntil") { call, source in
      .told(by: [call.flow("trigger"), source].compactMap { $0 }, in: call.world) { log in
        for (at, entry) in log.enumerated() where entry.input == 0 {
          let passed = log[..<at].values(of: 1)
          if entry.value != nil { return Outcome(passed, .completed) }
          if entry.isCompletion, call.word("onEnd") != "ignore" {
            return Outcome(passed, .completed)
          }
          if entry.failure != nil, call.word("onError") == "fail" {
            return Outcome(passed, entry.end)
          }
        }
        return Outcome(log.values(of: 1), log.end(of: 1))
      }
    },
    // Any event of the replacement lets go of the source; the source's completion is held back.
    Reference("takeUntilReplacement") { call, source in
      .told(by: [call.flow("replacement"), source].compactMap { $0 }, in: call.world) { log in
        guard let first = log.firstIndex(where: { $0.input == 0 }) else {
          let end = log.end(of: 1)
          return Outcome(log.values(of: 1), end?.isCompletion == true ? nil : end)
        }
        return Outcome(
          log[..<first].values(of: 1) + log.values(of: 0), log.end(of: 0), released: [1])
      }
    },
    Reference("skipUntil") { call, source in
      .told(by: [call.flow("trigger"), source].compactMap { $0 }, in: call.world) { log in
        let opening = log.firstIndex { entry in
          entry.input == 0
            && (entry.value != nil || (entry.isCompletion && call.word("onEnd") == "start"))
        }
        let passed = opening.map { log[$0...].values(of: 1) } ?? []
        let isOpen = opening != nil
        let released: Set<Int> = isOpen ? [0] : []
        let own = log.end(of: 1)
        if let trigger = log.end(of: 0), !isOpen {
          if trigger.isCompletion, call.word("onEnd") == "complete" { return Outcome([], trigger) }
          if !trigger.isCompletion, call.word("onError") != "ignore" { return Outcome([], trigger) }
        }
        // Decided when it completes: a later opening changes nothing.
        let ending = log.firstIndex { $0.input == 1 && $0.end != nil } ?? log.count
        let wasOpen = opening.map { $0 < ending } ?? false
        if own?.isCompletion == true, !wasOpen, call.word("untriggered") == "wait" {
          return Outcome([], released: released)
        }
        return Outcome(passed, own, released: released)
      }
    },
    // At each tick the latest value, again if it `repeats`.
    Reference("sample") { call, source in
      .told(by: [source, call.flow("sampler")].compactMap { $0 }, in: call.world) { log in
        // Where ticks tell of the end, the sampler's completion is one.
        call.sampled(log, repeats: call.flag("repeats") ?? true) {
          $0.input == 1 && ($0.value != nil || ($0.isCompletion && call.word("ends") == "tick"))
        }
      }
    },
    Reference("pausable") { call, source in
      .told(by: [call.flow("running"), source].compactMap { $0 }, in: call.world) { log in
        var runs = call.word("start") == "running"
        var sent: [Value] = []
        var held: [Value] = []
        for entry in log {
          switch (entry.input, entry.value) {
          case (0, let flag?):
            runs = try flag.isYes()
            if runs {
              sent += held
              held = []
            }
          case (1, let value?):
            if runs {
              sent.append(value)
            } else if call.word("holds") == "all" {
              held.append(value)
            }
          default: break
          }
        }
        let end = log.failure ?? log.end(of: 1)
        if end?.isCompletion == true, call.word("onEnd") != "drop" { sent += held }
        return Outcome(sent, end)
      }
    }.with { $0.feeds["running"] = .flags },
    Reference("bufferOn") { call, source in
      .told(by: [source, call.flow("cuts")].compactMap { $0 }, in: call.world) { log in
        var lists: [[Value]] = [[]]
        for entry in log {
          guard let value = entry.value else { continue }
          if entry.input == 0 { lists[lists.count - 1].append(value) } else { lists.append([]) }
        }
        let end = log.failure ?? log.end(of: 0)
        let rest = lists.removeLast()
        if end?.isCompletion == true, call.word("onEnd") != "drop" { lists.append(rest) }
        let kept = call.flag("empty") == false ? lists.filter { !$0.isEmpty } : lists
        return Outcome(kept.map { .of($0) }, end)
      }
    },
  ]
}

extension Call {
  /// What is sent where a value is asked for at ticks, and how that ends.
  func sampled(_ log: [Entry], repeats: Bool, _ isTick: (Entry) -> Bool) -> Outcome {
    var latest: Value?
    var isNew = false
    var sent: [Value] = []
    for entry in log {
      if entry.input == 0, let value = entry.value {
        latest = value
        isNew = true
      }
      if isTick(entry), let latest, repeats || isNew {
        sent.append(word("sends") == "pair" ? .of([latest, entry.value ?? .null]) : latest)
        isNew = false
      }
    }
    return Outcome(sent, log.failure ?? sampleEnd(log, isTick))
  }

  private func sampleEnd(_ log: [Entry], _ isTick: (Entry) -> Bool) -> End? {
    let source = log.firstIndex { $0.input == 0 && $0.end != nil }
    let sampler = log.firstIndex { $0.input == 1 && $0.end != nil }
    switch word("ends") ?? (definition.name == "sampleTime" ? "source" : "either") {
    case "source": return source == nil ? nil : .completed
    case "both": return source != nil && sampler != nil ? .completed : nil
    case "tick":
      guard let source else { return nil }
      return log[source...].contains { isTick($0) } ? .completed : nil
    default: return source ?? sampler == nil ? nil : .completed
    }
  }
}
