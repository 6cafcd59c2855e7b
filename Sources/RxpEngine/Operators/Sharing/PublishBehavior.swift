extension Operator {
  static let publishBehavior = Operator(
    "publishBehavior", .sharing,
    "Shares one subscription, which begins with `connect`; every subscriber gets the current value.",
    takes: [
      .required("start", .value, "the current value before the first event"),
      Connection.again(else: "afterRelease"),
    ],
    types: TypeRule { $0.input.joined(with: $0.argument("start") ?? .any) }, holds: .atMost(1),
    shape: .renewed(ShapeRule { $0.input.preceded(by: 1).failing.published }),
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [Elsewhere("rx.publishBehavior")],
    examples: [
      Example(
        "before the connection only the start", "publishBehavior \"z\"", in: "-a-b|", out: "z-"),
      Example(
        "then what the source sends", "publishBehavior \"z\" | autoconnect", in: "-a-b|",
        out: "za-b|"),
      Example(
        "who comes after the end is told of the end alone",
        "publishBehavior \"z\" | autoconnect | repeat 2", in: "cold -a|", out: "za|"),
      Example("an error is told too", "publishBehavior \"z\" | autoconnect", in: "-#", out: "z#"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let start = try args.value("start") ?? .null
      let renewal = try Connection.renewal(args, else: .release)
      signal.shared = Connection(signal, renewal: renewal, keepsSubject: renewal != .all) {
        Subject(.current(start))
      }
    },
    make: ListenerStage.make
  )
}
