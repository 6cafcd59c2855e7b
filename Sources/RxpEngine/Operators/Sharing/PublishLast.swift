extension Operator {
  static let publishLast = Operator(
    "publishLast", .sharing,
    "Shares one subscription, which begins with `connect`; every subscriber gets the last event, at "
      + "the end of the source.",
    takes: [Connection.again(else: "afterRelease")],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: 0).published },
    pitfalls: [.waitsForEnd, .connectedByHand(instead: " | autoconnect")],
    elsewhere: [Elsewhere("rx.publishLast")],
    examples: [
      Example("nothing happens before the connection", "publishLast", in: "-a-b|", out: "-"),
      Example(
        "the last one, at the end", "publishLast | autoconnect", in: "-a-b-|", out: "-----[b|]"),
      Example(
        "who comes later gets it too", "publishLast | autoconnect | repeat | take 2",
        in: "cold -a|", out: "--[aa|]"),
      Example("an error is all there is", "publishLast | autoconnect", in: "-a#", out: "--#"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let renewal = try Connection.renewal(args, else: .release)
      // The last event comes with the completion: of the source cut down to it everything is kept.
      let source = Signal(.takeLast, upstream: signal.upstream, arguments: [.fixed(.int(1))])
      signal.shared = Connection(
        signal, renewal: renewal, keepsSubject: renewal != .all, source: source
      ) { Subject(.replay(1)) }
    },
    make: ListenerStage.make
  )
}
