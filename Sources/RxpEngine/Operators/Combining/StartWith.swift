extension Operator {
  static let startWith = Operator(
    "startWith", .combining, "Sends values first, then what the source sends.",
    takes: [.required("values", .values, "what to send first, in order")],
    types: TypeRule { $0.input.joined(with: ($0.argument("values") ?? .any).sent) },
    shape: ShapeRule { $0.input.preceded(by: $0.count("values")).failing },
    elsewhere: [
      Elsewhere("rac.startWith"),
      Elsewhere("rx.startWith"),
      Elsewhere("rxswift.startWith"),
      Elsewhere("rs.prefix", written: "prefix(value:)"),
      Elsewhere("combine.prepend"),
    ],
    examples: [
      Example("at subscription", "startWith \"x\"", in: "-b|", out: "xb|"),
      Example("several", "startWith \"x\", \"y\"", in: "-b|", out: "[xy]b|"),
      Example("take 1 needs no source", "startWith \"x\" | take 1", in: "-b|", out: "[x|]"),
    ]
  ) { args in
    StartWithStage(args.run, try args.values("values"))
  }
}

final class StartWithStage: Stage {
  private let values: [Value]
  init(_ run: Run, _ values: [Value]) {
    self.values = values
    super.init(run)
  }
  override func start() throws {
    for value in values where !isDone { send(value) }
    if !isDone { try super.start() }
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
