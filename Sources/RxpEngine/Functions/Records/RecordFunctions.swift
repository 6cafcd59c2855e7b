extension Builtin {
  static let keys = Builtin(
    "keys", "The keys of a record, in order.", [.record], gives: .texts,
    examples: [("keys({b: 1, a: 2})", "[\"b\", \"a\"]"), ("keys({})", "[]")]
  ) { call in
    try .texts(call.record(0).shape.keys)
  }

  static let values = Builtin(
    "values", "The values of a record, in order.", [.record],
    gives: ResultRule { types in
      guard case .record(let fields, true) = types.first else { return .list(.any) }
      return .list(fields.map(\.type).joined)
    },
    examples: [("values({b: 1, a: 2})", "[1, 2]"), ("values({})", "[]")]
  ) { call in
    .list(try List(call.record(0).values))
  }

  static let has = Builtin(
    "has", "Whether a record has a field, be it nil.", [.record, Parameter("key", .text)],
    gives: .bool, onNil: .saysNo,
    examples: [("has({a: nil}, \"a\")", "true"), ("has({a: 1}, \"b\")", "false")]
  ) { call in
    .bool(try call.record(0)[call.text(1)] != nil)
  }

  static let merge = Builtin(
    "merge", "The fields of several records in one; of equal keys the last value. nil has none.",
    [.record, Parameter("other", .record([], isClosed: false))], variadic: true, gives: .merged,
    onNil: .passes,
    examples: [
      ("merge({a: 1, b: 2}, {b: 3, c: 4})", "{a: 1, b: 3, c: 4}"), ("merge({a: 1}, nil)", "{a: 1}"),
    ]
  ) { call in
    var pairs: [(Text, Value)] = []
    var isMissing = true
    for place in call.arguments.indices {
      if case .null = call[place] { continue }
      isMissing = false
      let record = try call.record(place)
      pairs += Swift.zip(record.shape.keys, record.values)
    }
    return isMissing ? .null : .record(try Record(pairs: pairs))
  }

  static let without = Builtin(
    "without", "A record without some of its fields, named one by one or in a list.",
    [.record, Parameter("key", .any)], variadic: true,
    gives: .always(.record([], isClosed: false)),
    examples: [
      ("without({a: 1, b: 2}, \"a\")", "{b: 2}"),
      ("without({a: 1, b: 2, c: 3}, [\"a\", \"c\"])", "{b: 2}"),
      ("without({a: 1}, \"x\")", "{a: 1}"),
    ]
  ) { call in
    let record = try call.record(0)
    var unwanted: Set<Text> = []
    for place in call.arguments.indices.dropFirst() {
      switch call[place] {
      case .text(let key): unwanted.insert(key)
      case .null: continue
      case .list(let list):
        for item in list.items {
          guard case .text(let key) = item else { throw call.mistake(place, "a list of strings") }
          unwanted.insert(key)
        }
      default: throw call.mistake(place, "a string or a list of them")
      }
    }
    let fields = Swift.zip(record.shape.keys, record.values)
    return .record(try Record(pairs: fields.filter { !unwanted.contains($0.0) }))
  }
}

extension ResultRule {
  /// All fields that are known, the later types in the place of the earlier.
  fileprivate static let merged = ResultRule { types in
    var merged: [Type.RecordType.Field] = []
    var isClosed = !types.isEmpty
    for type in types where type != .null {
      guard case .record(let fields, let closed) = type else { return .record([], isClosed: false) }
      // What is not known of the later may replace what is known of the earlier.
      if !closed { merged = merged.map { .init($0.name, .any) } }
      isClosed = isClosed && closed
      for field in fields {
        if let place = merged.firstIndex(where: { $0.name == field.name }) {
          merged[place] = field
        } else {
          merged.append(field)
        }
      }
    }
    return .record(merged, isClosed: isClosed)
  }
}
