extension Operator {
  static let replayLast = Operator(
    "replayLast", .sharing,
    "Subscribes to the source at once and for good; every subscriber gets the last event first.",
    types: .sameAsInput, holds: .atMost(1),
    shape: .shared,
    elsewhere: [Elsewhere("rac.replayLast")],
    examples: [
      Example("sends what was sent last and what comes", "replayLast", in: "-a-b|", out: "-a-b|"),
      Example("an error is kept too", "replayLast", in: "-a#", out: "-a#"),
      Example(
        "who comes after the end gets the last one with it", "replayLast | repeat | take 3",
        in: "cold -a-b|", out: "-a-b[b|]"),
    ],
    built: { signal, machine in
      let connection = Connection(signal) { Subject(.replay(1)) }
      signal.shared = connection
      if let run = machine.run { connection.connect(run) }
    },
    make: ListenerStage.makeConnecting
  )
}
