extension Operator {
  static let retry = Operator(
    "retry", .repeating, "Subscribes again when the source fails.",
    takes: [
      .optional("n", .count, "how often at most; 0 for ever", else: "for ever"),
      .named(
        "delay", .asked(.failure, wants: .any),
        "how long to wait before, or a signal to wait for; it is the error, index counts",
        else: "not at all"),
      .named(
        "factor", .value, "how many times as long as the one before each wait is", else: "1"),
      .named("longest", .duration, "the longest wait that factor leads to", else: "no bound"),
      .named(
        "counts", .word(["retries", "attempts"]), "whether n counts the first attempt too",
        else: "retries"),
      .named(
        "zero", .word(["forever", "never"]), "what 0 retries mean; 0 attempts complete at once",
        else: "forever"),
      .named(
        "resetOnSuccess", .bool, "whether the count and the waits start anew after an event",
        else: "false"),
      ResubscribingStage.again,
    ],
    types: .sameAsInput, atEnd: .completes,
    shape: .retrying,
    pitfalls: [
      .restarts(after: .failure, limit: "n", delay: "delay", instead: "retry 3, delay: 1s"),
      .waitsForError,
    ],
    elsewhere: [
      Elsewhere("rac.retry"),
      Elsewhere("rx.retry", "zero: never, again: atOnce"),
      Elsewhere("rxswift.retry", "counts: attempts, again: atOnce"),
      Elsewhere("rs.retry", "zero: never, again: atOnce", written: "retry(upTo:)"),
      Elsewhere("combine.retry", "zero: never, again: atOnce"),
    ],
    examples: [
      Example("n means n more attempts", "cold \"-a#\" | retry 2", out: "-a-a-a#"),
      Example("completion passes", "cold \"-a|\" | retry 2", out: "-a|"),
      Example("with a time between", "cold \"-a#\" | retry 1, delay: 200ms", out: "-a---a#"),
      Example(
        "waiting longer each time", "cold \"-a#\" | retry 2, delay: 100ms * (index + 1)",
        out: "-a--a---a#"),
      Example(
        "backing off", "cold \"-a#\" | retry 3, delay: 100ms, factor: 2, longest: 300ms",
        out: "-a--a---a----a#"),
      Example(
        "when a signal says so", "cold \"-a#\" | retry 1, delay: timer(200ms)", out: "-a---a#"),
      Example(
        "as in RxSwift attempts count", "cold \"-a#\" | retry 2, counts: attempts", out: "-a-a#"),
    ]
  ) { args in
    let n = try args.count("n")
    let countsAttempts = try args.word("counts") == "attempts"
    // No attempt at all: the source is never subscribed to.
    if n == 0, countsAttempts { return ItemsStage(args.run, []) }
    let isForever = try n == nil || n == 0 && args.word("zero") != "never"
    return try RetryStage(
      args, limit: isForever ? nil : n.map { countsAttempts ? $0 - 1 : $0 })
  }
}

extension ShapeRule {
  fileprivate static let retrying = ShapeRule { context in
    let input = context.input
    if input.fails == .never {
      let shape = context.has("factor") ? input.failing : input
      return context.has("counts") ? .oneOf([shape, .items(0)]) : shape
    }
    var shape = input.apart
    shape.pace = nil
    if input.most != 0 { shape.most = nil }
    shape.fails = min(input.fails, .perhaps)
    shape.timing = input.timing == .later ? .later : .unknown
    shape.completes = input.completes == .surely ? .perhaps : input.completes
    // No attempt at all, or a cue that ends instead of coming.
    let mayBeNone = context.has("counts")
    if context.has("delay"), context.value("delay")?.number == nil {
      shape = shape.waiting(for: context.signal("delay"))
      shape.completes = .perhaps
    }
    if mayBeNone { shape.completes = .perhaps }
    if mayBeNone {
      shape.least = 0
      shape.timing = .unknown
    }
    return shape
  }
}

/// R2.
final class RetryStage: ResubscribingStage {
  private let limit: Int?
  private let resetsOnSuccess: Bool
  private var count = 0

  /// `limit`: how many more attempts there may be; nil for any number.
  init(_ args: Arguments, limit: Int?) throws {
    self.limit = limit
    resetsOnSuccess = try args.bool("resetOnSuccess") ?? false
    let delay = args.optionalAsked("delay")
    let factor = try args.value("factor")
    if let factor, (factor.number ?? 0) < 1 || delay == nil {
      throw delay == nil
        ? Failure.type("retry needs delay where factor is given", at: args.place)
        : args.mistake("factor", "a number, 1 or more", factor)
    }
    super.init(
      args.run, delay: delay, factor: factor?.number ?? 1,
      longest: try args.duration("longest") ?? Time.forever, again: try args.word("again"))
  }

  override func receive(_ batch: Batch, _ input: Int) {
    succeeded(input)
    super.receive(batch, input)
  }

  override func next(_ value: Value, _ input: Int) {
    succeeded(input)
    super.next(value, input)
  }

  private func succeeded(_ input: Int) {
    if !resetsOnSuccess || input != ResubscribingStage.source { return }
    count = 0
    resetWaits()
  }

  override func ended(_ end: End, _ input: Int) throws {
    guard input == ResubscribingStage.source, case .failed(let failure) = end,
      limit.map({ count < $0 }) ?? true
    else { return finish(end) }
    count += 1
    try again(.failure(failure))
  }
}
