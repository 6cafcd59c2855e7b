extension Operator {
  static let groupBy = Operator(
    "groupBy", .collecting,
    "Sends a signal for each new key, which sends the events with that key; it has `.key`.",
    takes: [
      .required("key", .asked(.event, wants: .any), "the key of the event"),
      .named(
        "transform", .asked(.event, wants: .any), "what the group sends for the event",
        else: "the event itself"),
      .named(
        "order", .word(["outerFirst", "groupsFirst"]),
        "who is told first that the source has ended", else: "outerFirst"),
      .named(
        "late", .word(["nothing", "end"]),
        "what is told to who subscribes to a group after its end", else: "nothing"),
    ],
    types: TypeRule { context in .signal(context.argument("transform") ?? context.input) },
    holds: .growing("one group for each key"),
    elsewhere: [
      Elsewhere("rac.groupBy"), Elsewhere("rx.groupBy", "order: groupsFirst, late: end"),
      Elsewhere("rxswift.groupBy", "order: groupsFirst, late: end"),
    ],
    examples: [
      Example("one group for each key", "groupBy it | map .key", in: "-a-b-b-a|", out: "-a-b----|"),
      Example(
        "who subscribes at once misses nothing", "groupBy 1 | flatMap it", in: "-a-b-#",
        out: "-a-b-#"),
      Example(
        "the group may send something else", "groupBy 1, transform: it + \"!\" | flatMap it",
        in: "-a-b|", out: "-x-y|", values: "x: \"a!\", y: \"b!\""),
      Example(
        "keys are equal as values are", "groupBy it | map .key", in: "-a-b-c|", out: "-a---c|",
        values: "a: 1, b: 1.0, c: nil"),
    ]
  ) { args in
    try GroupByStage(args)
  }
}

/// G1: the group first, then the event into it, in the same step.
final class GroupByStage: Stage {
  private let key: Asked
  private let transform: Asked?
  private let groupsFirst: Bool
  private let memory: Subject.Memory
  private var groups: [Value: Subject] = [:]
  /// In the order in which they were made.
  private var inOrder: [Subject] = []

  init(_ args: Arguments) throws {
    key = try args.asked("key")
    transform = args.optionalAsked("transform")
    groupsFirst = try args.word("order") == "groupsFirst"
    memory = try args.word("late") == "end" ? .replay(0) : .none
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) {
    do {
      let group = try group(of: try key(value))
      if isDone { return }
      group.send(try transform.map { try $0(value) } ?? value)
    } catch {
      // The groups end with the result, also where the mistake is the program's.
      end(
        .failed(Failure.of(error).at(signal?.place, subject: value, origin: run.originText)))
    }
  }

  private func group(of key: Value) throws -> Subject {
    if let group = groups[key] { return group }
    try run.checkHeld(inOrder.count + 1, by: self)
    let group = Subject(memory, key: key)
    groups[key] = group
    inOrder.append(group)
    send(.signal(Signal.standing(on: group)))
    // The receiver has the group before its first event.
    flush()
    return group
  }

  override func ended(_ end: End, _ input: Int) { self.end(end) }

  private func end(_ end: End) {
    let all = inOrder
    if groupsFirst { for group in all { group.finish(end) } }
    finish(end)
    if !groupsFirst { for group in all { group.finish(end) } }
  }

  override func stopped() {
    groups = [:]
    inOrder = []
  }
}
