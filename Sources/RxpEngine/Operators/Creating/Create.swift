extension Operator {
  static let create = Operator(
    "create", .creating, role: .source,
    "Sends given events at each subscription, and clears up after its end or where it is let go of.",
    takes: [
      .required(
        "events", .asked(.nothing, wants: .list(.any)),
        "a list: next(1), failed(\"why\"), completed; what is no event is sent as it is"),
      .named(
        "cleanUp", .asked(.nothing, wants: .any), "asked once, for its effect", else: "nothing"),
    ],
    types: .always(.any), atEnd: .ends, effects: true,
    shape: .written("events"),
    elsewhere: [
      Elsewhere("rac.createSignal"), Elsewhere("rx.Observable", written: "new Observable"),
      Elsewhere("rxswift.create"), Elsewhere("rs.SignalProducer", written: "SignalProducer { }"),
    ],
    examples: [
      Example(
        "values and the completion", "create [1, 2, completed]", out: "[ab|]", values: "a: 1, b: 2"),
      Example("without an end it stays open", "create [next(1)]", out: "a-", values: "a: 1"),
      Example(
        "nothing comes after the end", "create [1, failed(\"why\"), 2]", out: "[a#]",
        values: "a: 1, error: \"why\""),
      Example(
        "a mistake in clearing up is nobody's", "create [1, completed], cleanUp: raise(\"why\")",
        out: "[a|]", values: "a: 1"),
    ]
  ) { args in
    CreateStage(args.run, try args.asked("events"), cleanUp: args.optionalAsked("cleanUp"))
  }
}

extension ShapeRule {
  /// As many events as a list has at the most; the end may be one of them.
  fileprivate static func written(_ parameter: String) -> ShapeRule {
    ShapeRule { context in
      var shape = SignalShape.items(nil).mayFail
      shape.completes = .perhaps
      shape.timing = .unknown
      shape.most = context.signal(parameter).most
      if context.has("cleanUp") { shape.work = .acts }
      return shape
    }
  }
}

/// RACSignal createSignal: what is given to clear up runs once, after the terminal event was told or
/// when the subscription is disposed of.
final class CreateStage: Stage {
  private let events: Asked
  private let cleanUp: Asked?
  private var isSending = true
  private var isCleared = false

  init(_ run: Run, _ events: Asked, cleanUp: Asked?) {
    self.events = events
    self.cleanUp = cleanUp
    super.init(run)
  }

  override func start() throws {
    // Where it ends before all are sent, clearing up waits until here.
    defer {
      isSending = false
      if isDone { clear() }
    }
    let given = try events()
    guard case .list(let list) = given else {
      throw Failure.type("create needs a list of events: got \(given.excerpt())")
    }
    for item in list.items where !isDone {
      guard case .event(let event) = item else {
        send(item)
        continue
      }
      switch event.content {
      case .next(let value): send(value)
      case .error(let failure): finish(.failed(failure))
      case .completed: complete()
      }
    }
  }

  override func stopped() { if !isSending { clear() } }

  private func clear() {
    if isCleared { return }
    isCleared = true
    // There is nobody left to tell of a mistake.
    _ = try? cleanUp?()
  }
}
