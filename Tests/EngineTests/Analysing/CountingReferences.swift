@testable import RxpEngine

/// countBy, top, sortBy, runLength, as lists say it.
enum CountingReferences {
  static let all = countBy + top + sortBy + runLength

  /// Keys as fields are called, with what their events add up to; nil adds nothing and is left out.
  private static func totals(
    _ moments: [TimedScript.Moment], weighted: Bool, _ name: (Value) -> Value
  ) throws -> [(key: Value, count: Value)] {
    let counted = moments.filter { !weighted || !($0.value.member("n") == .null) }
    return try counted.grouped { name(Reference.k($0)) }.map { group in
      let count = try group.events.dropFirst().reduce(
        weighted ? Reference.n(group.events[0].moment.value) : .int(1)
      ) { try Value.arithmetic(.add, $0, weighted ? Reference.n($1.moment.value) : .int(1)) }
      return (group.key, count)
    }
  }

  private static func less(_ a: Value, _ b: Value) -> Bool { (a.number ?? 0) < (b.number ?? 0) }

  /// Stable, whatever the library promises.
  static func sorted<T>(_ items: [T], by before: (T, T) -> Bool) -> [T] {
    var sorted: [T] = []
    for item in items {
      let at = sorted.firstIndex { before(item, $0) } ?? sorted.count
      sorted.insert(item, at: at)
    }
    return sorted
  }

  static let countBy: [Reference] = [false, true].flatMap { weighted in
    ["first", "key", "count"].flatMap { sort in
      [false, true].map { sendsEach in
        Reference(
          "countBy \(weighted ? "weight" : "") \(sort) \(sendsEach ? "each" : "atEnd")", .countBy,
          [
            "key": Reference.key, "weight": weighted ? Reference.number : .missing,
            "sort": .text(sort), "sends": .text(sendsEach ? "each" : "atEnd"),
          ], takesTime: false
        ) { script in
          func record(_ moments: [TimedScript.Moment]) throws -> Value {
            var totals = try totals(moments, weighted: weighted) {
              switch $0 {
              case .text: $0
              case .null: .string("nil")
              case .double(let x) where x.isNaN: .string($0.json())
              default: .string("1")
              }
            }
            if sort == "key" {
              totals = sorted(totals) { $0.key.display() < $1.key.display() }
            } else if sort == "count" {
              totals = sorted(totals) { less($1.count, $0.count) }
            }
            return .record(
              try Record(pairs: totals.map { (Text($0.key.display()), $0.count) }))
          }
          if !sendsEach {
            if script.ending != .completed { return [] }
            return [.init(instant: script.end, value: try record(script.moments))]
          }
          return try script.moments.indices.compactMap { index in
            let moment = script.moments[index]
            if weighted, Reference.n(moment.value) == .null { return nil }
            return .init(
              instant: moment.instant, order: index,
              value: try record(Array(script.moments[...index])))
          }
        }
      }
    }
  }

  static let top: [Reference] = [0, 1, 3, 50].flatMap { n in
    [false, true].flatMap { ascending in
      [false, true].flatMap { changes in
        [byValue(n, ascending, changes)]
          + [false, true].map { byKey(n, ascending, changes, weighted: $0) }
      }
    }
  }

  private static func options(_ n: Int, _ ascending: Bool, _ changes: Bool)
    -> [String: BoundArgument]
  {
    [
      "n": .int(n), "order": .text(ascending ? "ascending" : "descending"),
      "sends": .text(changes ? "changes" : "atEnd"),
    ]
  }

  /// What `list` makes of the events so far: one by one at the end, or whenever it changes.
  private static func sending(
    _ script: TimedScript, _ changes: Bool, _ list: ([TimedScript.Moment]) throws -> [Value]
  ) throws -> [Reference.Output] {
    if !changes {
      if script.ending != .completed { return [] }
      return try list(script.moments).enumerated().map {
        .init(instant: script.end, order: $0, value: $1)
      }
    }
    var outputs: [Reference.Output] = []
    var last = "[]"
    for (index, moment) in script.moments.enumerated() {
      let value = Reference.list(try list(Array(script.moments[...index])))
      if value.json() == last { continue }
      last = value.json()
      outputs.append(.init(instant: moment.instant, order: index, value: value))
    }
    return outputs
  }

  private static func byValue(_ n: Int, _ ascending: Bool, _ changes: Bool) -> Reference {
    Reference(
      "top \(n) \(ascending) \(changes)", .top,
      options(n, ascending, changes).merging(["by": Reference.number]) { $1 }, takesTime: false
    ) { script in
      try sending(script, changes) { moments in
        let known = moments.map(\.value).filter { !(Reference.n($0) == .null) }
        let ordered = sorted(known) {
          ascending
            ? less(Reference.n($0), Reference.n($1)) : less(Reference.n($1), Reference.n($0))
        }
        return Array(ordered.prefix(n))
      }
    }
  }

  private static func byKey(
    _ n: Int, _ ascending: Bool, _ changes: Bool, weighted: Bool
  ) -> Reference {
    Reference(
      "top \(n) \(ascending) \(changes) keys \(weighted)", .top,
      options(n, ascending, changes).merging([
        "key": Reference.key, "weight": weighted ? Reference.number : .missing,
      ]) { $1 }, takesTime: false
    ) { script in
      try sending(script, changes) { moments in
        let totals = try totals(moments, weighted: weighted) { $0 }
        let ordered = sorted(totals) {
          ascending ? less($0.count, $1.count) : less($1.count, $0.count)
        }
        return ordered.prefix(n).map { Reference.record(["key": $0.key, "count": $0.count]) }
      }
    }
  }

  static let sortBy: [Reference] = [nil, 0, 1, 4, 40].flatMap { window in
    [false, true].map { descending in
      Reference(
        "sortBy \(window.map(String.init) ?? "") \(descending)", .sortBy,
        [
          "by": Reference.number, "window": window.map { .int($0) } ?? .missing,
          "order": .text(descending ? "descending" : "ascending"),
        ], takesTime: false
      ) { script in
        func before(_ a: Value, _ b: Value) -> Bool {
          let (x, y) =
            descending ? (Reference.n(b), Reference.n(a)) : (Reference.n(a), Reference.n(b))
          return !(y == .null) && (x == .null || less(x, y))
        }
        var outputs: [Reference.Output] = []
        var held: [Value] = []
        for (index, moment) in script.moments.enumerated() {
          held = sorted(held + [moment.value], by: before)
          if let window, held.count > window {
            outputs.append(.init(instant: moment.instant, order: index, value: held.removeFirst()))
          }
        }
        if script.ending == .completed {
          for value in held {
            outputs.append(.init(instant: script.end, order: outputs.count + 100, value: value))
          }
        }
        return outputs
      }
    }
  }

  static let runLength = [
    Reference("runLength", .runLength, ["by": Reference.key], takesTime: false) { script in
      var outputs: [Reference.Output] = []
      var start = 0
      let moments = script.moments
      while start < moments.count {
        let key = Reference.k(moments[start].value)
        // NaN equals nothing, itself neither.
        let next = moments[(start + 1)...].firstIndex { !(Reference.k($0.value) == key) }
        let run = Reference.record([
          "value": moments[start].value, "count": .int((next ?? moments.count) - start),
        ])
        if let next {
          outputs.append(.init(instant: moments[next].instant, order: next, value: run))
        } else if script.ending == .completed {
          outputs.append(.init(instant: script.end, order: moments.count, value: run))
        }
        start = next ?? moments.count
      }
      return outputs
    }
  ]
}
