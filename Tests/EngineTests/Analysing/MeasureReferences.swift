@testable import RxpEngine

/// movingAverage, rolling, statistics, rate, delta, histogram, tumble, as lists say it.
enum MeasureReferences {
  static let all =
    movingAverage + rolling + statistics + rate + delta + histogram + tumble

  private typealias Numbered = (index: Int, instant: Instant, number: Value)
  private static func ms(_ count: Int) -> Int { count * Time.millisecond }

  private static func numbers(_ script: TimedScript) -> [Numbered] {
    script.moments.enumerated().compactMap { index, moment in
      let number = Reference.n(moment.value)
      return number == .null ? nil : (index, moment.instant, number)
    }
  }

  /// Those of the window of the last of some elements.
  private static func window<T>(
    _ all: ArraySlice<T>, _ most: Int?, _ length: Int?, instant: (T) -> Instant
  ) -> [T] {
    guard let last = all.last else { return [] }
    let recent = all.filter { element in
      guard let length else { return true }
      return instant(last) - instant(element) < ms(length)
    }
    return Array(recent.suffix(most ?? Int.max))
  }

  private static func isFull<T>(
    _ all: ArraySlice<T>, _ window: [T], _ most: Int?, _ length: Int?, instant: (T) -> Instant
  ) -> Bool {
    guard let first = all.first, let last = all.last else { return false }
    if let most, window.count < most { return false }
    if let length { return instant(last) - instant(first) >= ms(length) }
    return true
  }

  private static func mean(_ numbers: [Value]) -> Value {
    if numbers.isEmpty { return .null }
    return .double(numbers.reduce(0) { $0 + ($1.number ?? 0) } / Double(numbers.count))
  }

  private static let windows: [(Int?, Int?)] = [
    (nil, nil), (1, nil), (3, nil), (nil, 1), (nil, 7), (2, 5),
  ]

  private static func options(_ most: Int?, _ length: Int?, _ full: Bool, _ name: String)
    -> [String: BoundArgument]
  {
    [
      name: most.map { .int($0) } ?? .missing,
      "time": length.map { .ms(Double($0)) } ?? .missing, "full": .bool(full),
    ]
  }

  static let movingAverage: [Reference] = windows.flatMap { most, length in
    [false, true].map { full in
      Reference(
        "movingAverage \(most ?? 0) \(length ?? 0) ms \(full)", .movingAverage,
        options(most, length, full, "n").merging(["of": Reference.number]) { $1 }
      ) { script in
        let numbers = numbers(script)
        return numbers.indices.compactMap { place in
          let all = numbers[...place]
          let window = window(all, most, length) { $0.instant }
          if full, !isFull(all, window, most, length, instant: { $0.instant }) { return nil }
          return .init(
            instant: numbers[place].instant, order: place, value: mean(window.map(\.number)))
        }
      }
    }
  }

  static let rolling: [Reference] = windows.dropFirst().flatMap { most, length in
    [false, true].map { full in
      Reference(
        "rolling \(most ?? 0) \(length ?? 0) ms \(full)", .rolling,
        options(most, length, full, "n")
      ) { script in
        script.moments.indices.compactMap { place in
          let all = script.moments[...place]
          let window = window(all, most, length) { $0.instant }
          if full, !isFull(all, window, most, length, instant: { $0.instant }) { return nil }
          return .init(
            instant: script.moments[place].instant, order: place,
            value: Reference.list(window.map(\.value)))
        }
      }
    }
  }

  /// The least number that so many percent do not exceed, by counting.
  private static func percentile(_ percent: Int, _ numbers: [Value]) -> Value {
    let sorted = numbers.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    return sorted.first { candidate in
      let below = sorted.count { ($0.number ?? 0) <= (candidate.number ?? 0) }
      return below * 100 >= percent * sorted.count
    } ?? .null
  }

  static let statistics: [Reference] = windows.flatMap { most, length in
    [[50, 95, 99], [], [0, 25, 100]].map { percents in
      Reference(
        "statistics \(most ?? 0) \(length ?? 0) ms \(percents)", .statistics,
        options(most, length, false, "last").merging([
          "of": Reference.number,
          "percentiles": .fixed(Reference.list(percents.map { .int($0) })),
        ]) { $1 }
      ) { script in
        func record(_ numbers: [Value]) -> Value {
          let sorted = numbers.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
          var pairs: [(Text, Value)] = [
            ("count", .int(numbers.count)), ("min", sorted.first ?? .null),
            ("max", sorted.last ?? .null), ("mean", mean(numbers)),
          ]
          pairs += percents.map { (Text("p\($0)"), percentile($0, numbers)) }
          return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
        }
        let numbers = numbers(script)
        if most == nil, length == nil {
          if script.ending != .completed { return [] }
          return [.init(instant: script.end, value: record(numbers.map(\.number)))]
        }
        return numbers.indices.map { place in
          let window = window(numbers[...place], most, length) { $0.instant }
          return .init(
            instant: numbers[place].instant, order: place, value: record(window.map(\.number)))
        }
      }
    }
  }

