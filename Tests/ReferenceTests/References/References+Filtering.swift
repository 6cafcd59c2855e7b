@testable import RxpEngine

/// Some values pass, by themselves or by their places.
extension Reference {
  static let filtering: [Reference] = [
    .listed("filter") { call, values in
      try values.enumerated().filter { try call.asked("test")?.says($1, $0) ?? true }.map(\.element)
    },
    .listed("ignore") { call, values in values.filter { $0 != call.value("value") } },
    .listed("ignoreValues") { _, _ in [] },
    .listed("skip") { call, values in Array(values.dropFirst(call.count("n") ?? 0)) },
    // Each passes when so many more have come.
    .listed("skipLast") { call, values in Array(values.dropLast(call.count("n") ?? 0)) },
    // The first one always passes; a later one if it differs from the last that passed.
    .listed("distinctUntilChanged") { call, values in
      let (by, same) = (call.asked("by"), call.asked("same"))
      var passed: [Value] = []
      var last: Value?
      var comparisons = 0
      for (index, value) in values.enumerated() {
        let key = try by?(value, index) ?? value
        if let last {
          let isSame = try same?.says(key, acc: last, comparisons) ?? (key == last)
          comparisons += 1
          if isSame { continue }
        }
        last = key
        passed.append(value)
      }
      return passed
    },
    // The deciding one passes; the test is not asked again.
    .listed("skipWhile") { call, values in
      let opening = call.word("startsOn") == "yes"
      let first = try values.enumerated().first {
        try call.asked("test")?.says($1, $0) == opening
      }
      return first.map { Array(values[$0.offset...]) } ?? []
    },
    // Completes in the instant of the last; 0 at once, without a subscription.
    .told("take") { call, values, end in
      let n = call.count("n") ?? 0
      return values.count >= n ? Outcome(Array(values.prefix(n)), .completed) : Outcome(values, end)
    },
    .told("takeLast") { call, values, end in
      if call.count("n") == 0, call.word("zero") == "complete" { return Outcome([], .completed) }
      guard let end, end.isCompletion else { return Outcome([], end) }
      return Outcome(values.suffix(call.count("n") ?? 0), end)
    },
    .told("takeWhile") { call, values, end in
      let ending = call.word("endsOn") == "yes"
      let last = try values.enumerated().first { try call.asked("test")?.says($1, $0) == ending }
      guard let last else { return Outcome(values, end) }
      let count = call.flag("inclusive") == true ? last.offset + 1 : last.offset
      return Outcome(Array(values.prefix(count)), .completed)
    },
    .told("first") { call, values, end in
      let found = try values.enumerated().first { try call.asked("test")?.says($1, $0) ?? true }
      if let found { return Outcome([found.element], .completed) }
      return call.substitute(end, else: "send", kind: "empty")
    },
    .told("last") { call, values, end in
      let passing = try values.enumerated().filter { try call.asked("test")?.says($1, $0) ?? true }
      guard let end, end.isCompletion else { return Outcome([], end) }
      if let last = passing.last { return Outcome([last.element], end) }
      return call.substitute(end, else: "fail", kind: "empty")
    },
    .told("elementAt") { call, values, end in
      let index = call.count("index") ?? 0
      if index < values.count { return Outcome([values[index]], .completed) }
      return call.substitute(end, else: "fail", kind: "outOfRange")
    },
    .told("find") { call, values, end in
      let found = try values.enumerated().first { try call.asked("test")?.says($1, $0) ?? true }
      if let found { return Outcome([found.element], .completed) }
      return end?.isCompletion == true ? Outcome([.null], end) : Outcome([], end)
    },
    .told("findIndex") { call, values, end in
      let found = try values.enumerated().first { try call.asked("test")?.says($1, $0) ?? true }
      if let found { return Outcome([.int(found.offset)], .completed) }
      return end?.isCompletion == true ? Outcome([.int(-1)], end) : Outcome([], end)
    },
    // None: an error; none of some: another; two: a third.
    .told("single") { call, values, end in
      let passing = try values.enumerated().filter { try call.asked("test")?.says($1, $0) ?? true }
      let atOnce = call.word("sends") == "atOnce"
      let sent = atOnce ? passing.prefix(1).map(\.element) : []
      func none(_ kind: Text) -> Outcome {
        call.word("otherwise") == "send"
          ? Outcome(sent + [.null], .completed)
          : Outcome(sent, .failed(Failure(kind: kind, "")))
      }
      if passing.count > 1 { return none("sequence") }
      guard let end, end.isCompletion else { return Outcome(sent, end) }
      if passing.isEmpty {
        return none(values.isEmpty ? "empty" : "notFound")
      }
      return Outcome(passing.map(\.element), end)
    },
  ]
}

extension Call {
  /// What comes at the completion where nothing was found: the default, or what `onEmpty` says.
  fileprivate func substitute(_ end: End?, else fallback: String, kind: Text) -> Outcome {
    guard let end, end.isCompletion else { return Outcome([], end) }
    if let value = value("default") { return Outcome([value], end) }
    switch word("onEmpty") ?? fallback {
    case "send": return Outcome([.null], end)
    case "complete": return Outcome([], end)
    default: return Outcome([], .failed(Failure(kind: kind, "")))
    }
  }
}
