extension Operator {
  static let startLazily = Operator(
    "startLazily", .sharing, role: .source,
    "Runs a signal once, for the first subscriber; every one gets all that it sends.",
    takes: StartedSignal.parameters, types: StartedSignal.types,
    holds: .growing("the events so far"), atEnd: .ends,
    shape: StartedSignal.shape,
    elsewhere: [Elsewhere("rac.startLazily", written: "startLazilyWithScheduler:block:")],
    examples: StartedSignal.examples("startLazily"),
    built: StartedSignal.build(by: .replayLazily),
    make: RelayStage.toShared
  )
}
