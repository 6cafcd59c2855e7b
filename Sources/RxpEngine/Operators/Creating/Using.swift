extension Operator {
  static let using = Operator(
    "using", .creating, role: .source,
    "Makes something for each subscription, follows a signal made of it, and clears it away after.",
    takes: [
      .required("resource", .asked(.nothing, wants: .any), "what is made, at the subscription"),
      .required(
        "f", .asked(.given(.any), wants: .signal(.any)), "the signal to follow; it is the resource"),
      .named(
        "release", .asked(.given(.any), wants: .any),
        "asked once, after the end or where the result is let go of; it is the resource",
        else: "nothing"),
    ],
    types: TypeRule { ($0.argument("f") ?? .any).sent }, atEnd: .ends, effects: true,
    shape: ShapeRule { context in
      var shape = context.signal("f").failing
      if context.has("release") { shape.work = .acts }
      return shape
    },
    elsewhere: [Elsewhere("rx.using"), Elsewhere("rxswift.using")],
    examples: [
      Example(
        "a signal of the resource", "using \"x\", r => just(r + \"!\")", out: "[a|]",
        values: "a: \"x!\""),
      Example(
        "an error passes, the resource is released after it",
        "using 1, fail(\"why\"), release: it + 1", out: "#", values: "error: \"why\""),
      Example("no signal: completes", "using 1, nil", out: "|"),
    ]
  ) { args in
    UsingStage(
      args.run, try args.asked("resource"), try args.asked("f"),
      release: args.optionalAsked("release"))
  }
}

final class UsingStage: Stage {
  private let make: Asked
  private let f: Asked
  private let clear: Asked?
  private var resource: Value?
  private var isEnding = false

  init(_ run: Run, _ make: Asked, _ f: Asked, release clear: Asked?) {
    self.make = make
    self.f = f
    self.clear = clear
    super.init(run)
  }

  override func start() throws {
    let made = try make()
    resource = made
    if let signal = try f.signal(made) { connect(signal) } else { end(.completed) }
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) { self.end(end) }

  /// The end is told first, then the resource released.
  private func end(_ end: End) {
    isEnding = true
    finish(end)
    release()
  }

  override func stopped() { if !isEnding { release() } }

  private func release() {
    guard let made = resource else { return }
    resource = nil
    // There is nobody left to tell of a mistake.
    _ = try? clear?(made)
  }
}
