/// A diagram with the values of its letters: what `cold` and `hot` are given.
struct MarbleSource {
  let events: [(instant: Instant, content: Event.Content)]

  static let parameters: [Parameter] = [
    .required("diagram", .marble, "the diagram"),
    .named("frame", .period, "how long a column is", else: "100ms"),
    .named("error", .value, "what # sends", else: "error(\"error\")"),
    .named(
      "values", .names, "what letters stand for; without one the letter itself", else: "letters"),
  ]

  static let types = TypeRule { context in
    // Letters without a value are strings.
    context.argument("values") == nil ? .text : .any
  }

  init(_ args: Arguments, isHot: Bool) throws {
    let frame = try args.duration("frame") ?? args.run.frame
    let text = (try args.text("diagram"))?.string ?? ""
    let marble: Marble
    do { marble = try Marble(text, frame: frame, countsFromCaret: isHot) } catch let mistake
      as Marble.Mistake
    {
      throw Failure(
        kind: "marble", Text("\(mistake.message), at column \(mistake.column + 1) of \(text)"))
    }
    var values: [String: Value] = [:]
    for (name, value) in try args.named("values") { values[name] = value }
    let failure = try args.value("error").map { Failure.from($0) }
    events = marble.moments.map { moment in
      switch moment.mark {
      case .letter(let letter):
        (moment.instant, .next(values[String(letter)] ?? .string(String(letter))))
      case .completed: (moment.instant, .completed)
      case .error: (moment.instant, .error(failure ?? Failure.from(.text("error"))))
      }
    }
  }

  /// Lets an event happen.
  func play(_ index: Int, next: (Value) -> Void, end: (End) -> Void) {
    switch events[index].content {
    case .next(let value): next(value)
    case .error(let failure): end(.failed(failure))
    case .completed: end(.completed)
    }
  }
}

extension MarbleSource {
  /// What the diagram shows, where it is written in the program.
  static func shape(isHot: Bool) -> ShapeRule {
    ShapeRule { context in
      guard case .text(let text)? = context.value("diagram"),
        let marble = try? Marble(text.string, frame: 1, countsFromCaret: isHot)
      else { return SignalShape() }
      var shape = SignalShape()
      let marks = marble.moments.filter { $0.instant >= 0 }
      shape.most = marks.count { if case .letter = $0.mark { true } else { false } }
      shape.completes = marks.contains { $0.mark == .completed } ? .surely : .never
      shape.fails = marks.contains { $0.mark == .error } ? .surely : .never
      shape.subscription = isHot ? .hot : .cold
      if isHot {
        // Who comes late misses what has been, the end too.
        if shape.completes == .surely { shape.completes = .perhaps }
        if shape.fails == .surely { shape.fails = .perhaps }
        return shape
      }
      shape.least = shape.most ?? 0
      if marks.allSatisfy({ $0.instant > 0 }) { shape.timing = .later }
      return shape
    }
  }
}
