@testable import RxpEngine

/// What a person at a log asks for: tables, orders, runs.
extension Reference {
  static let counting: [Reference] = [
    Reference.told("countBy") { call, values, end in
      var counts: [(name: String, count: Value)] = []
      var records: [Value] = []
      var asked = 0
      for (index, value) in values.enumerated() {
        let weight = try call.asked("weight")?(value, index) ?? .int(1)
        if case .null = weight { continue }
        guard weight.number != nil else { throw Failure.type("") }
        let key = try call.asked("key")?(value, asked) ?? .null
        asked += 1
        let name = if case .null = key { "nil" } else { key.display() }
        if let place = counts.firstIndex(where: { $0.name == name }) {
          counts[place].count = counts[place].count.plus(weight)
        } else {
          try call.checkLimit(counts.count + 1)
          counts.append((name, weight))
        }
        records.append(call.sorted(counts))
      }
      if call.word("sends") == "each" { return Outcome(records, end) }
      return .atCompletion(end) { call.sorted(counts) }
    }.with {
      $0.limited()
      $0.arguments["weight"] = { draw in .asked(draw.weight()) }
    },
    Reference.told("top") { call, values, end in
      // An event that takes the place of an equal one is a change too.
      var lists: [[(shown: Value, place: Int)]] = [[]]
      for count in values.indices {
        let list = try call.leaders(Array(values[...count]))
        if !(lists.last ?? []).elementsEqual(list, by: ==) { lists.append(list) }
      }
      if call.word("sends") == "changes" {
        return Outcome(lists.dropFirst().map { .of($0.map(\.shown)) }, end)
      }
      return Outcome(end?.isCompletion == true ? (lists.last ?? []).map(\.shown) : [], end)
    }.with {
      $0.feed = .ordered
      $0.arguments["by"] = { draw in .asked(draw.question(.event, .number)) }
      $0.limited()
      $0.arguments["weight"] = { draw in .asked(draw.weight()) }
      // Either events are compared or keys counted.
      $0.adjusted = { stage in
        var changed = stage
        let hasKey = stage.arguments.contains { $0.name == "key" }
        changed.arguments.removeAll { hasKey ? $0.name == "by" : $0.name == "weight" }
        return changed
      }
    },
    Reference.told("sortBy") { call, values, end in
      let window = call.count("window") ?? Int.max
      var held: [(event: Value, key: Value)] = []
      var passed: [Value] = []
      let descends = call.word("order") == "descending"
      for (index, value) in values.enumerated() {
        let key = try call.asked("by")?(value, index) ?? value
        let place = held.firstIndex {
          descends ? $0.key.comes(before: key) : key.comes(before: $0.key)
        }
        held.insert((value, key), at: place ?? held.count)
        if window == Int.max { try call.checkLimit(held.count) }
        if held.count > window { passed.append(held.removeFirst().event) }
      }
      return Outcome(passed + (end?.isCompletion == true ? held.map(\.event) : []), end)
    }.with {
      $0.feed = .ordered
      $0.limited()
      $0.arguments["by"] = { draw in .asked(draw.question(.event, .number)) }
    },
    .told("runLength") { call, values, end in
      var runs: [(value: Value, key: Value, count: Int)] = []
      for (index, value) in values.enumerated() {
        let key = try call.asked("by")?(value, index) ?? value
        if let last = runs.last, last.key == key {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((value, key, 1))
        }
      }
      let records = runs.map { Value.fields([("value", $0.value), ("count", .int($0.count))]) }
      return Outcome(end?.isCompletion == true ? records : records.dropLast(), end)
    },
  ]
}

extension Call {
  /// The fields in the order asked for.
  fileprivate func sorted(_ counts: [(name: String, count: Value)]) -> Value {
    var order = Array(counts.enumerated())
    switch word("sort") {
    case "key":
      order.sort {
        $0.element.name.unicodeScalars.lexicographicallyPrecedes($1.element.name.unicodeScalars)
      }
    case "count":
      order.sort {
        let (a, b) = ($0.element.count.number ?? 0, $1.element.count.number ?? 0)
        return a != b ? a > b : $0.offset < $1.offset
      }
    default: break
    }
    return .fields(order.map { ($0.element.name, $0.element.count) })
  }

  /// The greatest (or least) of all so far.
  fileprivate func leaders(_ values: [Value]) throws -> [(shown: Value, place: Int)] {
    var ranked: [(shown: Value, rank: Value, place: Int)] = []
    let n = count("n") ?? 0
    var keys = 0
    for (index, value) in values.enumerated() {
      if let key = asked("key") {
        let weight = try asked("weight")?(value, index) ?? .int(1)
        if case .null = weight { continue }
        let name = try key(value, keys)
        keys += 1
        if let at = ranked.firstIndex(where: { $0.shown == name }) {
          ranked[at].rank = ranked[at].rank.plus(weight)
        } else {
          try checkLimit(ranked.count + 1)
          ranked.append((name, weight, index))
        }
      } else {
        let rank = try asked("by")?(value, index) ?? value
        if case .null = rank { continue }
        ranked.append((value, rank, index))
      }
    }
    let ascends = word("order") == "ascending"
    let order = ranked.sorted { a, b in
      if a.rank.comes(before: b.rank) { return ascends }
      if b.rank.comes(before: a.rank) { return !ascends }
      return a.place < b.place
    }
    return order.prefix(n).map { entry in
      let shown =
        has("key") ? Value.fields([("key", entry.shown), ("count", entry.rank)]) : entry.shown
      return (shown, entry.place)
    }
  }
}

extension Draw {
  fileprivate mutating func weight() -> Question {
    random.pick([
      question(.event, .number),
      Question("if index == 1 then nil else 2") { asked, _ in asked.index == 1 ? .null : .int(2) },
    ])
  }
}

extension Value {
  /// A record.
  static func fields(_ pairs: [(String, Value)]) -> Value {
    (try? Record(pairs: pairs.map { (Text($0), $1) })).map { .record($0) } ?? .null
  }

  func plus(_ other: Value) -> Value {
    if case .int(let x) = self, case .int(let y) = other { return .int(x + y) }
    return .double((number ?? 0) + (other.number ?? 0))
  }

  /// nil, bools, numbers, strings, lists by their members; the rest has no order among itself.
  fileprivate func comes(before other: Value) -> Bool {
    func kind(_ value: Value) -> Int {
      switch value {
      case .null: 0
      case .bool: 1
      case .int, .double: 2
      case .text: 3
      case .list: 4
      case .record: 5
      default: 6
      }
    }
    if kind(self) != kind(other) { return kind(self) < kind(other) }
    if case .list(let x) = self, case .list(let y) = other {
      for (a, b) in zip(x.items, y.items) {
        if a.comes(before: b) { return true }
        if b.comes(before: a) { return false }
      }
      return x.items.count < y.items.count
    }
    return ((try? compared(to: other)) ?? nil) == -1
  }
}
