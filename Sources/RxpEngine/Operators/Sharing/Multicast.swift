extension Operator {
  static let multicast = Operator(
    "multicast", .sharing,
    "Shares one subscription through a given subject; it begins with `connect`.",
    takes: [
      .required("subject", .signal, "the subject, for example subject(replay: 2)")
    ],
    types: .sameAsInput,
    shape: .published,
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [
      Elsewhere("rac.multicast"), Elsewhere("rx.multicast"), Elsewhere("rxswift.multicast"),
      Elsewhere("combine.multicast"),
    ],
    examples: [
      Example(
        "nothing happens before the connection", "multicast subject()", in: "-a-b|", out: "-"),
      Example(
        "the subject says what a subscriber gets first",
        "multicast subject(start: 1) | autoconnect",
        in: "-a|", out: "xa|", values: "x: 1"),
      Example("an error goes to all", "multicast subject() | autoconnect", in: "-a#", out: "-a#"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      guard let given = try args.signal("subject"), let subject = given.shared as? Subject else {
        throw Failure.type(
          "multicast needs a subject, for example subject(replay: 2)", at: args.place)
      }
      signal.shared = Connection(signal) { subject }
    },
    make: ListenerStage.make
  )
}
