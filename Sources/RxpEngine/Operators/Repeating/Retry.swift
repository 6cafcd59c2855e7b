extension Operator {
  static let retry = Operator(
    "retry", .repeating, "Subscribes again when the source fails.",
    takes: [
      .optional("n", .count, "how often at most; 0 for ever", else: "for ever"),
      .named("delay", .asked(.failure, wants: .number), "how long to wait before; it is the error, index counts", else: "not at all"),
      .named("counts", .word(["retries", "attempts"]), "whether n counts the first attempt too", else: "retries"),
      .named("zero", .word(["forever", "never"]), "what n = 0 means", else: "forever"),
    ],
    types: .sameAsInput, atEnd: .completes,
    elsewhere: [
      Elsewhere("rac.retry"), Elsewhere("rx.retry", "zero: never"), Elsewhere("rs.retry", "zero: never"),
      Elsewhere("combine.retry", "zero: never"), Elsewhere("rxswift.retry", "counts: attempts"),
    ],
    examples: [
      Example("n means n more attempts", "cold \"-a#\" | retry 2", out: "-a-a-a#"),
      Example("completion passes", "cold \"-a|\" | retry 2", out: "-a|"),
      Example("with a time between", "cold \"-a#\" | retry 1, delay: 200ms", out: "-a---a#"),
    ]
  ) { args in
    var left = try args.count("n")
    if left == 0 { left = try args.word("zero") == "never" ? 0 : nil }
    if let n = left, try args.word("counts") == "attempts" { left = max(0, n - 1) }
    return RetryStage(args.run, left, delay: args.optionalAsked("delay"))
  }
}

/// R2, R3: the next attempt is a later step, so that sources that fail at once do not recurse.
final class RetryStage: Stage {
  private var left: Int?
  private let delay: Asked?

  init(_ run: Run, _ left: Int?, delay: Asked?) {
    self.left = left
    self.delay = delay
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }

  override func ended(_ end: End, _ input: Int) throws {
    guard case .failed(let failure) = end, left != 0 else { return finish(end) }
    left = left.map { $0 - 1 }
    guard let delay else { return wakeLater() }
    let answer = try delay(.failure(failure))
    guard let seconds = answer.number, let time = Time.nanoseconds(seconds: seconds), time >= 0 else {
      throw Failure.type("a delay is 0 or more seconds: got \(answer.excerpt())")
    }
    wake(at: Time.sum(run.now, time))
  }

  override func timer(_ token: Int) throws {
    if let source = signal.upstream { connect(source) }
  }
}
