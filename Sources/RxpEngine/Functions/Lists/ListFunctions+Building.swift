extension Builtin {
  static let range = Builtin(
    "range", "The whole numbers from one to another, both in: the same as from..to.",
    [Parameter("from", .int), Parameter("to", .int)], gives: .always(.range),
    examples: [("map(range(1, 3), x => x * x)", "[1, 4, 9]"), ("len(range(2, 1))", "0")]
  ) { call in
    .range(IntRange(try call.int(0), try call.int(1)))
  }

  static let flatten = Builtin(
    "flatten", "The members of the lists in a list, one level deep; other members as they are.",
    [.list],
    gives: ResultRule { types in
      switch types.first?.sent {
      case .list(let item): .list(item)
      case .range: .list(.int)
      default: .list(.any)
      }
    },
    examples: [("flatten([[1], [2, [3]], 4])", "[1, 2, [3], 4]"), ("flatten([])", "[]")]
  ) { call in
    var flat: [Value] = []
    for item in try call.items(0).bounded() {
      guard let inner = Items(item) else {
        flat.append(item)
        continue
      }
      guard inner.count <= Limits.listItems - flat.count else { throw Failure.listTooLong }
      flat += inner
    }
    return try .list(bounded: flat)
  }

  static let zip = Builtin(
    "zip", "Lists of the first members of several lists, the second ones, …, while all have one.",
    [.list, Parameter("other", .list(.any))], variadic: true,
    gives: ResultRule { types in
      types.count < 2 ? .list(.list(.any)) : .list(.tuple(types.map(\.sent)))
    },
    examples: [
      ("zip([1, 2], [\"a\", \"b\"])", "[[1, \"a\"], [2, \"b\"]]"), ("zip([1], [])", "[]"),
    ]
  ) { call in
    let lists = try call.arguments.indices.map { try call.items($0) }
    let count = lists.map(\.count).min() ?? 0
    guard count <= Limits.listItems else { throw Failure.listTooLong }
    let rows = try (0..<count).map { place in
      Value.list(try List(lists.map { $0[place] }))
    }
    return .list(try List(rows))
  }
}
