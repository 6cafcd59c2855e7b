extension Operator {
  static let startLazily = Operator(
    "startLazily", .sharing, role: .source,
    "Runs a signal once, for the first subscriber; every one gets all that it sends.",
    takes: Parameter.started,
    types: TypeRule { ($0.argument("f") ?? .any).sent }, holds: .growing("the events so far"),
    atEnd: .ends,
    elsewhere: [Elsewhere("rac.startLazily", written: "startLazilyWithScheduler:block:")],
    examples: [
      Example(
        "every subscriber gets all", "startLazily (a) | repeat | take 3",
        others: [("a", "cold -a-b|")], out: "-a-b[a|]"),
      Example("an error is kept too", "startLazily (a)", others: [("a", "cold -a#")], out: "-a#"),
      Example(
        "on a scheduler: in a later step", "startLazily just(1), scheduler: main", out: "[a|]",
        values: "a: 1"),
    ],
    built: { signal, machine in try RelayStage.start(signal, machine, by: .replayLazily) },
    make: RelayStage.toShared
  )
}
