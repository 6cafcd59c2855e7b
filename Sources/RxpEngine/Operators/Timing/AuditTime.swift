extension Operator {
  static let auditTime = Operator(
    "auditTime", .timing, "After an event waits for a time, then sends the newest event.",
    takes: [.required("time", .duration, "how long it waits")],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed,
    pitfalls: [.thinsByTime],
    elsewhere: [Elsewhere("rx.auditTime")],
    examples: [
      Example(
        "the newest at the end of each wait", "auditTime 300ms", in: "-abc---d-e---|",
        out: "----c-----e--|"),
      Example("an error drops what waits", "auditTime 300ms", in: "-ab#", out: "---#"),
      Example("the completion waits too", "auditTime 300ms", in: "-ab|", out: "----[b|]"),
    ]
  ) { args in
    try RateStage(
      args, window: .time(try args.duration("time") ?? 0), edges: "trailing", reopens: false)
  }
}
