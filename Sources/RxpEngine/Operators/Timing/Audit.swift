extension Operator {
  static let audit = Operator(
    "audit", .timing,
    "After an event waits for a signal made of it to send, then sends the newest event.",
    takes: [
      .required(
        "until", .asked(.event, wants: .signal(.any)),
        "the signal whose first event ends the wait; its end without one does so too, and nothing is "
          + "sent")
    ],
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed(by: "until"),
    elsewhere: [Elsewhere("rx.audit")],
    examples: [
      Example(
        "the newest at the end of each wait", "audit p", in: "-abc---d-e---|",
        others: [("p", "cold ---x")], out: "----c-----e--|"),
      Example(
        "an error drops what waits", "audit p", in: "-ab#", others: [("p", "cold ---x")],
        out: "---#"),
      Example(
        "the completion waits too", "audit p", in: "-ab|", others: [("p", "cold ---x")],
        out: "----[b|]"),
    ]
  ) { args in
    try RateStage(
      args, window: .signal(try args.asked("until")), edges: "trailing", reopens: false)
  }
}
