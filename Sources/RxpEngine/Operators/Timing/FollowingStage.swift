/// An event of a first kind, and whether one of a second kind follows it within a time.
///
/// An event is looked at as a second one before it is one of the first kind itself, so that none
/// follows itself.
final class FollowingStage: ClockedStage {
  private struct Waiting {
    var event = Value.null
    var key = Value.null
    var instant: Instant = 0
  }

  private enum Each { case all, oldest, newest }

  private let first: Asked
  private let second: Asked
  private let length: Int
  private let key: Asked?
  private let each: Each
  private let isNegative: Bool
  private let dropsRest: Bool
  private let limit: HeldLimit
  /// In the order in which they came, which is that of the ends of their times.
  private var waiting = LinkedSlots<Waiting>(vacant: Waiting())
  /// Their places by key, in the same order.
  private var groups: [GroupKey: [Int]] = [:]

  static let parameters: [Parameter] = [
    .required("first", .asked(.event, wants: .bool), "whether the event is one of the first kind"),
    .required(
      "second", .asked(.accumulator(start: ""), wants: .bool),
      "whether the event follows a first one, which is acc"),
    .required("within", .period, "the time in which it must come: less than that after the first"),
    .named(
      "key", .asked(.event, wants: .any), "the two must have the same key", else: "any two do"),
    .named(
      "each", .word(["all", "oldest", "newest"]),
      "whether a second event follows all first ones that wait, or the oldest or newest of them",
      else: "all"),
    ClockedStage.at, .limit("events"),
  ]

  init(_ args: Arguments, isNegative: Bool) throws {
    first = try args.asked("first")
    second = try args.asked("second")
    length = try args.duration("within") ?? 0
    key = args.optionalAsked("key")
    each =
      switch try args.word("each") {
      case "oldest": .oldest
      case "newest": .newest
      default: .all
      }
    self.isNegative = isNegative
    dropsRest = try args.word("onEnd") == "drop"
    limit = try HeldLimit(args, "events")
    try super.init(args)
  }

  override var deadline: Instant? {
    waiting.oldest.map { Time.sum(waiting[$0].instant, length) }
  }

  override func due() {
    if let event = removeOldest(), isNegative { send(event) }
  }

  override func event(_ value: Value) throws {
    let key = try self.key?(value) ?? .null
    for event in try followed(by: value, key) where !isNegative && !isDone {
      send(try .list([event, value]))
    }
    if isDone { return }
    guard try first.test(value) else { return }
    try limit.check(waiting.count + 1, by: self)
    let place = waiting.append(Waiting(event: value, key: key, instant: time))
    groups[GroupKey(key), default: []].append(place)
  }

  /// Takes out those that wait and that the event follows, the oldest first.
  private func followed(by value: Value, _ key: Value) throws -> [Value] {
    guard let group = groups[GroupKey(key)] else { return [] }
    var found: [Int] = []
    for place in each == .newest ? group.reversed() : group {
      guard try second.test(acc: waiting[place].event, value) else { continue }
      found.append(place)
      if each != .all { break }
    }
    if found.isEmpty { return [] }
    // Both are in the same order, but for the one that is searched for from the end.
    var gone = found[...]
    let rest = group.filter { place in
      if place != gone.first { return true }
      gone = gone.dropFirst()
      return false
    }
    groups[GroupKey(key)] = rest.isEmpty ? nil : rest
    return found.map { waiting.remove($0).event }
  }

  /// Takes out the one that has waited longest: the first of its key too.
  private func removeOldest() -> Value? {
    guard let oldest = waiting.oldest else { return nil }
    let gone = waiting.remove(oldest)
    let key = GroupKey(gone.key)
    groups[key]?.removeFirst()
    if groups[key]?.isEmpty == true { groups[key] = nil }
    return gone.event
  }

  override func flushRest() {
    if !isNegative || dropsRest { return }
    while !isDone, let event = removeOldest() { send(event) }
  }

  override func stopped() {
    waiting.removeAll()
    groups = [:]
  }
}
