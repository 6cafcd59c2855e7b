/// Follows a signal made of the shared source: `publish x => merge(x, …)`. The source is subscribed
/// to once for each subscription to the result, after the signal made of it.
final class SelectorStage: Stage {
  private let f: Asked
  private let subject: Subject
  private static let source = 0
  private static let result = 1

  /// `subject`: through which the source is shared.
  init(_ run: Run, _ f: Asked, _ subject: Subject) {
    self.f = f
    self.subject = subject
    super.init(run)
  }

  static let parameter = Parameter.optional(
    "selector", .asked(.given(.signal(.any)), wants: .signal(.any)),
    "a signal made of the shared one, to be followed: then nothing needs `connect`", else: "none")

  static let types = TypeRule { context in
    context.argument("selector").map(\.sent) ?? context.input
  }

  override func start() throws {
    guard let made = try f.signal(.signal(Signal.standing(on: subject))) else { return complete() }
    connect(made, input: SelectorStage.result)
    if !isDone { try super.start() }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == SelectorStage.result { return send(batch) }
    // One by one, what is made of each going on at once: others may listen to the subject too, and who
    // has enough of the result stops what they get.
    for row in 0..<batch.count where !isDone {
      if let origin = batch.origin { run.origin = origin.place(of: row) }
      subject.send(batch[row])
    }
  }

  override func next(_ value: Value, _ input: Int) {
    if input == SelectorStage.result { send(value) } else { subject.send(value) }
  }

  override func ended(_ end: End, _ input: Int) {
    if input == SelectorStage.result { return finish(end) }
    // What was sent before the end comes before what is made of it.
    flush()
    subject.finish(end)
  }
}
