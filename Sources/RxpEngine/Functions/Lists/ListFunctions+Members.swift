extension Builtin {
  static let first = Builtin(
    "first", "The first member of a list or character of a string; nil of none.", [.any],
    gives: .member,
    examples: [("first([1, 2])", "1"), ("first(\"añb\")", "\"a\""), ("first([])", "nil")]
  ) { call in
    try member(call, 0)
  }

  static let last = Builtin(
    "last", "The last member of a list or character of a string; nil of none.", [.any],
    gives: .member,
    examples: [("last([1, 2])", "2"), ("last(1..9)", "9"), ("last([])", "nil")]
  ) { call in
    try member(call, -1)
  }

  static let at = Builtin(
    "at",
    "The member of a list or character of a string at a place from 0, from the end below 0; the "
      + "field of a record by its key; nil where there is none.",
    [.any, Parameter("place", .any)], gives: .member,
    examples: [
      ("at([1, 2], -1)", "2"), ("at(\"añb\", 1)", "\"ñ\""), ("at({a: 1}, \"a\")", "1"),
      ("at([1], 5)", "nil"),
    ]
  ) { call in
    if case .record(let record) = call[0] { return record[try call.text(1)] ?? .null }
    return try member(call, try call.int(1))
  }

  private static func member(_ call: borrowing Call, _ index: Int) throws -> Value {
    if case .text(let text) = call[0] {
      let characters = text.characters
      guard let place = place(index, characters.count) else { return .null }
      return .text(text.slice(place..<place + 1, of: characters))
    }
    guard let items = Items(call[0]) else { throw call.mistake(0, "a list or a string") }
    return place(index, items.count).map { items[$0] } ?? .null
  }

  /// A place counted from the end below 0; nil outside.
  private static func place(_ index: Int, _ count: Int) -> Int? {
    let place = index < 0 ? index + count : index
    return place >= 0 && place < count ? place : nil
  }

  static let slice = Builtin(
    "slice",
    "The part of a list or string from a place up to another, which is not in it; places count "
      + "from 0, from the end below 0.",
    [.any, Parameter("from", .int), Parameter("to", .int)], required: 2, gives: .part,
    examples: [
      ("slice([1, 2, 3], 1)", "[2, 3]"), ("slice(\"añbc\", 1, 3)", "\"ñb\""),
      ("slice(\"abc\", 0, -1)", "\"ab\""), ("slice([1], 5)", "[]"),
    ]
  ) { call in
    let from = try call.int(1)
    let to = call.has(2) ? try call.int(2) : Int.max
    if case .text(let text) = call[0] {
      let characters = text.characters
      return .text(text.slice(part(from, to, characters.count), of: characters))
    }
    guard let items = Items(call[0]) else { throw call.mistake(0, "a list or a string") }
    return .list(try List(items.laidOut(part(from, to, items.count))))
  }

  private static func part(_ from: Int, _ to: Int, _ count: Int) -> Range<Int> {
    func bound(_ index: Int) -> Int {
      Swift.max(0, Swift.min(index < 0 ? index + count : index, count))
    }
    let low = bound(from)
    return low..<Swift.max(low, bound(to))
  }

  static let indexOf = Builtin(
    "indexOf",
    "The place of the first member of a list that equals an item, or of the first character of a "
      + "string or pattern in another; nil where it is not there.",
    [.any, Parameter("item", .any)], gives: .int, onNil: .passes,
    examples: [
      ("indexOf([\"a\", \"b\"], \"b\")", "1"), ("indexOf(\"añb\", \"b\")", "2"),
      ("indexOf(\"ab1\", /[0-9]/)", "2"), ("indexOf([], 1)", "nil"),
    ]
  ) { call in
    switch call[0] {
    case .null: return .null
    case .text(let text):
      return try offset(in: text, call).map { .int(text.characters.place(ofByte: $0)) } ?? .null
    case .range(let range):
      guard let number = Int(equal: call[1]), number >= range.low, number <= range.high else {
        return .null
      }
      let (place, overflow) = number.subtractingReportingOverflow(range.low)
      return overflow ? .null : .int(place)
    case .list(let list): return list.items.firstIndex(of: call[1]).map { .int($0) } ?? .null
    default: throw call.mistake(0, "a list or a string")
    }
  }

  private static func offset(in text: Text, _ call: borrowing Call) throws -> Int? {
    switch call[1] {
    case .null: nil
    case .text(let part): text.find(part, from: 0)
    case .regex(let regex): try regex.firstMatch(in: text)?[0]?.lowerBound
    default: throw call.mistake(1, "a string or a regular expression")
    }
  }
}

extension Int {
  /// The whole number that a value equals.
  fileprivate init?(equal value: Value) {
    switch value {
    case .int(let number): self = number
    case .double(let number): self.init(exactly: number)
    default: return nil
    }
  }
}
