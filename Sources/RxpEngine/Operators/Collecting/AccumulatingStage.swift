/// What `scan` and `reduce` share: a running value, made anew of itself and each event. Without a start
/// the first event is it.
class AccumulatingStage: Stage {
  final var value: Value?
  final let f: Asked

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
