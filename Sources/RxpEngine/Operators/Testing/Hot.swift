extension Operator {
  static let hot = Operator(
    "hot", .testing, role: .source,
    "A signal drawn as a diagram that happens once, whoever listens; `^` is the start of the run.",
    takes: MarbleSource.parameters + [
      .named(
        "late", .word(["nothing", "end"]), "what who comes after the end is told", else: "nothing")
    ],
    types: MarbleSource.types, atEnd: .ends,
    shape: MarbleSource.shape(isHot: true),
    elsewhere: [Elsewhere("rx.hot", "late: end")],
    examples: [
      Example("like cold, for who is there from the start", "hot \"-a-b-|\"", out: "-a-b-|"),
      Example("what lies before ^ has happened already", "hot \"-a-^b-|\"", out: "-b-|"),
      Example("# is an error", "hot \"-a#\"", out: "-a#"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let driver = HotDriver(
        run, try MarbleSource(args, isHot: true),
        Subject(try args.word("late") == "end" ? .replay(0) : .none))
      signal.shared = driver
      driver.schedule()
    }
  ) { args in
    guard let driver = args.signal.shared as? HotDriver else {
      throw Failure(kind: "internal", "a hot signal outside of a run")
    }
    return HotStage(args.run, driver.subject)
  }
}

/// Plays the diagram into a subject. Its events are scheduled when the signal is built, so that they
/// come before what is scheduled later for the same instant.
final class HotDriver: Stage {
  let subject: Subject
  private let source: MarbleSource

  init(_ run: Run, _ source: MarbleSource, _ subject: Subject) {
    self.source = source
    self.subject = subject
    super.init(run)
  }

  // It is driven by the clock alone, and nobody's to let go of.
  override var isCounted: Bool { false }

  func schedule() {
    for (index, event) in source.events.enumerated() where event.instant >= 0 {
      run.schedule(
        self, at: Time.sum(run.now, event.instant), token: index, rank: .given)
    }
  }

  override func timer(_ token: Int) {
    source.play(token, next: { subject.send($0) }, end: { subject.finish($0) })
  }
}

final class HotStage: Stage {
  private let subject: Subject
  private var started: Instant?
  init(_ run: Run, _ subject: Subject) {
    self.subject = subject
    super.init(run)
  }
  override func start() {
    started = run.now
    run.log(subscriptionTo: signal)
    subject.add(self)
  }
  override func stopped() {
    subject.remove(self)
    // Where nobody wanted it any more it was not subscribed to.
    if let started { run.log(releaseOf: signal, started: started) }
  }
}
