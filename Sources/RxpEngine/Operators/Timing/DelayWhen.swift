extension Operator {
  static let delayWhen = Operator(
    "delayWhen", .timing, "Sends each event when a signal made of it sends.",
    takes: [
      .required(
        "until", .asked(.event, wants: .signal(.any)),
        "the signal whose first event sends it; one that ends without an event, or nil, drops it"),
      .optional(
        "start", .signal,
        "the signal at whose first event, or completion, the source is subscribed to",
        else: "at once"),
    ],
    types: .sameAsInput, holds: .growing("the events that wait"), atEnd: .waits,
    shape: .retimed(by: "until"),
    elsewhere: [Elsewhere("rx.delayWhen")],
    examples: [
      Example(
        "each at its own time", "delayWhen (timer if it == \"a\" then 500ms else 100ms)",
        in: "-a-b---|", out: "----b-a|"),
      Example(
        "an error of the signal ends all", "delayWhen p", in: "-a---|", others: [("p", "cold -#")],
        out: "--#"),
      Example(
        "one that only ends drops the event", "delayWhen p", in: "-a-|",
        others: [("p", "cold --|")],
        out: "---|"),
      Example(
        "the subscription may be delayed too", "delayWhen (timer 100ms), b", in: "cold -a-|",
        others: [("b", "cold --b")], out: "----a|"),
    ]
  ) { args in
    if let start = try args.signal("start") {
      let first = Signal(.take, upstream: start, arguments: [.fixed(.int(1))])
      let source = Signal(
        .concat, upstream: Signal(.ignoreValues, upstream: first),
        arguments: [.several([.fixed(.signal(args.upstream))])])
      return RelayStage(
        args.run,
        Signal(
          args.signal.definition, upstream: source, arguments: [args.signal.arguments[0]],
          place: args.place))
    }
    let until = try args.asked("until")
    return FlattenStage(args.run) { value in
      guard let signal = try until.signal(value) else { return nil }
      let first = Signal(.take, upstream: signal, arguments: [.fixed(.int(1))])
      return Signal(.mapReplace, upstream: first, arguments: [.fixed(value)])
    }
  }
}
