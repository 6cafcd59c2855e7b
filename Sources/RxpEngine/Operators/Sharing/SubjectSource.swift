extension Operator {
  /// `subject s` and `subject()`; also what stands behind `var`.
  static let subject = Operator(
    "subject", .sharing, role: .source, "A hot signal fed by hand: s <- value, complete s, fail s.",
    takes: [
      .named(
        "replay", .count, "how many past values a new subscriber gets, with the end", else: "none"),
      .named("window", .duration, "how old what is replayed may be", else: "as old as it is"),
      .named("start", .value, "a current value, which a new subscriber gets first", else: "none"),
      .named(
        "nilValue", .value, "of a var: what takes the place of a nil that a binding brings",
        else: "nil"),
      .named(
        "late", .word(["nothing", "end"]),
        "what who comes after the end is told, where nothing is replayed", else: "nothing"),
    ],
    types: .always(.any), holds: .parameter("replay"), atEnd: .neverEnds,
    shape: ShapeRule { _ in .fed },
    elsewhere: [
      Elsewhere("rac.RACSubject"), Elsewhere("rac.RACReplaySubject", "replay: inf"),
      Elsewhere("rac.RACBehaviorSubject", "start: nil"), Elsewhere("rx.Subject", "late: end"),
      Elsewhere("rx.ReplaySubject", "replay: inf"),
      Elsewhere("rx.BehaviorSubject", "start: nil, late: end"),
      Elsewhere("rxswift.PublishSubject", "late: end"),
      Elsewhere("rxswift.ReplaySubject", "replay: inf"),
      Elsewhere("rxswift.BehaviorSubject", "start: nil, late: end"),
      Elsewhere(
        "rs.pipe", "late: end", written: "Signal.pipe()", note: "there late ones are interrupted"),
      Elsewhere("combine.PassthroughSubject", "late: end"),
      Elsewhere("combine.CurrentValueSubject", "start: nil, late: end"),
      Elsewhere("rxswift.PublishRelay"),
      Elsewhere("rxswift.ReplayRelay", "replay: inf"),
    ],
    examples: [
      Example("nothing by itself", "subject() | takeUntil (timer 300ms)", out: "---|"),
      Example(
        "with a start: that first", "subject(start: 1) | take 1", out: "[a|]", values: "a: 1"),
      Example(
        "replay alone has nothing to replay", "subject(replay: 2) | takeUntil (timer 100ms)",
        out: "-|"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let tellsLate = try args.word("late") == "end"
      if let start = try args.value("start") {
        let subject = Subject(tellsLate ? .current(start) : .latest(start))
        subject.nilValue = try args.value("nilValue")
        signal.shared = subject
      } else if let count = try args.count("replay") ?? (args.has("window") ? Int.max : nil) {
        signal.shared = Subject(.replay(count), window: try args.duration("window"), run: run)
      } else {
        signal.shared = Subject(tellsLate ? .replay(0) : .none)
      }
    }
  ) { args in
    SubjectStage(args.run, Subject.of(args.signal))
  }
}
