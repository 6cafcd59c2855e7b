@testable import RxpEngine

/// rateLimit, absence, threshold, followedBy, notFollowedBy, as lists say it.
enum AlarmReferences {
  static let all = rateLimit + absence + threshold + following

  static func ms(_ count: Int) -> Int { count * Time.millisecond }
  static func key(_ value: Value, _ keyed: Bool) -> Value { keyed ? Reference.k(value) : .null }
  private static func option(_ keyed: Bool) -> BoundArgument { keyed ? Reference.key : .missing }

  static let rateLimit: [Reference] = [1, 2, 5].flatMap { most in
    [1, 4, 20].flatMap { length in
      [false, true].flatMap { keyed in
        [false, true].flatMap { fixed in
          [false, true].map { rateLimit(most, length, keyed: keyed, fixed: fixed, tells: $0) }
        }
      }
    }
  }

  private static func rateLimit(
    _ most: Int, _ length: Int, keyed: Bool, fixed: Bool, tells: Bool
  ) -> Reference {
    Reference(
      "rateLimit \(most) \(length) ms \(keyed) \(fixed ? "fixed" : "sliding") \(tells)", .rateLimit,
      [
        "n": .int(most), "time": .ms(Double(length)), "key": option(keyed),
        "window": .text(fixed ? "fixed" : "sliding"), "tally": tells ? .it : .missing,
      ]
    ) { script in
      var outputs: [Reference.Output] = []
      for group in script.moments.grouped({ key($0, keyed) }) {
        var passed: [Instant] = []
        var starts: [Instant] = []
        var cuts: [(until: Instant, count: Int, order: Int)] = []
        for (index, moment) in group.events {
          let now = moment.instant
          let until: Instant?
          if fixed {
            // Windows open with an event when none is open.
            if starts.last.map({ $0 + ms(length) <= now }) ?? true { starts.append(now) }
            let start = starts[starts.count - 1]
            // What passed at the instant of a start is in the window that starts then.
            until = passed.filter { $0 >= start }.count >= most ? start + ms(length) : nil
          } else {
            let recent = passed.filter { $0 + ms(length) > now }
            until = recent.count >= most ? recent[0] + ms(length) : nil
          }
          if let until {
            if cuts.last?.until == until {
              cuts[cuts.count - 1].count += 1
            } else {
              cuts.append((until, 1, index))
            }
          } else {
            passed.append(now)
            outputs.append(.init(instant: now, order: index, value: moment.value))
          }
        }
        if !tells { continue }
        for cut in cuts {
          let value = Reference.record(["key": group.key, "cut": .int(cut.count)])
          if cut.until <= script.end {
            outputs.append(.init(instant: cut.until, isDue: true, order: cut.order, value: value))
          } else if script.ending == .completed {
            let order = 10_000 + cut.until / ms(1) * 100 + cut.order
            outputs.append(.init(instant: script.end, order: order, value: value))
          }
        }
      }
      return outputs
    }
  }

  static let absence: [Reference] = [2, 5, 20].flatMap { length in
    [0, 1, 2].flatMap { keys in
      [false, true].map { absence(length, keys: keys, recovered: $0) }
    }
  }

  /// `keys`: 0 none, 1 those that come, 2 some that are expected besides.
  private static func absence(_ length: Int, keys: Int, recovered: Bool) -> Reference {
    let expected: [Value] = keys == 0 ? [.null] : keys == 1 ? [] : [.string("z"), .string("a")]
    return Reference(
      "absence \(length) ms \(keys) \(recovered)", .absence,
      [
        "time": .ms(Double(length)), "key": option(keys > 0),
        "expected": keys == 2 ? .fixed(Reference.list(expected)) : .missing,
        "recovered": .bool(recovered),
      ]
    ) { script in
      var groups = script.moments.grouped { key($0, keys > 0) }
      // By the events' own times the start is the first event's.
      let start =
        script.moments.first.map { min($0.instant, script.start ?? $0.instant) }
        ?? script.start
      for key in expected where !groups.contains(where: { Reference.same($0.key, key) }) {
        groups.append((key, []))
      }
      var outputs: [Reference.Output] = []
      for group in groups {
        func notice(_ absent: Bool, _ since: Instant, _ last: Value) -> Value {
          var pairs: [(Text, Value)] = keys > 0 ? [(Text("key"), group.key)] : []
          pairs += [
            (Text("absent"), .bool(absent)), (Text("since"), Reference.seconds(since)),
            (Text("last"), last),
          ]
          return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
        }
        // The start counts as something that came, for what is expected.
        var came: [(instant: Instant, order: Int, last: Value)] = []
        if let at = expected.firstIndex(where: { Reference.same($0, group.key) }), let start {
          came.append((start, at - 100, .null))
        }
        came += group.events.map { ($0.moment.instant, $0.index, $0.moment.value) }
        for (place, event) in came.enumerated() {
          let next = came.indices.contains(place + 1) ? came[place + 1] : nil
          let due = event.instant + ms(length)
          if due > min(next?.instant ?? script.end, script.end) { continue }
          outputs.append(
            .init(
              instant: due, isDue: true, order: event.order,
              value: notice(true, event.instant, event.last)))
          if let next, recovered {
            outputs.append(
              .init(
                instant: next.instant, order: next.order,
                value: notice(false, event.instant, next.last)))
          }
        }
      }
      return outputs
    }
  }

