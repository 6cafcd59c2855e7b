extension Operator {
  static let absence = Operator(
    "absence", .timing,
    "Sends a notice when nothing has come for a time: once for each silence, which the next event ends.",
    takes: [
      .required("time", .period, "how long nothing must come"),
      .named(
        "key", .asked(.event, wants: .any), "the events of each key are waited for by themselves",
        else: "any event is waited for"),
      .named(
        "expected", .value, "a list of keys that are waited for from the start",
        else: "each key from its first event on"),
      .named(
        "recovered", .bool, "whether a notice is sent too when an event ends a silence",
        else: "false"),
      ClockedStage.at, .limit("keys"),
    ],
    types: TypeRule { context in
      .record(
        (context.argument("key").map { [Type.RecordType.Field("key", $0)] } ?? []) + [
          .init("absent", .bool), .init("since", .number), .init("last", context.input),
        ], isClosed: true)
    },
    holds: .growing("of each key the last event"),
    shape: .cutting,
    examples: [
      Example(
        "once for each silence", "absence 300ms | map .last", in: "-ab-------c----|",
        out: "-----b-------c-|"),
      Example("an error passes at once", "absence 300ms", in: "-a#", out: "--#"),
      Example(
        "silence from the start, and its end", "absence 300ms, recovered: true", in: "----a|",
        out: "---xy|",
        values: "x: {absent: true, since: 0, last: nil}, y: {absent: false, since: 0, last: \"a\"}"),
      Example(
        "each key by itself, those too that never came",
        "absence 300ms, key: it, expected: [\"b\"] | map .key",
        in: "--a----|", out: "---b-a-|"),
      Example(
        "by the events' own times", "absence 10, at: .t", in: "ab|", out: "-x|",
        values: "a: {t: 1}, b: {t: 20}, x: {absent: true, since: 1, last: {t: 1}}"),
    ]
  ) { args in
    try AbsenceStage(args)
  }
}

/// What is waited for, in the order of the last events, which is that of the silences to come.
final class AbsenceStage: ClockedStage {
  private struct Watch {
    var instant: Instant = 0
    var since = Value.null
    var last = Value.null
  }

  private let length: Int
  private let key: Asked?
  private let expected: [Value]
  private let tellsRecovery: Bool
  private let limit: HeldLimit
  private var watched = KeyedSlots<Watch>(vacant: Watch())
  /// Since when keys are silent whose silence was told; kept where its end is told too.
  private var silent: [GroupKey: Value] = [:]
  private var isFirst = true
  private static let shape = Shape(["absent", "since", "last"])
  private static let keyedShape = Shape(["key", "absent", "since", "last"])

  override init(_ args: Arguments) throws {
    length = try args.duration("time") ?? 0
    key = args.optionalAsked("key")
    tellsRecovery = try args.bool("recovered") ?? false
    limit = try HeldLimit(args, "keys")
    if let list = try args.value("expected") {
      guard let items = Items(list) else { throw args.mistake("expected", "a list of keys", list) }
      guard key != nil else {
        throw Failure.type("absence needs a key where keys are expected", at: args.place)
      }
      expected = try items.laidOut()
    } else {
      expected = key == nil ? [.null] : []
    }
    try super.init(args)
  }

  override func start() throws {
    if !goesByEvents {
      try expect(since: clockStamp)
      arm()
    }
    try super.start()
  }

  /// By the events' own times, silence counts from the first of them.
  private func expect(since stamp: Value) throws {
    for key in expected where watched.place(of: key) == nil {
      watched.append(key, Watch(instant: time, since: stamp))
    }
    try limit.check(watched.count, by: self)
  }

  override var deadline: Instant? { watched.oldest.map { Time.sum(watched[$0].instant, length) } }

  override func due() throws {
    guard let oldest = watched.oldest else { return }
    let key = watched.key(at: oldest)
    let watch = watched.remove(oldest)
    if tellsRecovery { silent[GroupKey(key)] = watch.since }
    send(try notice(key, isAbsent: true, since: watch.since, last: watch.last))
  }

  override func event(_ value: Value) throws {
    if isFirst {
      isFirst = false
      if goesByEvents { try expect(since: stamp) }
    }
    let key = try self.key?(value) ?? .null
    let watch = Watch(instant: time, since: stamp, last: value)
    if let place = watched.place(of: key) {
      watched[place] = watch
      return watched.renew(place)
    }
    watched.append(key, watch)
    let since = silent.removeValue(forKey: GroupKey(key))
    try limit.check(watched.count + silent.count, by: self)
    if let since { send(try notice(key, isAbsent: false, since: since, last: value)) }
  }

  private func notice(
    _ key: Value, isAbsent: Bool, since: Value, last: Value
  ) throws -> Value {
    if self.key == nil {
      return .record(try Record(AbsenceStage.shape, [.bool(isAbsent), since, last]))
    }
    return .record(
      try Record(AbsenceStage.keyedShape, [key, .bool(isAbsent), since, last]))
  }

  override func stopped() {
    watched.removeAll()
    silent = [:]
  }
}
