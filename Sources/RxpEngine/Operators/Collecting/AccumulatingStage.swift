/// What `scan` and `reduce` share: a running value, made anew of itself and each event. Without a start
/// the first event is it.
class AccumulatingStage: Stage {
  final var value: Value?
  final let f: Asked

  /// `fallback`: what holds without a start, in words; `note`: what else is to say of it.
  static func parameters(start note: String, else fallback: String) -> [Parameter] {
    [
      .optional("start", .value, "the running value before the first event" + note, else: fallback),
      .required(
        "f", .asked(.accumulator(start: "start"), wants: .any),
        "the next running value, from acc and it"),
    ]
  }

  init(_ args: Arguments) throws {
    value = try args.value("start")
    f = try args.asked("f")
    // The first event is the start then: `index` is that of the event all the same.
    if value == nil { f.index = 1 }
    super.init(args.run)
  }

  final func accumulate(_ event: Value) throws -> Value {
    let made = if let value { try f(acc: value, event) } else { event }
    value = made
    return made
  }

  override func stopped() { value = nil }
}
