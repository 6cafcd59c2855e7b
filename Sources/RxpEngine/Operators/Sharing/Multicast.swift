extension Operator {
  static let multicast = Operator(
    "multicast", .sharing,
    "Shares one subscription through a given subject; it begins with `connect`.",
    takes: [
      .required("subject", .signal, "the subject, for example subject(replay: 2)"),
      SelectorStage.parameter,
      Connection.again(else: "false"),
    ],
    types: SelectorStage.types,
    shape: ShapeRule { context in
      var shape = ShapeRule.published.apply(context)
      // The subject may have something to say of its own.
      shape.most = nil
      return shape
    },
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [
      Elsewhere("rac.multicast"), Elsewhere("rx.multicast", "again: afterRelease"),
      Elsewhere("rxswift.multicast", "again: afterRelease"),
      Elsewhere("combine.multicast", "again: afterRelease", written: "multicast(subject:)"),
    ],
    examples: [
      Example(
        "nothing happens before the connection", "multicast subject()", in: "-a-b|", out: "-"),
      Example(
        "the subject says what a subscriber gets first",
        "multicast subject(start: 1) | autoconnect",
        in: "-a|", out: "xa|", values: "x: 1"),
      Example("an error goes to all", "multicast subject() | autoconnect", in: "-a#", out: "-a#"),
      Example(
        "for a signal that needs it twice", "multicast subject(), x => merge(x, x)", in: "-a|",
        out: "-[aa]|"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let subject = try args.givenSubject
      if try args.signal("subject")?.home == nil {
        try run.demandMain("multicast to a subject of the program", at: args.place)
      }
      signal.shared = Connection(signal, renewal: try Connection.renewal(args)) { subject }
    }
  ) { args in
    guard let selector = args.optionalAsked("selector") else { return try ListenerStage.make(args) }
    return SelectorStage(args.run, selector, try args.givenSubject)
  }
}

extension Arguments {
  fileprivate var givenSubject: Subject {
    get throws {
      guard let given = try signal("subject"), let subject = given.shared as? Subject else {
        throw Failure.type("multicast needs a subject, for example subject(replay: 2)", at: place)
      }
      return subject
    }
  }
}
