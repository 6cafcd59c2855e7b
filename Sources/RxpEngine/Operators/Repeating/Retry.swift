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
        "counts", .word(["retries", "attempts"]), "whether n counts the first attempt too",
        else: "retries"),
      .named(
        "zero", .word(["forever", "never"]), "what 0 retries mean; 0 attempts complete at once",
        else: "forever"),
      .named(
        "resetOnSuccess", .bool, "whether the count starts anew after an event", else: "false"),
    ],
    types: .sameAsInput, atEnd: .completes,
    shape: .retrying,
    pitfalls: [
      .restarts(after: .failure, limit: "n", delay: "delay", instead: "retry 3, delay: 1s"),
      .waitsForError,
    ],
    elsewhere: [
      Elsewhere("rac.retry"), Elsewhere("rx.retry", "zero: never"),
      Elsewhere("rs.retry", "zero: never"), Elsewhere("combine.retry", "zero: never"),
      Elsewhere("rxswift.retry", "counts: attempts"),
    ],
    examples: [
      Example("n means n more attempts", "cold \"-a#\" | retry 2", out: "-a-a-a#"),
      Example("completion passes", "cold \"-a|\" | retry 2", out: "-a|"),
      Example("with a time between", "cold \"-a#\" | retry 1, delay: 200ms", out: "-a---a#"),
      Example(
        "waiting longer each time", "cold \"-a#\" | retry 2, delay: 100ms * (index + 1)",
        out: "-a--a---a#"),
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
    return RetryStage(
      args.run, limit: isForever ? nil : n.map { countsAttempts ? $0 - 1 : $0 },
      delay: args.optionalAsked("delay"),
      resetsOnSuccess: try args.bool("resetOnSuccess") ?? false)
  }
}

extension ShapeRule {
  fileprivate static let retrying = ShapeRule { context in
    let input = context.input
    if input.fails == .never { return input }
    var shape = input.apart
    shape.pace = nil
    if input.most != 0 { shape.most = nil }
    shape.fails = min(input.fails, .perhaps)
    shape.timing = input.timing == .later ? .later : .unknown
    shape.completes = input.completes == .surely ? .perhaps : input.completes
    return shape
  }
}

/// R2.
final class RetryStage: ResubscribingStage {
  private let limit: Int?
  private let resetsOnSuccess: Bool
  private var count = 0

  /// `limit`: how many more attempts there may be; nil for any number.
  init(_ run: Run, limit: Int?, delay: Asked?, resetsOnSuccess: Bool) {
    self.limit = limit
    self.resetsOnSuccess = resetsOnSuccess
    super.init(run, delay: delay)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if resetsOnSuccess, input == ResubscribingStage.source { count = 0 }
    super.receive(batch, input)
  }

  override func next(_ value: Value, _ input: Int) {
    if resetsOnSuccess, input == ResubscribingStage.source { count = 0 }
    super.next(value, input)
  }

  override func ended(_ end: End, _ input: Int) throws {
    guard input == ResubscribingStage.source, case .failed(let failure) = end,
      limit.map({ count < $0 }) ?? true
    else { return finish(end) }
    count += 1
    try again(.failure(failure))
  }
}
