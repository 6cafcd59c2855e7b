extension Operator {
  static let attempt = Operator(
    "attempt", .creating, role: .source,
    "Works an expression out at each subscription and sends what it gives; nil is an error.",
    takes: [.required("f", .asked(.nothing, wants: .any), "the expression, or () => …")],
    types: .argument("f"), atEnd: .ends,
    elsewhere: [Elsewhere("rac.tryBlock", note: "RACSignal +try:"), Elsewhere("rs.result")],
    examples: [
      Example("a value, then the end", "attempt 1 + 1", out: "[a|]", values: "a: 2"),
      Example("nil is an error", "attempt int(\"x\")", out: "#", values: "error: \"nil\""),
      Example(
        "an error of one's own", "attempt int(\"x\") ?? raise(\"no number\")", out: "#",
        values: "error: \"no number\""),
      Example(
        "worked out for each subscription", "attempt index | repeat | take 2", out: "[aa|]",
        values: "a: 0"),
    ]
  ) { args in
    AttemptStage(args.run, try args.asked("f"))
  }
}

/// RACSignal +try: a value is sent whatever else the block says, nil is its error.
final class AttemptStage: Stage {
  private let f: Asked

  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }

  override func start() throws {
    switch try f() {
    case .null: throw Failure(kind: "nil", "attempt got nil")
    case .failure(let failure): throw failure
    case let value:
      send(value)
      complete()
    }
  }
}
