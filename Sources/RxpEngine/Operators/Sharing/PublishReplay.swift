extension Operator {
  static let publishReplay = Operator(
    "publishReplay", .sharing,
    "Shares one subscription, which begins with `connect`; every subscriber gets all so far.",
    takes: [
      .optional("n", .count, "how many past events are kept", else: "all"),
      .optional("window", .duration, "how old what is replayed may be", else: "as old as it is"),
      SelectorStage.parameter,
      Connection.again(else: "afterRelease"),
    ],
    types: SelectorStage.types, holds: .growing("the events so far"),
    shape: .renewed(.published),
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [
      Elsewhere("rx.publishReplay"), Elsewhere("rxswift.replay", "again: true"),
      Elsewhere("rxswift.replayAll", "again: true"),
    ],
    examples: [
      Example("nothing happens before the connection", "publishReplay 1", in: "-a-b|", out: "-"),
      Example(
        "who comes after the end gets what is kept",
        "publishReplay 1 | autoconnect | repeat | take 3", in: "cold -a-b|", out: "-a-b[b|]"),
      Example("an error is kept too", "publishReplay | autoconnect", in: "-a#", out: "-a#"),
      Example(
        "for a signal that needs it twice", "publishReplay selector: x => (x | concat x)",
        in: "-a-b|", out: "-a-b[ab|]"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let count = try args.count("n") ?? Int.max
      let window = try args.duration("window")
      let renewal = try Connection.renewal(args, else: .release)
      signal.shared = Connection(signal, renewal: renewal, keepsSubject: renewal != .all) {
        [weak run] in Subject(.replay(count), window: window, run: run)
      }
    }
  ) { args in
    guard let selector = args.optionalAsked("selector") else { return try ListenerStage.make(args) }
    let subject = Subject(
      .replay(try args.count("n") ?? Int.max), window: try args.duration("window"), run: args.run)
    return SelectorStage(args.run, selector, subject)
  }
}
