extension Operator {
  static let dedupe = Operator(
    "dedupe", aka: ["distinctWithin"], .filtering,
    "Drops events that equal one that came less than a time before.",
    takes: [
      .required("time", .duration, "how long an event is remembered"),
      .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself"),
      .named(
        "since", .word(["seen", "sent"]),
        "whether the time counts from the last equal event, so that a constant stream of them passes "
          + "but once, or from the last that passed",
        else: "seen"),
      .named(
        "onLimit", .word(["fail", "forget"]),
        "what happens where more are to be remembered: an error, or the oldest is forgotten",
        else: "fail"),
      ClockedStage.at, .limit("values"),
    ],
    types: .sameAsInput, holds: .growing("the values of the time, each once"),
    shape: .some,
    examples: [
      Example(
        "equal ones within a time are dropped", "dedupe 300ms", in: "-aba---ab|", out: "-ab----ab|"),
      Example("an error passes", "dedupe 1", in: "-a-a#", out: "-a--#"),
      Example(
        "each repetition counts anew", "dedupe 300ms", in: "-a-a-a-a-|", out: "-a-------|"),
      Example(
        "or only what passed", "dedupe 300ms, since: sent", in: "-a-a-a-a-|", out: "-a---a---|"),
      Example(
        "by the events' own times", "dedupe 10, .k, at: .t", in: "abc|", out: "a-c|",
        values: "a: {k: 1, t: 100}, b: {k: 1, t: 109.9}, c: {k: 1, t: 119.9}"),
    ]
  ) { args in
    try DedupeStage(args)
  }
}

final class DedupeStage: ClockedStage {
  private let length: Int
  private let by: Asked?
  private let countsSent: Bool
  private let forgets: Bool
  private let limit: HeldLimit
  /// When each value was seen (or sent) last: in the order of these instants.
  private var seen = KeyedSlots<Instant>(vacant: 0)

  override init(_ args: Arguments) throws {
    length = try args.duration("time") ?? 0
    by = args.optionalAsked("by")
    countsSent = try args.word("since") == "sent"
    forgets = try args.word("onLimit") == "forget"
    limit = try HeldLimit(args, "values")
    try super.init(args)
  }

  override func event(_ value: Value) throws {
    while let oldest = seen.oldest, Time.sum(seen[oldest], length) <= time { seen.remove(oldest) }
    let key = try by?(value) ?? value
    if let place = seen.place(of: key) {
      if countsSent { return }
      seen[place] = time
      return seen.renew(place)
    }
    if length == 0 { return send(value) }
    if forgets, seen.count >= limit.most, let oldest = seen.oldest { seen.remove(oldest) }
    try limit.check(seen.count + 1, by: self)
    seen.append(key, time)
    send(value)
  }

  override func stopped() { seen.removeAll() }
}
