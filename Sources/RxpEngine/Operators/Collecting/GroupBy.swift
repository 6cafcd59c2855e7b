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
        "duration", .asked(.given(.signal(.any)), wants: .signal(.any)),
        "of a group, the signal whose first event or completion ends it; the next event with its key "
          + "makes a new one",
        else: "to the end of the source"),
      .named(
        "order", .word(["outerFirst", "groupsFirst"]),
        "who is told first that the source has ended", else: "outerFirst"),
      .named(
        "late", .word(["nothing", "end"]),
        "what is told to who subscribes to a group after its end", else: "nothing"),
      .named(
        "onRelease", .word(["stop", "keepGroups"]),
        "what becomes of the groups where the result is let go of: they get nothing more, or go on as "
          + "long as one of them has subscribers",
        else: "stop"),
    ],
    types: TypeRule { context in .signal(context.argument("transform") ?? context.input) },
    holds: .keys("one group for each key"), groupsBy: "key",
    shape: .grouping,
    elsewhere: [
      Elsewhere("rac.groupBy"),
      Elsewhere("rx.groupBy", "order: groupsFirst, late: end, onRelease: keepGroups"),
      Elsewhere("rxswift.groupBy", "order: groupsFirst, late: end, onRelease: keepGroups"),
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
      Example(
        "a group may end before the source", "groupBy 1, duration: g => (g | skip 1) | map .key",
        in: "-ab-cd|", out: "-x--x-|", values: "x: 1"),
      Example(
        "groups may outlive the result", "groupBy it, onRelease: keepGroups | take 1 | flatMap it",
        in: "-a-b-a|", out: "-a---a|"),
    ]
  ) { args in
    let keeps = try args.word("onRelease") == "keepGroups"
    return keeps ? GroupsFrontStage(args) : try GroupByStage(args)
  }
}

extension ShapeRule {
  /// A group ends with the source, unless it is ended before.
  fileprivate static let grouping = ShapeRule(worksOnValues: true) { context in
    var shape = context.input.thinned.failing
    var group = SignalShape()
    group.subscription = .hot
    group.fails = shape.fails
    group.completes = context.has("duration") ? .perhaps : shape.completes
    if group.completes == .surely { group.completes = .perhaps }
    group.causes.neverCompletes = shape.causes.neverCompletes
    shape.inner = group
    return shape
  }
}

/// G1: the group first, then the event into it, in the same step.
final class GroupByStage: Stage {
  private struct Group {
    let key: Value
    let subject: Subject
  }

  private let key: Asked
  private let transform: Asked?
  private let duration: Asked?
  private let groupsFirst: Bool
  private let memory: Subject.Memory
  /// By number: in the order in which they were made; 0 is no group's, but the source as an input.
  private var groups: [Int: Group] = [:]
  private var numbers: [Value: Int] = [:]
  private var count = 0
  private static let source = 0
  /// What the groups are sent through, where these may outlive the result.
  private weak var front: GroupsFrontStage?

  /// `front`: who the groups are for; else what stands behind this stage.
  init(_ args: Arguments, for front: GroupsFrontStage? = nil) throws {
    self.front = front
    key = try args.asked("key")
    transform = args.optionalAsked("transform")
    duration = args.optionalAsked("duration")
    groupsFirst = try args.word("order") == "groupsFirst"
    memory = try args.word("late") == "end" ? .replay(0) : .none
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) {
    if input != GroupByStage.source { return endGroup(input, .completed) }
    do {
      let subject = try subject(of: try key(value))
      if isDone { return }
      subject.send(try transform.map { try $0(value) } ?? value)
    } catch {
      // The groups end with the result, also where the mistake is the program's.
      end(
        .failed(Failure.of(error).at(signal?.place, subject: value, origin: run.originText)))
    }
  }

  private func subject(of key: Value) throws -> Subject {
    if let number = numbers[key], let group = groups[number] { return group.subject }
    try run.checkHeld(groups.count + 1, by: self)
    let subject = Subject(memory, key: key)
    if front != nil { subject.onDesertion = { [weak self] in self?.stopUnlessNeeded() } }
    count += 1
    let number = count
    numbers[key] = number
    groups[number] = Group(key: key, subject: subject)
    let signal = Signal.standing(on: subject)
    run.claim(signal)
    if let front {
      front.sendHeld(.signal(signal))
    } else {
      send(.signal(signal))
      // The receiver has the group before its first event.
      flush()
    }
    // A group's number is the input by which its end comes.
    if !isDone, let ending = try duration?.signal(.signal(signal)) {
      connect(ending, input: number)
    }
    return subject
  }

  private func endGroup(_ number: Int, _ end: End) {
    guard let group = groups.removeValue(forKey: number) else { return }
    numbers[group.key] = nil
    for upstream in upstreams where upstream.receiverInput == number { disconnect(upstream) }
    group.subject.finish(end)
  }

  override func ended(_ end: End, _ input: Int) {
    if input == GroupByStage.source { self.end(end) } else { endGroup(input, end) }
  }

  private func end(_ end: End) {
    let all = groups.sorted { $0.key < $1.key }.map(\.value.subject)
    let front = self.front
    self.front = nil
    if groupsFirst { for subject in all { subject.finish(end) } }
    finish(end)
    front?.finish(end)
    if !groupsFirst { for subject in all { subject.finish(end) } }
  }

  /// The result has been let go of, or a group: the source goes on for those that are left.
  fileprivate func stopUnlessNeeded() {
    if front?.isDone != false, !groups.values.contains(where: { $0.subject.isListenedTo }) {
      cancel()
    }
  }

  override func stopped() {
    groups = [:]
    numbers = [:]
  }
}

/// The result of a grouping whose groups may outlive it: these belong to a stage of their own, which
/// nobody lets go of but the last of its subscribers.
final class GroupsFrontStage: Stage {
  private let args: Arguments
  private var grouping: GroupByStage?

  init(_ args: Arguments) {
    self.args = args
    super.init(args.run)
  }

  override func start() throws {
    let grouping = try GroupByStage(args, for: self)
    grouping.signal = signal
    self.grouping = grouping
    run.keep(grouping)
    run.begin(grouping)
  }

  override func stopped() {
    grouping?.stopUnlessNeeded()
    grouping = nil
  }
}
