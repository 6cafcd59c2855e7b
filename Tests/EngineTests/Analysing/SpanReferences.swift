@testable import RxpEngine

/// dedupe, sessions: what lasts for a time, as lists say it.
enum SpanReferences {
  static let all = dedupe + sessions

  static func ms(_ count: Int) -> Int { count * Time.millisecond }

  static let dedupe: [Reference] = [0, 1, 4, 15].flatMap { length in
    [false, true].map { sent in
      Reference(
        "dedupe \(length) ms \(sent ? "sent" : "seen")", .dedupe,
        ["time": .ms(Double(length)), "by": Reference.key, "since": .text(sent ? "sent" : "seen")]
      ) { script in
        var outputs: [Reference.Output] = []
        var remembered: [TimedScript.Moment] = []
        for (index, moment) in script.moments.enumerated() {
          let isKnown = remembered.contains {
            moment.instant - $0.instant < ms(length)
              && Reference.same(Reference.k($0.value), Reference.k(moment.value))
          }
          if !isKnown {
            outputs.append(.init(instant: moment.instant, order: index, value: moment.value))
          }
          if !(sent && isKnown) { remembered.append(moment) }
        }
        return outputs
      }
    }
  }

  /// An episode as it is sent.
  static func episode(_ events: [TimedScript.Moment], _ form: String, key: Value?) -> Value {
    let values = events.map(\.value)
    if form == "list" { return Reference.list(values) }
    var pairs: [(Text, Value)] = key.map { [(Text("key"), $0)] } ?? []
    pairs.append(("start", Reference.seconds(events.first?.instant ?? 0)))
    pairs.append(("end", Reference.seconds(events.last?.instant ?? 0)))
    pairs.append(("count", .int(events.count)))
    if form == "record" { pairs.append(("events", Reference.list(values))) }
    return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
  }

  static let sessions: [Reference] = [1, 3, 9].flatMap { gap in
    [false, true].flatMap { keyed in
      [("record", nil), ("summary", 2), ("list", 3)].map { (form: String, most: Int?) in
        Reference(
          "sessions \(gap) ms \(keyed) \(form) \(most ?? 0)", .sessions,
          [
            "gap": .ms(Double(gap)), "key": keyed ? Reference.key : .missing, "sends": .text(form),
            "max": most.map { .int($0) } ?? .missing,
          ]
        ) { script in
          var outputs: [Reference.Output] = []
          for group in script.moments.grouped({ keyed ? Reference.k($0) : .null }) {
            var session: [(index: Int, moment: TimedScript.Moment)] = []
            func close(_ instant: Instant, isDue: Bool, order: Int) {
              let value = episode(
                session.map(\.moment), form, key: keyed ? .some(group.key) : .none)
              session = []
              outputs.append(
                .init(instant: instant, isDue: isDue, order: order, value: value))
            }
            for event in group.events {
              if let last = session.last, event.moment.instant - last.moment.instant >= ms(gap) {
                close(last.moment.instant + ms(gap), isDue: true, order: last.index)
              }
              session.append(event)
              if let most, session.count == most {
                close(event.moment.instant, isDue: false, order: event.index)
              }
            }
            if let last = session.last {
              if last.moment.instant + ms(gap) <= script.end {
                close(last.moment.instant + ms(gap), isDue: true, order: last.index)
              } else if script.ending == .completed {
                close(script.end, isDue: false, order: last.index + 1000)
              }
            }
          }
          return outputs
        }
      }
    }
  }
}
