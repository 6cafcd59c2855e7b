extension Functions {
  private static let record = Builtin.Parameter("record", .record([], isClosed: false))

  static let records: [Builtin] = [keys, values, has, merge, without]

  private static let keys = Builtin.lifted(
    "keys", "The keys of a record, in order.", [record], returns: .list(.text),
    examples: [("keys({a: 1, b: 2})", "[\"a\",\"b\"]"), ("keys(nil)", "nil")]
  ) { arguments, _ in
    .list(List(flat: try Call("keys", arguments).record(0).shape.keys.map { .text($0) }))
  }

  private static let values = Builtin.lifted(
    "values", "The values of a record, in order.", [record], returns: .list(.any),
    examples: [("values({a: 1, b: 2})", "[1,2]"), ("values(nil)", "nil")]
  ) { arguments, _ in .list(try List(Call("values", arguments).record(0).values)) }

  private static let has = Builtin(
    "has", "Whether a record has a key.", [record, .init("key", .text)], returns: { _ in .bool },
    examples: [("has({a: nil}, \"a\")", "true"), ("has({}, \"a\")", "false")]
  ) { arguments, _ in
    if case .null = arguments[0] { return .bool(false) }
    let call = Call("has", arguments)
    return .bool(try call.record(0)[try call.text(1)] != nil)
  }

  private static let merge = Builtin(
    "merge", "The fields of several records; of equal keys the last one's value.", [record],
    variadic: true,
    returns: { _ in .record([], isClosed: false) },
    examples: [
      ("merge({a: 1}, {a: 2, b: 3})", "{\"a\":2,\"b\":3}"), ("merge({a: 1}, nil)", "{\"a\":1}"),
    ]
  ) { arguments, _ in
    var pairs: [(Text, Value)] = []
    for (index, argument) in arguments.enumerated() {
      if case .null = argument { continue }
      let record = try Call("merge", arguments).record(index)
      pairs += Swift.zip(record.shape.keys, record.values)
    }
    return .record(try Record(pairs: pairs))
  }

  private static let without = Builtin(
    "without", "A record without some keys.", [record, .init("key", .any)], variadic: true,
    returns: { _ in .record([], isClosed: false) },
    examples: [
      ("without({a: 1, b: 2}, \"a\")", "{\"b\":2}"), ("without({a: 1}, \"x\")", "{\"a\":1}"),
    ]
  ) { arguments, _ in
    if case .null = arguments[0] { return .null }
    let unwanted = Set(arguments.dropFirst())
    let record = try Call("without", arguments).record(0)
    return .record(
      try Record(
        pairs: Swift.zip(record.shape.keys, record.values).filter {
          !unwanted.contains(.text($0.0))
        }))
  }
}
