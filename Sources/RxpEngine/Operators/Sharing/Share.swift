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
      .resetOnEnd, .resetOnError,
    ],
    types: .sameAsInput, holds: .parameter("replay"),
    shape: .shared,
    pitfalls: [.sharesWhileItLasts(instead: "shareReplay")],
    elsewhere: [
      Elsewhere("rx.share"),
      Elsewhere("rxswift.share", note: "with .forever: onZero: keep"),
      Elsewhere("combine.share", "onEnd: keep, onError: keep"),
    ],
    examples: [
      Example("sends what the one subscription sends", "share", in: "-a-b|", out: "-a-b|"),
      Example("an error goes to all", "share", in: "-a#", out: "-a#"),
      Example(
        "after the end the next subscriber starts over", "share | repeat | take 3", in: "cold -a|",
        out: "-a-a-[a|]"),
    ]
  ) { args in
    let signal = args.signal
    if let audience = signal.shared as? Audience { return AudienceStage(args.run, audience) }
    let replay = try args.count("replay") ?? 0
    let audience = Audience(
      Connection(signal) { Subject(.replay(replay)) }, leaves: try args.word("onZero") != "keep",
      renewal: try Connection.Endings.resets(args))
    signal.shared = audience
    return AudienceStage(args.run, audience)
  }
}

extension Connection.Endings {
  /// Those after which who comes starts over: the options onZero, onEnd and onError.
  static func resets(_ args: Arguments) throws -> Connection.Endings {
    var endings: Connection.Endings = []
    if try args.word("onZero") != "keep" { endings.insert(.release) }
    if try args.word("onEnd") != "keep" { endings.insert(.completion) }
    if try args.word("onError") != "keep" { endings.insert(.error) }
    return endings
  }
}

extension Parameter {
  /// What becomes of a shared subscription after its end.
  static let resetOnEnd = named(
    "onEnd", .word(["reset", "keep"]),
    "for who comes after the completion: start over, or tell of it", else: "reset")
  static let resetOnError = named(
    "onError", .word(["reset", "keep"]),
    "for who comes after an error: start over, or tell of it", else: "reset")
}
