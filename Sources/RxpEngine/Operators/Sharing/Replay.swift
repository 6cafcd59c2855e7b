extension Operator {
  static let replay = Operator(
    "replay", .sharing,
    "Subscribes to the source at once and for good; every subscriber gets all that was sent so far.",
    takes: [.optional("n", .count, "how many past events are kept", else: "all")],
    types: .sameAsInput, holds: .growing("the events so far"),
    shape: .shared,
    pitfalls: [.keepsAll(unless: ["n"], instead: "replay 1")],
    elsewhere: [Elsewhere("rac.replay")],
    examples: [
      Example("sends what was sent and what comes", "replay", in: "-a-b|", out: "-a-b|"),
      Example("an error is kept too", "replay", in: "-a#", out: "-a#"),
      Example(
        "who comes after the end gets everything at once", "replay | repeat | take 3",
        in: "cold -a-b|", out: "-a-b[a|]"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let count = try Arguments(signal: signal, run: run).count("n") ?? Int.max
      let connection = Connection(signal) { Subject(.replay(count)) }
      signal.shared = connection
      connection.connect(run)
    },
    make: ListenerStage.makeConnecting
  )
}
