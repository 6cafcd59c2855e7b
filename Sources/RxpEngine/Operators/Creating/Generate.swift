extension Operator {
  static let generate = Operator(
    "generate", .creating, role: .source,
    "Sends a value, the one made of it, and so on, at subscription.",
    takes: [
      .required("start", .value, "the first value"),
      .optional(
        "while", .asked(.given(.any), wants: .bool),
        "whether it is sent and there may be more; it is the value", else: "for ever"),
      .required("next", .asked(.given(.any), wants: .any), "the next value, made of it"),
      .optional(
        "sends", .asked(.given(.any), wants: .any), "what is sent for it", else: "the value itself"),
    ],
    types: TypeRule { context in
      if let sent = context.argument("sends") { return sent }
      return (context.argument("start") ?? .any).joined(with: context.argument("next") ?? .any)
    },
    atEnd: .ends,
    shape: ShapeRule { context in
      var shape = context.has("while") ? SignalShape.items(nil) : .unending
      // The test may hold for ever.
      if shape.completes == .surely { shape.completes = .perhaps }
      return shape.failing
    },
    elsewhere: [
      Elsewhere("rx.generate", note: "an object of options is written as named arguments here"),
      Elsewhere(
        "rxswift.generate", written: "generate(initialState:condition:iterate:)"),
    ],
    examples: [
      Example(
        "while a test holds", "generate 1, it < 5, it * 2", out: "[abc|]",
        values: "a: 1, b: 2, c: 4"),
      Example(
        "without a test, until it is let go of", "generate 1, it + 1 | take 2", out: "[ab|]",
        values: "a: 1, b: 2"),
      Example(
        "what is sent may be something else", "generate 1, it < 3, it + 1, it * 10", out: "[ab|]",
        values: "a: 10, b: 20"),
      Example(
        "a mistake comes after what was sent", "generate 1, next: raise(\"why\")", out: "[a#]",
        values: "a: 1, error: \"why\""),
    ]
  ) { args in
    GenerateStage(
      args.run, try args.value("start") ?? .null, while: args.optionalAsked("while"),
      next: try args.asked("next"), sends: args.optionalAsked("sends"))
  }
}

final class GenerateStage: Stage {
  private var value: Value
  private let test: Asked?
  private let following: Asked
  private let sent: Asked?

  init(_ run: Run, _ value: Value, while test: Asked?, next following: Asked, sends sent: Asked?) {
    self.value = value
    self.test = test
    self.following = following
    self.sent = sent
    super.init(run)
  }

  override func start() throws {
    while try test?.test(value) ?? true {
      send(try sent?(value) ?? value)
      if isDone || !run.mayGoOn() { return }
      value = try following(value)
    }
    complete()
  }

  override func stopped() { value = .null }
}
