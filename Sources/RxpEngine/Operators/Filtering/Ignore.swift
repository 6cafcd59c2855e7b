extension Operator {
  static let ignore = Operator(
    "ignore", .filtering, "Drops the events that equal a value.",
    takes: [.required("value", .value, "what to drop; nil drops nil")], types: .sameAsInput,
    shape: .some,
    elsewhere: [
      Elsewhere("rac.ignore"),
      Elsewhere("rs.skipNil", "value: nil"),
    ],
    examples: [
      Example("equal values are dropped", "ignore \"a\"", in: "-a-b-a-|", out: "---b---|"),
      Example("an error passes", "ignore \"a\"", in: "-a-#", out: "---#"),
      Example("nil is dropped by nil", "ignore nil", in: "-n-b|", out: "---b|", values: "n: nil"),
    ]
  ) { args in
    IgnoreStage(args.run, try args.value("value") ?? .null)
  }
}

final class IgnoreStage: Stage {
  private let unwanted: Value
  init(_ run: Run, _ unwanted: Value) {
    self.unwanted = unwanted
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) {
    if value != unwanted { send(value) }
  }
}
