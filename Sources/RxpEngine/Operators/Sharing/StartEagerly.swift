extension Operator {
  static let startEagerly = Operator(
    "startEagerly", .sharing, role: .source,
    "Runs a signal once, now; every subscriber gets all that it sends.",
    takes: StartedSignal.parameters, types: StartedSignal.types,
    holds: .growing("the events so far"), atEnd: .ends,
    shape: StartedSignal.shape,
    elsewhere: [
      Elsewhere("rac.startEagerly", written: "startEagerlyWithScheduler:block:"),
      Elsewhere("combine.Future", note: "keeps one value only"),
    ],
    examples: StartedSignal.examples("startEagerly"),
    built: StartedSignal.build(by: .replay),
    make: RelayStage.toShared
  )
}
