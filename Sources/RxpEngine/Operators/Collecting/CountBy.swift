import RxpText

extension Operator {
  static let countBy = Operator(
    "countBy", .collecting,
    "Counts the events of each key: sends a record with a count for each, when the source completes.",
    takes: [
      .required(
        "key", .asked(.event, wants: .any),
        "the key of the event; what is no string counts as it would be printed"),
      .named(
        "weight", .asked(.event, wants: .number), "what the event adds; nil leaves it out",
        else: "1"),
      .named(
        "sends", .word(["atEnd", "each"]),
        "whether the record is sent once, or as it stands after each event", else: "atEnd"),
      .named(
        "sort", .word(["first", "key", "count"]),
        "the order of the fields: by first occurrence, by key, or by count, the greatest first",
        else: "first"),
      .limit("keys"),
    ],
    types: .always(.record([], isClosed: false)), holds: .keys("a count for each key"),
    atEnd: .flushes,
    shape: .gathering(unless: ["sends"], else: .derived),
    pitfalls: [.waitsForEndUnless("sends")],
    examples: [
      Example(
        "one record at the end", "countBy it", in: "-a-b-a|", out: "------[x|]",
        values: "x: {a: 2, b: 1}"),
      Example(
        "as it stands after each event", "countBy upper, sends: each", in: "-a-b|", out: "-x-y|",
        values: "x: {A: 1}, y: {A: 1, B: 1}"),
      Example(
        "adds something of each", "countBy .k, weight: .n, sort: count", in: "-abc|",
        out: "----[x|]",
        values: "a: {k: \"p\", n: 1}, b: {k: \"q\", n: 5}, c: {k: \"p\", n: 2}, x: {q: 5, p: 3}"),
      Example("an error is all there is", "countBy it", in: "-a#", out: "--#"),
      Example(
        "of nothing: an empty record", "countBy it", in: "--|", out: "--[x|]", values: "x: {}"),
    ]
  ) { args in
    try CountByStage(args)
  }
}

final class CountByStage: Stage {
  private enum Sort { case first, key, count }

  private let key: Asked
  private let weight: Asked?
  private let sendsEach: Bool
  private let sort: Sort
  private let limit: HeldLimit
  private var keys: [Text] = []
  private var counts: [Value] = []
  private var places: [Text: Int] = [:]
  /// That of the last record, as long as the keys are the same and in the same order.
  private var shape: Shape?

  init(_ args: Arguments) throws {
    key = try args.asked("key")
    weight = args.optionalAsked("weight")
    sendsEach = try args.word("sends") == "each"
    sort =
      switch try args.word("sort") {
      case "key": .key
      case "count": .count
      default: .first
      }
    limit = try HeldLimit(args, "keys")
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let added = try weight?(value) ?? .int(1)
    if case .null = added { return }
    guard added.number != nil else {
      throw Failure.type("countBy needs numbers as weight: got \(added.excerpt())")
    }
    try add(added, to: (try key(value)).displayed)
    if sendsEach { send(try record()) }
  }

  private func add(_ added: Value, to name: Text) throws {
    if let place = places[name] {
      counts[place] = try Value.arithmetic(.add, counts[place], added)
      return
    }
    try limit.check(keys.count + 1, by: self)
    places[name] = keys.count
    keys.append(name)
    counts.append(added)
    shape = nil
  }

  private func record() throws -> Value {
    let order: [Int]
    switch sort {
    case .first:
      let shape = self.shape ?? Shape(keys)
      self.shape = shape
      return .record(try Record(shape, counts))
    case .key: order = keys.indices.sorted { keys[$0] < keys[$1] }
    case .count:
      // Places decide between equals: the library's sort promises no stability.
      order = keys.indices.sorted {
        let order = Value.numbers(counts[$0], counts[$1])
        return order != 0 ? order > 0 : $0 < $1
      }
    }
    return .record(try Record(Shape(order.map { keys[$0] }), order.map { counts[$0] }))
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, !sendsEach { send(try record()) }
    finish(end)
  }

  override func stopped() {
    keys = []
    counts = []
    places = [:]
    shape = nil
  }
}
