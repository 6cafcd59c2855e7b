extension Operator {
  static let single = Operator(
    "single", .filtering, "Passes the one event that passes a test; none or several are an error.",
    takes: [
      PickStage.test,
      .named(
        "sends", .word(["atEnd", "atOnce"]),
        "whether it is sent once it is known to be the only one, or as it comes", else: "atEnd"),
      .named(
        "otherwise", .word(["fail", "send"]),
        "what happens where there is none or another: an error, or nil is sent", else: "fail"),
    ],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule(stopsEarly: true) { context in
      var shape = ShapeRule.picking.apply(context).mayFail
      // The one that was sent at once, and nil in place of the next.
      if context.has("sends"), !shape.isSilent { shape.most = 2 }
      return shape
    },
    elsewhere: [
      Elsewhere("rx.single"),
      Elsewhere("rxswift.single", "sends: atOnce"),
      Elsewhere("rs.single", "otherwise: send", note: "blocks there"),
    ],
    examples: [
      Example("the only one, at the completion", "single", in: "-a-|", out: "---[a|]"),
      Example(
        "a second is an error", "single", in: "-a-b-|", out: "---#", values: "error: \"sequence\""),
      Example("none is an error", "single", in: "--|", out: "--#", values: "error: \"empty\""),
      Example(
        "none that passes is an error of its own", "single it == \"z\"", in: "-a|", out: "--#",
        values: "error: \"notFound\""),
      Example(
        "or nil in place of the error", "single otherwise: send", in: "-a-b-|", out: "---[n|]",
        values: "n: nil"),
      Example("as in RxSwift it is sent at once", "single sends: atOnce", in: "-a-|", out: "-a-|"),
    ]
  ) { args in
    SingleStage(
      args.run, args.optionalAsked("test"), sendsAtOnce: try args.word("sends") == "atOnce",
      sendsNil: try args.word("otherwise") == "send")
  }
}

final class SingleStage: Stage {
  private let test: Asked?
  private let sendsAtOnce: Bool
  private let sendsNil: Bool
  private var isEmpty = true
  private var found: Value?

  init(_ run: Run, _ test: Asked?, sendsAtOnce: Bool, sendsNil: Bool) {
    self.test = test
    self.sendsNil = sendsNil
    self.sendsAtOnce = sendsAtOnce
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    isEmpty = false
    if let test, try !test.test(value) { return }
    if found != nil {
      return none(Failure(kind: "sequence", "single: more than one such event"))
    }
    found = value
    if sendsAtOnce { send(value) }
  }

  override func ended(_ end: End, _ input: Int) {
    guard case .completed = end else { return finish(end) }
    if let found {
      if sendsAtOnce { complete() } else { sendLast(found) }
    } else if isEmpty {
      none(Failure(kind: "empty", "single: the source completed without an event"))
    } else {
      none(Failure(kind: "notFound", "single: no event passed the test"))
    }
  }

  private func none(_ why: Failure) { if sendsNil { sendLast(.null) } else { fail(why) } }

  override func stopped() { found = nil }
}
