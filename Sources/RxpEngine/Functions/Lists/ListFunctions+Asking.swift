extension Builtin {
  static let map = Builtin(
    "map", "What a function makes of each member; with several parameters it takes lists apart.",
    [.list, .function], gives: .listOfAnswers(of: 1),
    examples: [
      ("map([\"a\", \"b\"], upper)", "[\"A\", \"B\"]"), ("map(1..3, x => x * 2)", "[2, 4, 6]"),
      ("map([[1, 2], [3, 4]], (a, b) => a + b)", "[3, 7]"),
    ]
  ) { call in
    var function = try call.function(1)
    return .list(try List(call.items(0).laidOut().map { try function($0) }))
  }

  static let filter = Builtin(
    "filter", "The members of which a function says yes.", [.list, .function],
    gives: .listOfMembers,
    examples: [("filter([1, 2, 3], x => x > 1)", "[2, 3]"), ("filter([], x => true)", "[]")]
  ) { call in
    var test = try call.test(1)
    return .list(try List(call.items(0).laidOut().filter { try test($0) }))
  }

  static let reduce = Builtin(
    "reduce", "One value out of all members: from a start, by a function of it and each member.",
    [.list, Parameter("start", .any), Parameter("f", .function(arity: 2, returns: .any))],
    gives: .any, onNil: .passes,
    examples: [
      ("reduce([1, 2, 3], 0, (acc, x) => acc + x)", "6"),
      ("reduce([], \"none\", (acc, x) => x)", "\"none\""),
    ]
  ) { call in
    if case .null = call[0] { return .null }
    var function = try call.function(2)
    var accumulated = call[1]
    for item in try call.items(0) { accumulated = try function(accumulated, item) }
    return accumulated
  }

  static let any = Builtin(
    "any", "Whether some member is true, or a function says yes of one.", [.list, .function],
    required: 1, gives: .bool,
    examples: [
      ("any([1, 5], x => x > 3)", "true"), ("any([false, nil])", "false"), ("any([])", "false"),
    ]
  ) { call in
    .bool(try firstPlace(call, of: true) != nil)
  }

  static let all = Builtin(
    "all", "Whether every member is true, or a function says yes of each.", [.list, .function],
    required: 1, gives: .bool,
    examples: [
      ("all([1, 5], x => x > 3)", "false"), ("all([true, true])", "true"), ("all([])", "true"),
    ]
  ) { call in
    .bool(try firstPlace(call, of: false) == nil)
  }

  static let find = Builtin(
    "find", "The first member of which a function says yes; nil where there is none.",
    [.list, .function], gives: .member,
    examples: [("find([1, 2, 3], x => x > 1)", "2"), ("find([1], x => x > 1)", "nil")]
  ) { call in
    guard let place = try firstPlace(call, of: true) else { return .null }
    return try call.items(0)[place]
  }

  /// Where the function, or without one the member itself, first gives an answer.
  private static func firstPlace(_ call: borrowing Call, of wanted: Bool) throws -> Int? {
    let items = try call.items(0)
    if call.arguments.count == 1 {
      let name = call.name
      return try items.firstIndex {
        try ItemTest.truth($0, name, "members that are true or false, or a function") == wanted
      }
    }
    var test = try call.test(1)
    return try items.firstIndex { try test($0) == wanted }
  }

  static let count = Builtin(
    "count", "Of how many members a function says yes.", [.list, .function], gives: .int,
    examples: [("count([1, 2, 3], x => x > 1)", "2"), ("count([], x => true)", "0")]
  ) { call in
    var test = try call.test(1)
    var count = 0
    for item in try call.items(0) where try test(item) { count += 1 }
    return .int(count)
  }
}
