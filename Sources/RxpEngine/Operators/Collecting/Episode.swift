/// Events that belong together in time, as an operator sends them: a session, a burst.
struct Episode {
  /// What is sent of it.
  enum Form {
    /// `{key, start, end, count, events}`, without `key` where no key was asked for.
    case record
    /// The same without the events.
    case summary
    /// The events alone.
    case list
  }

  var start = Value.null
  var end = Value.null
  var count = 0
  var events: [Value] = []

  /// The option `sends`.
  static let parameter = Parameter.named(
    "sends", .word(["record", "summary", "list"]),
    "{key, start, end, count, events}, the same without the events, which are not held then, or "
      + "the list of events alone; start and end are seconds, as at says or as now() tells",
    else: "record")

  static func form(_ args: Arguments) throws -> Form {
    switch try args.word("sends") {
    case "summary": .summary
    case "list": .list
    default: .record
    }
  }

  static let types = TypeRule { context in
    if context.argument("sends") != nil { return .any }
    return .record(
      (context.argument("key").map { [Type.RecordType.Field("key", $0)] } ?? []) + [
        .init("start", .number), .init("end", .number), .init("count", .int),
        .init("events", .list(context.input)),
      ], isClosed: true)
  }

  /// Takes in an event that came at a time, in seconds.
  mutating func add(_ event: Value, at stamp: Value, holding: Bool) {
    if count == 0 { start = stamp }
    end = stamp
    count += 1
    if holding { events.append(event) }
  }

  /// As it is sent; `key` is nil where no key was asked for.
  func value(_ form: Form, key: Value?) throws -> Value {
    if form == .list { return try .list(events) }
    var values = [start, end, .int(count)]
    if form == .record { values.append(try .list(events)) }
    if let key { values.insert(key, at: 0) }
    return .record(try Record(Episode.shape(form, hasKey: key != nil), values))
  }

  private static func shape(_ form: Form, hasKey: Bool) -> Shape {
    form == .record ? (hasKey ? keyed : whole) : hasKey ? keyedSummary : summary
  }

  private static let summary = Shape(["start", "end", "count"])
  private static let keyedSummary = Shape(["key", "start", "end", "count"])
  private static let whole = Shape(["start", "end", "count", "events"])
  private static let keyed = Shape(["key", "start", "end", "count", "events"])
}
