extension Operator {
  static let attempt = Operator(
    "attempt", .creating, role: .source,
    "Works an expression out at each subscription and sends what it gives; nil is an error.",
    takes: [
      .required("f", .asked(.nothing, wants: .any), "the expression, or () => …"),
      .named("onNil", .word(["fail", "send"]), "whether nil is an error, or sent", else: "fail"),
    ],
    types: .argument("f"), atEnd: .ends,
    shape: ShapeRule { context in
      var shape = SignalShape.items(1).mayFail
      shape.inner = context.signals("f").first
      return shape
    },
    elsewhere: [
      Elsewhere("rac.tryBlock", written: "+try:"),
      Elsewhere("rs.result", "onNil: send", written: "SignalProducer(result:)"),
      Elsewhere("combine.result", "onNil: send", written: "Result.publisher"),
    ],
    examples: [
      Example("a value, then the end", "attempt 1 + 1", out: "[a|]", values: "a: 2"),
      Example("nil is an error", "attempt int(\"x\")", out: "#", values: "error: \"nil\""),
      Example("or is sent", "attempt nil, onNil: send", out: "[a|]", values: "a: nil"),
      Example(
        "an error of one's own", "attempt int(\"x\") ?? raise(\"no number\")", out: "#",
        values: "error: \"no number\""),
      Example(
        "worked out for each subscription", "attempt index | repeat | take 2", out: "[aa|]",
        values: "a: 0"),
    ]
  ) { args in
    AttemptStage(args.run, try args.asked("f"), sendsNil: try args.word("onNil") == "send")
  }
}

/// RACSignal +try: a value is sent whatever else the block says, nil is its error.
final class AttemptStage: Stage {
  private let f: Asked
  private let sendsNil: Bool

  init(_ run: Run, _ f: Asked, sendsNil: Bool) {
    self.f = f
    self.sendsNil = sendsNil
    super.init(run)
  }

  override func start() throws {
    switch try f() {
    case .null where !sendsNil: throw Failure(kind: "nil", "attempt got nil")
    case .failure(let failure): throw failure
    case let value:
      send(value)
      complete()
    }
  }
}
