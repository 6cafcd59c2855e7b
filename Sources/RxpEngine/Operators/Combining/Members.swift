/// The signals that an operator puts together, and how it puts their values together: as a list, or,
/// where they were given as a record, as a record with the same names.
struct Members {
  let signals: [Signal]
  private let names: [Text]?

  init(_ args: Arguments) throws {
    signals = try args.inputs("signals")
    names = try args.memberNames("signals")
    if names != nil && args.signal.upstream != nil {
      throw Failure.type(
        "\(args.signal.name) takes a record of signals only by itself", at: args.place)
    }
  }

  /// Whether they are put together as a list.
  var areListed: Bool { names == nil }

  func together(_ values: [Value]) throws -> Value {
    guard let names else { return try .list(values) }
    return .record(try Record(pairs: Array(zip(names, values))))
  }
}
