extension Operator {
  static let first = Operator(
    "first", .filtering, "Passes the first event, of those that pass a test, and completes.",
    takes: [
      PickStage.test,
      .optional("default", .value, "what is sent where there is none", else: "nil"),
      .named(
        "onEmpty", .word(["send", "fail", "complete"]),
        "what happens where there is none and no default: nil is sent, or an error, or only completed",
        else: "send"),
    ],
    types: PickStage.types,
    atEnd: .flushes,
    shape: ShapeRule(stopsEarly: true) { ShapeRule.picking.apply($0).mayFail },
    elsewhere: [
      Elsewhere("rac.first", note: "blocks there"),
      Elsewhere(
        "rac.firstOrDefault", written: "firstOrDefault:success:error:",
        note: "the default by name here"),
      Elsewhere("rx.first", "onEmpty: fail"),
      Elsewhere("rx.firstValueFrom", "onEmpty: fail"),
      Elsewhere("rxswift.first"),
      Elsewhere("rs.first", note: "blocks there"),
      Elsewhere("combine.first", "onEmpty: complete"),
      Elsewhere("combine.firstWhere", "onEmpty: complete", written: "first(where:)"),
      Elsewhere(
        "combine.tryFirstWhere", "onEmpty: complete", written: "tryFirst(where:)"),
      Elsewhere(
        "rac.asynchronousFirstOrDefault", written: "asynchronousFirstOrDefault:success:error:"),
    ],
    examples: [
      Example("the first one, and the end", "first", in: "-a-b|", out: "-[a|]"),
      Example("the first that passes", "first it > \"a\"", in: "-a-b-c|", out: "---[b|]"),
      Example("none: nil", "first", in: "--|", out: "--[n|]", values: "n: nil"),
      Example("none: the default", "first default: \"z\"", in: "--|", out: "--[z|]"),
      Example(
        "as in Rx none is an error", "first onEmpty: fail", in: "--|", out: "--#",
        values: "error: \"empty\""),
      Example("an error passes", "first it == \"z\"", in: "-a#", out: "--#"),
    ]
  ) { args in
    let test = args.optionalAsked("test")
    return PickStage(args.run, try PickStage.substitute(args, or: "send")) { value in
      if let test, try !test.test(value) { return .pass }
      return .last
    }
  }
}

/// Waits for the event that decides, or sends a substitute at the completion.
final class PickStage: Stage {
  /// What an event is: not the one, the one so far, the one.
  enum Verdict { case pass, candidate, last }

  enum Substitute {
    case value(Value)
    case failure(Failure)
    case nothing
  }

  private let substitute: Substitute
  private let judge: (Value) throws -> Verdict
  private let isLast: Bool
  private var candidate: Value?

  static let test = Parameter.optional(
    "test", .asked(.event, wants: .bool), "a yes/no test of the event", else: "all pass")

  /// Of those that take a default.
  static let types = TypeRule { context in
    context.argument("default").map { context.input.joined(with: $0) } ?? context.input
  }

  /// `isLast`: every event is a candidate, so that of a batch the last row is all that counts.
  init(
    _ run: Run, _ substitute: Substitute, isLast: Bool = false,
    _ judge: @escaping (Value) throws -> Verdict
  ) {
    self.isLast = isLast
    self.substitute = substitute
    self.judge = judge
    super.init(run)
  }

  /// What the arguments `default` and `onEmpty` say.
  static func substitute(
    _ args: Arguments, or fallback: String, kind: Text = "empty",
    _ message: String = "the source completed without such an event"
  ) throws -> Substitute {
    if let value = try args.value("default") { return .value(value) }
    switch try args.word("onEmpty") ?? fallback {
    case "send": return .value(.null)
    case "complete": return .nothing
    default:
      return .failure(
        Failure(kind: kind, Text("\(args.signal.name): \(message)"), place: args.place))
    }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if isLast { candidate = batch[batch.count - 1] } else { super.receive(batch, input) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    switch try judge(value) {
    case .pass: break
    case .candidate: candidate = value
    case .last: sendLast(value)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    guard case .completed = end else { return finish(end) }
    if let candidate { return sendLast(candidate) }
    switch substitute {
    case .value(let value): sendLast(value)
    case .failure(let failure): fail(failure)
    case .nothing: complete()
    }
  }

  override func stopped() { candidate = nil }
}
