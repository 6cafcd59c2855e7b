extension Operator {
  static let throttleFirst = Operator(
    "throttleFirst", .timing,
    "Passes an event, then none for a time; the next one after it opens the next such time.",
    takes: [.rateWindow] + RateStage.options(edges: "leading"),
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed,
    pitfalls: [.thinsByTime],
    elsewhere: [Elsewhere("rx.throttleTime", note: "leading and trailing are edges: here")],
    examples: [
      Example(
        "the first one of a burst passes", "throttleFirst 300ms", in: "-abc---d-e--|",
        out: "-a-----d----|"),
      Example("an error passes at once", "throttleFirst 300ms", in: "-ab#", out: "-a-#"),
      Example(
        "an event in the last instant of the time is still left out", "throttleFirst 300ms",
        in: "a--bc---|", out: "a---c---|"),
      Example(
        "trailing only: the last one of each time, at its end",
        "throttleFirst 300ms, edges: trailing",
        in: "-abc-----|", out: "----c----|"),
    ]
  ) { args in
    try RateStage(
      args, window: .time(try args.duration("window") ?? 0), edges: "leading")
  }
}
