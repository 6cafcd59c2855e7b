extension Operator {
  static let startEagerly = Operator(
    "startEagerly", .sharing, role: .source,
    "Runs a signal once, now; every subscriber gets all that it sends.",
    takes: Parameter.started,
    types: TypeRule { ($0.argument("f") ?? .any).sent }, holds: .growing("the events so far"),
    atEnd: .ends,
    elsewhere: [
      Elsewhere("rac.startEagerly", written: "startEagerlyWithScheduler:block:"),
      Elsewhere("combine.Future", note: "keeps one value only"),
    ],
    examples: [
      Example(
        "every subscriber gets all", "startEagerly (a) | repeat | take 3",
        others: [("a", "cold -a-b|")], out: "-a-b[a|]"),
      Example("an error is kept too", "startEagerly (a)", others: [("a", "cold -a#")], out: "-a#"),
      Example(
        "on a scheduler: in a later step", "startEagerly just(1), scheduler: main", out: "[a|]",
        values: "a: 1"),
    ],
    built: { signal, machine in try RelayStage.start(signal, machine, by: .replay) },
    make: RelayStage.toShared
  )
}

extension Parameter {
  static let started: [Parameter] = [
    .required("f", .asked(.nothing, wants: .signal(.any)), "gives the signal, or () => …"),
    .named(
      "scheduler", .word(Parameter.schedulers), "where it is subscribed to", else: "immediate"),
  ]
}

extension RelayStage {
  /// The signal behind `startEagerly` and `startLazily`: made when it is first needed, on a
  /// scheduler, kept by an operator that shares.
  static func start(_ signal: Signal, _ machine: Machine, by sharing: Operator) throws {
    let made = Signal(.defer, arguments: [signal.arguments[0]], place: signal.place)
    var scheduler = signal.arguments[1]
    if case .missing = scheduler { scheduler = .fixed(.string("immediate")) }
    let started = Signal(
      .subscribeOn, upstream: made, arguments: [scheduler], place: signal.place)
    let shared = Signal(sharing, upstream: started, arguments: [.missing], place: signal.place)
    try sharing.built?(shared, machine)
    machine.run?.claim(shared)
    signal.shared = shared
  }
}
