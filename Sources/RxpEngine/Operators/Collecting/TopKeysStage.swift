import RxpText

/// Counts by key; the n keys with the greatest (or least) counts.
///
/// Where changes are sent, the keys that are on top are kept in order. A key that moves up takes its
/// place by itself; where one moves down another may come up, so that all are looked through.
final class TopKeysStage: Stage {
  private let most: Int
  private let key: Asked
  private let weight: Asked?
  private let sign: Int
  private let sendsChanges: Bool
  private let limit: HeldLimit
  /// By number: in the order of their first events.
  private var keys: [Value] = []
  private var counts: [Value] = []
  private var numbers: [GroupKey: Int] = [:]
  /// The keys on top, where changes are sent.
  private var top: [Int] = []
  private static let shape = Shape(["key", "count"])

  init(_ args: Arguments) throws {
    most = try args.count("n") ?? 0
    key = try args.asked("key")
    weight = args.optionalAsked("weight")
    if args.has("by") {
      throw Failure.type("top compares either events by something, or keys", at: args.place)
    }
    sign = try args.word("order") == "ascending" ? -1 : 1
    sendsChanges = try args.word("sends") == "changes"
    limit = try HeldLimit(args, "keys")
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let added = try weight?(value) ?? .int(1)
    if case .null = added { return }
    guard added.number != nil else {
      throw Failure.type("top needs numbers as weight: got \(added.excerpt())")
    }
    let key = try self.key(value)
    let number: Int
    let movesUp: Bool
    if let known = numbers[GroupKey(key)] {
      let before = counts[known]
      counts[known] = try Value.arithmetic(.add, before, added)
      let change = Value.numbers(counts[known], before)
      if change == 0 { return }
      number = known
      movesUp = change * sign > 0
    } else {
      try limit.check(keys.count + 1, by: self)
      number = keys.count
      numbers[GroupKey(key)] = number
      keys.append(key)
      counts.append(added)
      movesUp = true
    }
    if sendsChanges { try update(number, movesUp: movesUp) }
  }

  private func comesBefore(_ a: Int, _ b: Int) -> Bool {
    let order = Value.numbers(counts[a], counts[b]) * sign
    return order != 0 ? order > 0 : a < b
  }

  private func update(_ number: Int, movesUp: Bool) throws {
    let wasOnTop = top.contains(number)
    if movesUp {
      if !wasOnTop { top.append(number) }
      top.sort(by: comesBefore)
      if top.count > most { top.removeLast() }
    } else if wasOnTop {
      top = first()
    }
    if wasOnTop || top.contains(number) { send(try .list(top.map(record))) }
  }

  /// The first n of all keys.
  private func first() -> [Int] {
    if most == 0 { return [] }
    var kept = BinaryHeap<Int> { self.comesBefore($1, $0) }
    for number in keys.indices {
      if kept.count < most {
        kept.insert(number)
      } else if let last = kept.first, comesBefore(number, last) {
        kept.replaceFirst(by: number)
      }
    }
    return kept.elements.sorted(by: comesBefore)
  }

  private func record(_ number: Int) throws -> Value {
    .record(try Record(TopKeysStage.shape, [keys[number], counts[number]]))
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, !sendsChanges {
      for number in first() where !isDone { send(try record(number)) }
    }
    finish(end)
  }

  override func stopped() {
    keys = []
    counts = []
    numbers = [:]
    top = []
  }
}
