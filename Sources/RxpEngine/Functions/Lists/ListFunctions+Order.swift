extension Builtin.Parameter {
  /// A function for what members are compared by.
  fileprivate static let key = Builtin.Parameter("key", .function(arity: 1, returns: .any))
}

extension Builtin {
  static let reverse = Builtin(
    "reverse", "A list or string from its end to its start.", [.any], gives: .part,
    examples: [("reverse([1, 2])", "[2, 1]"), ("reverse(\"añb\")", "\"bña\"")]
  ) { call in
    guard case .text(let text) = call[0] else {
      guard let items = Items(call[0]) else { throw call.mistake(0, "a list or a string") }
      return .list(try List(items.laidOut().reversed()))
    }
    let characters = text.characters
    let bytes = text.bytes
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count)
    for place in (0..<characters.count).reversed() {
      made.append(contentsOf: bytes[characters.offset(place)..<characters.offset(place + 1)])
    }
    return .text(Text(made))
  }

  static let sort = Builtin(
    "sort",
    "A list in order, by the members or what a function makes of them; equal ones stay as they "
      + "stood. Of different kinds: nil, false, true, numbers, strings, lists, all else.",
    [.list, .key], required: 1, gives: .listOfMembers,
    examples: [
      ("sort([3, 1, 2])", "[1, 2, 3]"),
      ("sort([\"bb\", \"a\", \"cc\"], len)", "[\"a\", \"bb\", \"cc\"]"),
      ("sort([\"b\", nil, 2])", "[nil, 2, \"b\"]"), ("sort([1, 2], x => -x)", "[2, 1]"),
    ]
  ) { call in
    let items = try call.items(0).laidOut()
    var keys = items
    if call.has(1) {
      var key = try call.function(1)
      keys = try items.map { try key($0) }
    }
    return .list(try List(keys.sortedPlaces().map { items[$0] }))
  }

  static let unique = Builtin(
    "unique",
    "A list without the members that equal an earlier one, themselves or in what a function makes "
      + "of them.",
    [.list, .key], required: 1, gives: .listOfMembers,
    examples: [
      ("unique([1, 2, 1])", "[1, 2]"), ("unique([\"a\", \"A\", \"b\"], lower)", "[\"a\", \"b\"]"),
      ("unique([])", "[]"),
    ]
  ) { call in
    var key = call.has(1) ? try call.function(1) : nil
    var seen: Set<Value> = []
    let items = try call.items(0).laidOut()
    return .list(try List(items.filter { seen.insert(try key?($0) ?? $0).inserted }))
  }
}

extension [Value] {
  /// The places of the members in their total order; equal ones keep theirs.
  func sortedPlaces() -> [Int] {
    let numbers = compactMap { if case .int(let number) = $0 { number } else { nil } }
    if numbers.count == count { return numbers.stablePlaces() }
    let texts = compactMap { if case .text(let text) = $0 { text } else { nil } }
    if texts.count == count { return texts.stablePlaces() }
    // The library's sort promises no stability: places decide between equals.
    return indices.sorted { a, b in
      if Value.totalOrder(self[a], self[b]) { return true }
      return !Value.totalOrder(self[b], self[a]) && a < b
    }
  }
}

extension Array where Element: Comparable {
  fileprivate func stablePlaces() -> [Int] {
    indices.sorted { (self[$0], $0) < (self[$1], $1) }
  }
}