  static let threshold: [Reference] = [1, 2, 4].flatMap { most in
    [3, 9].flatMap { length in
      [false, true].flatMap { keyed in
        ["record", "summary", "list"].map { form in
          Reference(
            "threshold \(most) \(length) ms \(keyed) \(form)", .threshold,
            [
              "n": .int(most), "time": .ms(Double(length)), "key": option(keyed),
              "sends": .text(form),
            ]
          ) { script in
            var outputs: [Reference.Output] = []
            for group in script.moments.grouped({ key($0, keyed) }) {
              var used = -1
              for (place, event) in group.events.enumerated() where place - most >= used {
                let run = group.events[(place - most + 1)...place].map(\.moment)
                if event.moment.instant - run[0].instant >= ms(length) { continue }
                used = place
                outputs.append(
                  .init(
                    instant: event.moment.instant, order: event.index,
                    value: SpanReferences.episode(
                      run, form, key: keyed ? .some(group.key) : .none)))
              }
            }
            return outputs
          }
        }
      }
    }
  }

  static let following: [Reference] = [2, 6].flatMap { length in
    [false, true].flatMap { keyed in
      ["all", "oldest", "newest"].flatMap { each in
        [false, true].map { following(length, keyed: keyed, each, negative: $0) }
      }
    }
  }

  private static func isFirst(_ value: Value) -> Bool { (Reference.n(value).number ?? 9) < 2 }
  private static func isSecond(_ first: Value, _ value: Value) -> Bool {
    guard let a = Reference.n(first).number, let b = Reference.n(value).number else { return false }
    return b > a
  }

  private static func following(
    _ length: Int, keyed: Bool, _ each: String, negative: Bool
  ) -> Reference {
    Reference(
      "\(negative ? "notFollowedBy" : "followedBy") \(length) ms \(keyed) \(each)",
      negative ? .notFollowedBy : .followedBy,
      [
        "first": .asked { .bool(isFirst($0)) }, "second": .accumulated { .bool(isSecond($0, $1)) },
        "within": .ms(Double(length)), "key": option(keyed), "each": .text(each),
      ]
    ) { script in
      var outputs: [Reference.Output] = []
      var waiting: [(index: Int, moment: TimedScript.Moment)] = []
      for (index, moment) in script.moments.enumerated() {
        var found = waiting.filter {
          $0.moment.instant + ms(length) > moment.instant
            && Reference.same(key($0.moment.value, keyed), key(moment.value, keyed))
            && isSecond($0.moment.value, moment.value)
        }
        if each == "oldest" { found = Array(found.prefix(1)) }
        if each == "newest" { found = Array(found.suffix(1)) }
        waiting.removeAll { first in found.contains { $0.index == first.index } }
        if !negative {
          for (place, first) in found.enumerated() {
            outputs.append(
              .init(
                instant: moment.instant, order: index * 100 + place,
                value: Reference.list([first.moment.value, moment.value])))
          }
        }
        if isFirst(moment.value) { waiting.append((index, moment)) }
      }
      if !negative { return outputs }
      for (index, moment) in waiting {
        let due = moment.instant + ms(length)
        if due <= script.end {
          outputs.append(.init(instant: due, isDue: true, order: index, value: moment.value))
        } else if script.ending == .completed {
          outputs.append(.init(instant: script.end, order: 10_000 + index, value: moment.value))
        }
      }
      return outputs
    }
  }
}
