extension Operator {
  static let windowWhen = Operator(
    "windowWhen", .collecting,
    "Cuts the events into signals: each is closed by a signal that is made when it opens.",
    takes: [
      .required(
        "closes", .asked(.nothing, wants: .signal(.any)),
        "a new signal for each window, whose first event or completion closes it")
    ],
    types: TypeRule { .signal($0.input) },
    shape: .cutting(by: "closes"),
    elsewhere: [Elsewhere("rx.windowWhen")],
    examples: [
      Example(
        "each closed by a timer of its own",
        "windowWhen (timer 300ms) | map (it | count) | concatAll", in: "-a-bc-|", out: "---x--[y|]",
        values: "x: 2, y: 1"),
      Example(
        "an error goes into the window too", "windowWhen never | flatten", in: "-a#", out: "-a#"),
      Example(
        "nothing is lost", "windowWhen (timer 100ms) | flatten", in: "-ab-c|", out: "-ab-c|"),
    ]
  ) { args in
    try RenewalStage(args, asWindows: true)
  }
}