  static let rate: [Reference] = [(4, nil), (6, 2), (4, 6), (5, 3)].flatMap {
    (length: Int, every: Int?) in
    [false, true].map { weighted in
      Reference(
        "rate \(length) ms, \(every ?? 0) ms \(weighted)", .rate,
        [
          "time": .ms(Double(length)), "every": every.map { .ms(Double($0)) } ?? .missing,
          "of": weighted ? Reference.number : .missing,
        ]
      ) { script in
        guard let start = script.start ?? script.moments.first?.instant else { return [] }
        var outputs: [Reference.Output] = []
        var tick = start + ms(every ?? length)
        while tick <= script.end {
          let inside = script.moments.filter {
            $0.instant >= tick - ms(length) && $0.instant < tick
          }
          let sum = inside.reduce(0) {
            $0 + (weighted ? Reference.n($1.value).number ?? 0 : 1)
          }
          let seconds = Double(min(ms(length), tick - start)) / 1e9
          outputs.append(.init(instant: tick, isDue: true, value: .double(sum / seconds)))
          tick += ms(every ?? length)
        }
        return outputs
      }
    }
  }

  static let delta: [Reference] = [false, true].flatMap { keyed in
    [false, true].flatMap { counter in
      [nil, 3].map { (per: Int?) in
        Reference(
          "delta \(keyed) \(counter) \(per ?? 0) ms", .delta,
          [
            "of": Reference.number, "key": keyed ? Reference.key : .missing,
            "counter": .bool(counter), "per": per.map { .ms(Double($0)) } ?? .missing,
          ]
        ) { script in
          var outputs: [Reference.Output] = []
          for group in script.moments.grouped({ keyed ? Reference.k($0) : .null }) {
            let known = group.events.filter { !(Reference.n($0.moment.value) == .null) }
            for (a, b) in zip(known, known.dropFirst()) {
              let (x, y) = (Reference.n(a.moment.value), Reference.n(b.moment.value))
              let fell = (y.number ?? 0) < (x.number ?? 0)
              var value = counter && fell ? y : try Value.arithmetic(.subtract, y, x)
              if let per {
                let gone = b.moment.instant - a.moment.instant
                value =
                  gone == 0 ? .null : .double((value.number ?? 0) * Double(ms(per)) / Double(gone))
              }
              if keyed { value = Reference.record(["key": group.key, "delta": value]) }
              outputs.append(.init(instant: b.moment.instant, order: b.index, value: value))
            }
          }
          return outputs
        }
      }
    }
  }

  static let histogram: [Reference] = [false, true].flatMap { empty in
    [Value.int(2), .double(0.5), .null].map { width in
      let bounds: [Value] = [.int(-1), .double(0.5), .int(2)]
      return Reference(
        "histogram \(width.json()) \(empty)", .histogram,
        [
          "of": Reference.number, "empty": .bool(empty),
          "width": width == .null ? .missing : .fixed(width),
          "bounds": width == .null ? .fixed(Reference.list(bounds)) : .missing,
        ], takesTime: false
      ) { script in
        if script.ending != .completed { return [] }
        let numbers = numbers(script).compactMap(\.number.number)
        // All ranges that there can be, as the random numbers lie between -4 and 4.
        let edges: [Value] =
          width == .null
          ? [.null] + bounds + [.null]
          : (-10...10).map { step in
            if case .int(let whole) = width { return .int(step * whole) }
            return .double(Double(step) * (width.number ?? 1))
          }
        var found = zip(edges, edges.dropFirst()).map { from, to in
          (
            from, to,
            numbers.count {
              $0 >= from.number ?? -.infinity && $0 < to.number ?? .infinity
            }
          )
        }
        if !empty { found.removeAll { $0.2 == 0 } }
        while found.first?.2 == 0 { found.removeFirst() }
        while found.last?.2 == 0 { found.removeLast() }
        return found.enumerated().map { order, range in
          .init(
            instant: script.end, order: order,
            value: Reference.record(["from": range.0, "to": range.1, "count": .int(range.2)]))
        }
      }
    }
  }

  static let tumble: [Reference] = [(4, nil), (6, 2), (2, 5), (5, 3)].flatMap {
    (length: Int, every: Int?) in
    [false, true].flatMap { empty in
      [false, true].map { drops in
        Reference(
          "tumble \(length) ms, \(every ?? 0) ms \(empty) \(drops)", .tumble,
          [
            "size": .ms(Double(length)), "every": every.map { .ms(Double($0)) } ?? .missing,
            "empty": .bool(empty), "onEnd": .text(drops ? "drop" : "send"),
          ], takesClock: false
        ) { script in
          let step = every ?? length
          // Of all multiples around: from the first list that has an event to the last that began.
          var starts = (-100...200).map { ms($0 * step) }.filter { $0 <= script.end }
          func list(_ start: Instant) -> [Value] {
            script.moments.filter {
              $0.instant >= start && $0.instant < start + ms(length)
            }.map(\.value)
          }
          while let first = starts.first, list(first).isEmpty { starts.removeFirst() }
          if !empty { starts.removeAll { list($0).isEmpty } }
          return starts.compactMap { start in
            let end = start + ms(length)
            let value = Reference.record([
              "start": Reference.seconds(start), "end": Reference.seconds(end),
              "count": .int(list(start).count), "events": Reference.list(list(start)),
            ])
            if end <= script.end {
              return .init(instant: end, isDue: true, value: value)
            }
            if drops || script.ending != .completed { return nil }
            return .init(instant: script.end, order: 1000 + start / ms(1), value: value)
          }
        }
      }
    }
  }
}
