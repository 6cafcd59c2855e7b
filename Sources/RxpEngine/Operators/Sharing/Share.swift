extension Operator {
  static let share = Operator(
    "share", .sharing,
    "Shares one subscription to the source among all subscribers, as long as there are any.",
    takes: [
      .named(
        "replay", .count,
        "how many past events a new subscriber gets first, of the same subscription",
        else: "none"),
      .named(
        "onZero", .word(["reset", "keep"]),
        "when the last subscriber has left: let go of the source, and start over for the next one, "
          + "or go on",
        else: "reset"),
      .named(
        "onEnd", .word(["reset", "keep"]),
        "for who comes after the completion: start over, or tell of it", else: "reset"),
      .named(
        "onError", .word(["reset", "keep"]),
        "for who comes after an error: start over, or tell of it", else: "reset"),
    ],
    types: .sameAsInput, holds: .parameter("replay"),
    elsewhere: [
      Elsewhere("rx.share"), Elsewhere("rxswift.share"),
      Elsewhere("combine.share", "onEnd: keep, onError: keep"),
    ],
    examples: [
      Example("sends what the one subscription sends", "share", in: "-a-b|", out: "-a-b|"),
      Example("an error goes to all", "share", in: "-a#", out: "-a#"),
      Example(
        "after the end the next subscriber starts over", "share | repeat | take 3", in: "cold -a|",
        out: "-a-a-[a|]"),
      Example(
        "or is told of the end", "share onEnd: keep | repeat | take 1", in: "cold -a|", out: "-[a|]"
      ),
    ]
  ) { args in
    let signal = args.signal
    if let audience = signal.shared as? Audience { return AudienceStage(args.run, audience) }
    var renewal: Connection.Renewal = []
    if try args.word("onZero") != "keep" { renewal.insert(.release) }
    if try args.word("onEnd") != "keep" { renewal.insert(.completion) }
    if try args.word("onError") != "keep" { renewal.insert(.error) }
    let replay = try args.count("replay") ?? 0
    let connection = Connection(signal, renewal: renewal) { Subject(.replay(replay)) }
    let audience = Audience(
      connection, whenEmpty: renewal.contains(.release) ? .disconnect : .keep)
    signal.shared = audience
    return AudienceStage(args.run, audience)
  }
}
