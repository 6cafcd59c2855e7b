extension Operator {
  static let replayLazily = Operator(
    "replayLazily", .sharing,
    "Subscribes to the source for its first subscriber and for good; every one gets all so far.",
    takes: [.optional("n", .count, "how many past events are kept", else: "all")],
    types: .sameAsInput, holds: .growing("the events so far"),
    shape: .shared,
    pitfalls: [.keepsAll(unless: ["n"], instead: "replayLazily 1")],
    elsewhere: [
      Elsewhere("rac.replayLazily"),
      Elsewhere("rs.replayLazily", written: "replayLazily(upTo:)"),
    ],
    examples: [
      Example("sends what the one subscription sends", "replayLazily", in: "-a-b|", out: "-a-b|"),
      Example("an error is kept too", "replayLazily", in: "-a#", out: "-a#"),
      Example(
        "who comes after the end gets everything at once", "replayLazily | repeat | take 3",
        in: "cold -a-b|", out: "-a-b[a|]"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let count = try Arguments(signal: signal, run: run).count("n") ?? Int.max
      signal.shared = Connection(signal) { Subject(.replay(count)) }
    },
    make: ListenerStage.makeConnecting
  )
}
