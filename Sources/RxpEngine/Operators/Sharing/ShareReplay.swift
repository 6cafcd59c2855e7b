extension Operator {
  static let shareReplay = Operator(
    "shareReplay", .sharing,
    "Shares one subscription, from the first subscriber on; every one gets all so far. After an error "
      + "the next one starts over.",
    takes: [
      .optional("n", .count, "how many past events are kept", else: "all"),
      .optional("window", .duration, "how old what is replayed may be", else: "as old as it is"),
      .named(
        "refCount", .bool,
        "whether the source is let go of with the last subscriber; the next one starts over",
        else: "false"),
    ],
    types: .sameAsInput, holds: .growing("the events so far"),
    shape: .shared,
    pitfalls: [.keepsAll(unless: ["n", "window"], instead: "shareReplay 1")],
    elsewhere: [Elsewhere("rx.shareReplay")],
    examples: [
      Example("sends what the one subscription sends", "shareReplay", in: "-a-b|", out: "-a-b|"),
      Example(
        "who comes after the end gets what is kept", "shareReplay 1 | repeat | take 3",
        in: "cold -a-b|", out: "-a-b[b|]"),
      Example(
        "after an error the next one starts over", "shareReplay | retry 1", in: "cold -a#",
        out: "-a-a#"),
    ]
  ) { args in
    let signal = args.signal
    if let audience = signal.shared as? Audience { return AudienceStage(args.run, audience) }
    let count = try args.count("n") ?? Int.max
    let window = try args.duration("window")
    let leaves = try args.bool("refCount") ?? false
    let connection = Connection(signal) { [weak run = args.run] in
      Subject(.replay(count), window: window, run: run)
    }
    let audience = Audience(
      connection, leaves: leaves, renewal: leaves ? [.error, .release] : .error)
    signal.shared = audience
    return AudienceStage(args.run, audience)
  }
}
