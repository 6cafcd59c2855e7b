@testable import RxpEngine

/// One value of many.
extension Reference {
  static let collecting: [Reference] = [
    // The start is not sent; without one the first value is it, and is sent.
    .listed("scan") { call, values in try call.running(values) },
    .told("reduce") { call, values, end in
      let running = try call.running(values)
      let last = running.last ?? call.value("start")
      guard let end, end.isCompletion else { return Outcome([], end) }
      return Outcome(last.map { [$0] } ?? [], end)
    },
    .told("collect") { call, values, end in
      if end?.failure != nil, call.word("onError") == "nil" { return Outcome([.null], .completed) }
      return .atCompletion(end) { .of(values) }
    },
    .told("count") { call, values, end in
      let counted = try values.enumerated().filter { try call.asked("test")?.says($1, $0) ?? true }
      return .atCompletion(end) { .int(counted.count) }
    },
    // Decided by the first that passes; an error is as good as a no.
    .told("any") { call, values, end in
      let found = try values.enumerated().contains { try call.asked("test")?.says($1, $0) ?? true }
      return call.verdict(found ? true : end == nil ? nil : false, end)
    },
    .told("all") { call, values, end in
      let failing = try values.enumerated().contains {
        try call.asked("test")?.says($1, $0) == false
      }
      return call.verdict(failing ? false : end.map(\.isCompletion), end)
    },
    .told("isEmpty") { _, values, end in
      values.isEmpty ? .atCompletion(end) { .bool(true) } : Outcome([.bool(false)], .completed)
    },
    Reference.told("sum") { call, values, end in
      let numbers = try call.numbers(values)
      return .atCompletion(end) { numbers.reduce(.int(0)) { $0.plus($1) } }
    }.with { $0.feed = .numbers },
    Reference.told("average") { call, values, end in
      let numbers = try call.numbers(values)
      return .atCompletion(end) {
        let sum = numbers.compactMap(\.number).reduce(0, +)
        return numbers.isEmpty ? .null : .double(sum / Double(numbers.count))
      }
    }.with { $0.feed = .numbers },
    Reference.told("min") { call, values, end in try call.extreme(values, end) { $0 < 0 } }
      .with {
        $0.feed = .ordered
        $0.arguments["by"] = { draw in .asked(draw.question(.event, .number)) }
      },
    Reference.told("max") { call, values, end in try call.extreme(values, end) { $0 > 0 } }
      .with {
        $0.feed = .ordered
        $0.arguments["by"] = { draw in .asked(draw.question(.event, .number)) }
      },
    // A list starts at every step-th value; what is left is sent at the end.
    .told("buffer") { call, values, end in
      let n = call.count("n") ?? 0
      let step = call.count("step") ?? n
      guard n > 0, step > 0 else { throw Failure.type("") }
      let starts = values.indices.filter { $0 % step == 0 }
      let full = starts.filter { values.count - $0 >= n }.map { Array(values[$0..<$0 + n]) }
      let rest = starts.filter { values.count - $0 < n }.map { Array(values[$0...]) }
      let sendsRest = end?.isCompletion == true && call.word("onEnd") != "drop"
      return Outcome((full + (sendsRest ? rest : [])).map { .of($0) }, end)
    },
    // What was seen since the last flush is not sent again.
    Reference("distinct") { call, source in
      let flush = call.flow("flush")
      return .told(by: [source] + (flush.map { [$0] } ?? []), in: call.world) { log in
        var seen: [Value] = []
        var passed: [Value] = []
        var asked = 0
        for entry in log {
          guard let value = entry.value else { continue }
          if entry.input == 1 {
            seen = []
            continue
          }
          let key = try call.asked("by")?(value, asked) ?? value
          asked += 1
          if seen.contains(key) { continue }
          seen.append(key)
          passed.append(value)
        }
        return Outcome(passed, log.failure ?? log.end(of: 0))
      }
    },
  ]
}

extension Outcome {
  /// One value once the source has completed.
  static func atCompletion(_ end: End?, _ value: () -> Value) -> Outcome {
    Outcome(end?.isCompletion == true ? [value()] : [], end)
  }
}

extension Call {
  fileprivate func running(_ values: [Value]) throws -> [Value] {
    guard let f = asked("f") else { return [] }
    var running = value("start")
    var sent: [Value] = []
    // Of the event, which may be the start.
    var askings = running == nil ? 1 : 0
    for value in values {
      if let acc = running {
        running = try f(value, acc: acc, askings)
        askings += 1
      } else {
        running = value
      }
      sent += running.map { [$0] } ?? []
    }
    return sent
  }

  /// The answer where it is known; otherwise what the end says.
  fileprivate func verdict(_ answer: Bool?, _ end: End?) -> Outcome {
    if let failure = end?.failure, word("onError") == "fail" {
      return Outcome([], .failed(failure))
    }
    return answer.map { Outcome([.bool($0)], .completed) } ?? Outcome()
  }

  /// What is added up; nil is left out, what is no number is a mistake.
  fileprivate func numbers(_ values: [Value]) throws -> [Value] {
    try values.enumerated().compactMap { index, value in
      let counted = try asked("of")?(value, index) ?? value
      switch counted {
      case .null: return nil
      case .int, .double: return counted
      default: throw Failure.type("")
      }
    }
  }

  /// The event with the least or greatest key, of equal ones the later; those without a key count not.
  fileprivate func extreme(_ values: [Value], _ end: End?, wins: (Int) -> Bool) throws -> Outcome {
    var best: (event: Value, key: Value)?
    var comparisons = 0
    for (index, event) in values.enumerated() {
      let key = try asked("by")?(event, index) ?? event
      if case .null = key { continue }
      if let held = best {
        if let compare = asked("compare") {
          let answer = try compare(key, acc: held.key, comparisons)
          comparisons += 1
          guard let number = answer.number else { throw Failure.type("") }
          if wins(number < 0 ? -1 : number > 0 ? 1 : 0) { continue }
        } else if wins(try held.key.compared(to: key) ?? 0) {
          continue
        }
      }
      best = (event, key)
    }
    guard let end, end.isCompletion else { return Outcome([], end) }
    return Outcome(best.map { [$0.event] } ?? [], end)
  }
}

extension Value {
  /// -1, 0 or 1: numbers by size, strings by their characters, no before yes, lists member by member;
  /// nil has no order, and all else is a mistake.
  func compared(to other: Value) throws -> Int? {
    switch (self, other) {
    case (.null, _), (_, .null): return nil
    case (.text(let x), .text(let y)):
      return x.string == y.string
        ? 0 : x.string.unicodeScalars.lexicographicallyPrecedes(y.string.unicodeScalars) ? -1 : 1
    case (.bool(let x), .bool(let y)): return x == y ? 0 : y ? -1 : 1
    case (.list(let x), .list(let y)):
      for (a, b) in zip(x.items, y.items) {
        // Without an order between members there is none between the lists.
        guard let order = try a.compared(to: b) else { return nil }
        if order != 0 { return order }
      }
      return x.items.count < y.items.count ? -1 : x.items.count == y.items.count ? 0 : 1
    default:
      guard let x = number, let y = other.number else { throw Failure.type("") }
      return x < y ? -1 : x > y ? 1 : 0
    }
  }
}
