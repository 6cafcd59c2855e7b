/// What `startEagerly` and `startLazily` share: a signal that is run once, for all subscribers.
enum StartedSignal {
  static let parameters: [Parameter] = [
    .required("f", .asked(.nothing, wants: .signal(.any)), "gives the signal, or () => …"),
    .named(
      "scheduler", .word(Parameter.schedulers), "where it is subscribed to", else: "immediate"),
  ]

  static let types = TypeRule { ($0.argument("f") ?? .any).sent }

  static let shape = ShapeRule { $0.signal("f").joined.failing }

  static func examples(_ name: String) -> [Operator.Example] {
    [
      Operator.Example(
        "every subscriber gets all", "\(name) (a) | repeat | take 3",
        others: [("a", "cold -a-b|")], out: "-a-b[a|]"),
      Operator.Example(
        "an error is kept too", "\(name) (a)", others: [("a", "cold -a#")], out: "-a#"),
      Operator.Example(
        "on a scheduler: in a later step", "\(name) just(1), scheduler: main", out: "[a|]",
        values: "a: 1"),
    ]
  }

  /// Makes the signal behind the operator's own: asked for when it is first needed, on a scheduler,
  /// kept by an operator that shares.
  static func build(
    by sharing: Operator
  ) -> @Sendable (_ signal: Signal, _ machine: Machine) throws -> Void {
    { signal, machine in
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
}
