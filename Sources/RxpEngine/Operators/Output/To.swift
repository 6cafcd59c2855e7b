extension Operator {
  static let to = Operator(
    "to", .output, role: .sink, "Feeds a subject: next, error and completed.",
    takes: [.required("subject", .subject, "the subject to feed")],
    types: .sameAsInput, effects: true,
    elsewhere: [Elsewhere("rac.subscribe")],
    examples: []
  ) { args in
    guard case .signal(let signal)? = try args.value("subject"),
      let subject = Subject.standing(behind: signal)
    else {
      throw args.mistake("subject", "a subject", try args.value("subject") ?? .null)
    }
    return ToStage(args.run, subject)
  }
}

/// J4.
final class ToStage: Stage {
  private let subject: Subject
  init(_ run: Run, _ subject: Subject) {
    self.subject = subject
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) { subject.send(value) }
  override func ended(_ end: End, _ input: Int) {
    subject.finish(end)
    // An error is the subject's from here on: it is not told a second time.
    complete()
  }
}
