extension Operator {
  static let to = Operator(
    "to", .output, role: .sink, "Feeds a subject: next, error and completed.",
    takes: [.required("subject", .subject, "the subject to feed")],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    elsewhere: [Elsewhere("rac.subscribe")],
    examples: []
  ) { args in
    let target = try args.value("subject")
    guard case .signal(let signal)? = target, let subject = Subject.standing(behind: signal) else {
      throw args.mistake("subject", "a subject", target ?? .null)
    }
    return ToStage(args.run, subject)
  }
}

/// Ends with the signal, and with the subject (J4). An error is the subject's from then on, unless
/// nobody would ever hear of it.
final class ToStage: Stage {
  private let subject: Subject

  init(_ run: Run, _ subject: Subject) {
    self.subject = subject
    super.init(run)
  }

  override func start() throws {
    subject.add(feeder: self)
    if !isDone { try super.start() }
  }

  override func next(_ value: Value, _ input: Int) { subject.send(value) }

  override func ended(_ end: End, _ input: Int) {
    let isHeard = subject.tellsItsEnd
    subject.remove(feeder: self)
    subject.finish(end)
    finish(isHeard ? .completed : end)
  }

  override func stopped() { subject.remove(feeder: self) }
}
