extension Operator {
  static let deliverOn = Operator(
    "deliverOn", aka: ["observeOn"], .timing,
    "Delivers every event, the end too, in a later step of the same instant.",
    takes: [.scheduler],
    types: .sameAsInput, holds: .growing("the events of an instant"), atEnd: .waits,
    shape: ShapeRule { $0.input.shifted },
    elsewhere: [
      Elsewhere("rac.deliverOn"),
      Elsewhere("rx.observeOn"),
      Elsewhere("rxswift.observe", written: "observe(on:)"),
      Elsewhere("rs.observe", written: "observe(on:)"),
      Elsewhere("combine.receive", written: "receive(on:)"),
    ],
    examples: [
      Example("same instant, later step", "deliverOn main", in: "-a-|", out: "-a-|"),
      Example(
        "an error comes after what was before it", "deliverOn main", in: "-[ab#]", out: "-[ab#]"),
      Example(
        "after what is due in the instant", "deliverOn main | merge b", in: "-a-|",
        others: [("b", "-b-|")], out: "-[ba]-|"),
    ]
  ) { args in
    if try args.word("scheduler") == "immediate" { return RelayStage(args.run, args.upstream) }
    return DelayStage(args.run, time: 0, shiftsCompletion: true, shiftsErrors: true)
  }
}

extension Parameter {
  /// There is one loop: whatever the scheduler, work waits for its turn on it.
  static let scheduler = optional(
    "scheduler", .word(schedulers),
    "where it happens: within the call, or in a later step of the one loop there is", else: "main")
  static let schedulers = ["immediate", "main", "background"]
}
