extension Operator {
  static let throttleWith = Operator(
    "throttleWith", .timing,
    "Passes an event, then none until a signal made of it sends or ends.",
    takes: [
      .required(
        "until", .asked(.event, wants: .signal(.any)),
        "the signal whose first event or end lets the next one pass; nil for at once")
    ] + RateStage.options(edges: "leading"),
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed(by: "until"),
    elsewhere: [Elsewhere("rx.throttle", note: "leading and trailing are edges: here")],
    examples: [
      Example(
        "the first one of a burst passes", "throttleWith p", in: "-abc---d-e--|",
        others: [("p", "cold ---x")], out: "-a-----d----|"),
      Example(
        "an error of the signal ends all", "throttleWith p", in: "-abc----|",
        others: [("p", "cold -#")], out: "-a#"),
      Example(
        "its end without an event lets the next one pass too", "throttleWith p", in: "-abc-d|",
        others: [("p", "cold --|")], out: "-a---d|"),
    ]
  ) { args in
    try RateStage(args, window: .signal(try args.asked("until")), edges: "leading")
  }
}
