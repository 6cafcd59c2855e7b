extension Functions {
  private static let list = Builtin.Parameter("list", .list(.any))
  private static let f = Builtin.Parameter("f", .function(arity: 1, returns: .any))

  static let lists: [Builtin] = [
    first, last, at, slice, reverse, sort, unique, flatten, range, map, filter, reduce, any,
    allHold, find, indexOf, zip,
  ]

  private static let first = Builtin.lifted(
    "first", "The first member; nil of none.", [list], returns: .any,
    examples: [("first([1, 2])", "1"), ("first([])", "nil")]
  ) { arguments, _ in try Call("first", arguments).items(0).first ?? .null }

  private static let last = Builtin.lifted(
    "last", "The last member; nil of none.", [list], returns: .any,
    examples: [("last([1, 2])", "2"), ("last([])", "nil")]
  ) { arguments, _ in try Call("last", arguments).items(0).last ?? .null }

  private static let at = Builtin.lifted(
    "at", "The member at a place from 0, from the end with negatives; nil outside.",
    [list, .init("place", .int)],
    returns: .any, examples: [("at([1, 2], -1)", "2"), ("at([1], 5)", "nil")]
  ) { arguments, _ in
    let call = Call("at", arguments)
    let (items, place) = (try call.items(0), try call.int(1))
    let index = place < 0 ? place + items.count : place
    return items.indices.contains(index) ? items[index] : .null
  }

  private static let slice = Builtin.lifted(
    "slice",
    "The part of a list or string from a place to another (not in), from 0; negatives from the end.",
    [.init("x", .any), .init("from", .int), .init("to", .int)], required: 2, returns: .any,
    examples: [
      ("slice([1, 2, 3], 1)", "[2,3]"), ("slice(\"abc\", 0, -1)", "\"ab\""),
      ("slice([1], 5)", "[]"),
    ]
  ) { arguments, _ in
    let call = Call("slice", arguments)
    func bounds(_ count: Int) throws -> Range<Int> {
      func place(_ index: Int) -> Int {
        Swift.max(0, Swift.min(count, index < 0 ? index + count : index))
      }
      let low = place(try call.int(1))
      return low..<Swift.max(low, call.has(2) ? place(try call.int(2)) : count)
    }
    if case .text(let text) = arguments[0] {
      let characters = Array(text.string)
      return .string(String(characters[try bounds(characters.count)]))
    }
    let items = try call.items(0)
    return .list(try List(Array(items[try bounds(items.count)])))
  }

  private static let reverse = Builtin.lifted(
    "reverse", "A list or string from its end to its start.", [.init("x", .any)], returns: .any,
    examples: [("reverse([1, 2])", "[2,1]"), ("reverse(\"añ\")", "\"ña\"")]
  ) { arguments, _ in
    if case .text(let text) = arguments[0] { return .string(String(text.string.reversed())) }
    return .list(try List(Call("reverse", arguments).items(0).reversed()))
  }

  private static let sort = Builtin.lifted(
    "sort",
    "In order (nil, false, true, numbers, strings, lists), or in that of what a function gives; equals stay as they stand.",
    [list, f], required: 1, returns: .list(.any),
    examples: [("sort([3, 1, 2])", "[1,2,3]"), ("sort([\"bb\", \"a\"], len)", "[\"a\",\"bb\"]")]
  ) { arguments, machine in
    let call = Call("sort", arguments)
    let items = try call.items(0)
    var keys = items
    if call.has(1) {
      let function = try call.function(1)
      keys = try items.map { try machine.call(function, [$0], place: nil) }
    }
    // Swift's sort is stable in fact, but does not promise to be.
    let order = items.indices.sorted { a, b in
      if Value.totalOrder(keys[a], keys[b]) { return true }
      if Value.totalOrder(keys[b], keys[a]) { return false }
      return a < b
    }
    return .list(try List(order.map { items[$0] }))
  }

  private static let unique = Builtin.lifted(
    "unique", "Without members that equal an earlier one.", [list], returns: .list(.any),
    examples: [("unique([1, 2, 1])", "[1,2]"), ("unique([])", "[]")]
  ) { arguments, _ in
    var seen: Set<Value> = []
    return .list(try List(Call("unique", arguments).items(0).filter { seen.insert($0).inserted }))
  }

  private static let flatten = Builtin.lifted(
    "flatten", "The members of the lists in a list; other members as they are.", [list],
    returns: .list(.any),
    examples: [("flatten([[1], [2, 3], 4])", "[1,2,3,4]"), ("flatten([])", "[]")]
  ) { arguments, _ in
    var flat: [Value] = []
    for item in try Call("flatten", arguments).items(0) {
      if case .list(let inner) = item { flat += inner.items } else { flat.append(item) }
      guard flat.count <= Limits.listItems else {
        throw Failure(kind: "limit", Text("a list of more than \(Limits.listItems) items"))
      }
    }
    return .list(try List(flat))
  }

  private static let range = Builtin.lifted(
    "range", "The whole numbers from one to another, both in.",
    [.init("from", .int), .init("to", .int)],
    returns: .range, examples: [("len(range(1, 5))", "5"), ("len(range(2, 1))", "0")]
  ) { arguments, _ in
    let call = Call("range", arguments)
    return .range(IntRange(try call.int(0), try call.int(1)))
  }

  private static let map = Builtin.lifted(
    "map", "What a function makes of each member.", [list, f], returns: .list(.any),
    examples: [
      ("map([\"a\", \"b\"], upper)", "[\"A\",\"B\"]"), ("map([1, 2], x => x * 2)", "[2,4]"),
    ]
  ) { arguments, machine in
    let call = Call("map", arguments)
    let function = try call.function(1)
    return .list(try List(call.items(0).map { try machine.call(function, [$0], place: nil) }))
  }

  private static func test(_ name: String, _ function: Function, _ item: Value, _ machine: Machine)
    throws -> Bool
  {
    switch try machine.call(function, [item], place: nil) {
    case .bool(let yes): return yes
    case .null: return false
    case let other: throw Failure.argument(name, "a function that says yes or no", other)
    }
  }

  private static let filter = Builtin.lifted(
    "filter", "The members for which a function says yes.", [list, f], returns: .list(.any),
    examples: [("filter([1, 2, 3], x => x > 1)", "[2,3]"), ("filter([], len)", "[]")]
  ) { arguments, machine in
    let call = Call("filter", arguments)
    let function = try call.function(1)
    return .list(try List(call.items(0).filter { try test("filter", function, $0, machine) }))
  }

  private static let reduce = Builtin.lifted(
    "reduce", "A running value over the members: from a start by (acc, x) => ….",
    [list, .init("start", .any), .init("f", .function(arity: 2, returns: .any))], returns: .any,
    examples: [("reduce([1, 2, 3], 0, (a, x) => a + x)", "6"), ("reduce([], 7, (a, x) => x)", "7")]
  ) { arguments, machine in
    let call = Call("reduce", arguments)
    let function = try call.function(2)
    return try call.items(0).reduce(arguments[1]) {
      try machine.call(function, [$0, $1], place: nil)
    }
  }

  private static let any = Builtin.lifted(
    "any", "Whether some member is true, or a function says yes of one.", [list, f], required: 1,
    returns: .bool,
    examples: [("any([1, 5], x => x > 3)", "true"), ("any([false, false])", "false")]
  ) { arguments, machine in
    let call = Call("any", arguments)
    let function = call.has(1) ? try call.function(1) : nil
    for item in try call.items(0) {
      if let function, try test("any", function, item, machine) { return .bool(true) }
      if function == nil, item == .bool(true) { return .bool(true) }
    }
    return .bool(false)
  }

  private static let allHold = Builtin.lifted(
    "all", "Whether every member is true, or a function says yes of each.", [list, f], required: 1,
    returns: .bool,
    examples: [("all([1, 5], x => x > 3)", "false"), ("all([])", "true")]
  ) { arguments, machine in
    let call = Call("all", arguments)
    let function = call.has(1) ? try call.function(1) : nil
    for item in try call.items(0) {
      if let function, try !test("all", function, item, machine) { return .bool(false) }
      if function == nil, item != .bool(true) { return .bool(false) }
    }
    return .bool(true)
  }

  private static let find = Builtin.lifted(
    "find", "The first member for which a function says yes; nil where there is none.", [list, f],
    returns: .any,
    examples: [("find([1, 2, 3], x => x > 1)", "2"), ("find([], len)", "nil")]
  ) { arguments, machine in
    let call = Call("find", arguments)
    let function = try call.function(1)
    return try call.items(0).first { try test("find", function, $0, machine) } ?? .null
  }

  private static let indexOf = Builtin.lifted(
    "indexOf",
    "The place of an item in a list, or of a string in another (in characters); nil where it is not there.",
    [.init("x", .any), .init("item", .any)], returns: .int,
    examples: [
      ("indexOf([\"a\", \"b\"], \"b\")", "1"), ("indexOf(\"añb\", \"b\")", "2"),
      ("indexOf([], 1)", "nil"),
    ]
  ) { arguments, _ in
    let call = Call("indexOf", arguments)
    if case .text(let text) = arguments[0] {
      let part = try call.text(1)
      return text.find(part, from: 0).map { .int(text.slice(0, $0).characterCount) } ?? .null
    }
    return try call.items(0).firstIndex(of: arguments[1]).map { .int($0) } ?? .null
  }

  private static let zip = Builtin.lifted(
    "zip", "Pairs of the members of two lists, as many as the shorter has.",
    [list, .init("other", .list(.any))], returns: .list(.any),
    examples: [("zip([1, 2], [\"a\", \"b\"])", "[[1,\"a\"],[2,\"b\"]]"), ("zip([1], [])", "[]")]
  ) { arguments, _ in
    let call = Call("zip", arguments)
    return .list(
      try List(Swift.zip(try call.items(0), try call.items(1)).map { .list(try List([$0, $1])) }))
  }
}
