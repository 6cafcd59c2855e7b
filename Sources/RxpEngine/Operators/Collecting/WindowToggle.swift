extension Operator {
  static let windowToggle = Operator(
    "windowToggle", .collecting,
    "Cuts signals out of the events: one is opened by each event of a signal, and closed by another.",
    takes: [
      .required("opens", .signal, "the signal whose events open a window"),
      .required(
        "closes", .asked(.sent(by: "opens"), wants: .signal(.any)),
        "of what opened a window, the signal whose first event closes it"),
    ],
    types: TypeRule { .signal($0.input) }, holds: .growing("the open windows"),
    shape: .cutting(by: "opens", "closes"),
    elsewhere: [Elsewhere("rx.windowToggle")],
    examples: [
      Example(
        "from an opening to its closing", "windowToggle o, c | flatten", in: "-a-b-c-d|",
        others: [("o", "--o------"), ("c", "cold ----x")], out: "---b-c--|"),
      Example(
        "an error goes into the windows too", "windowToggle o, never | flatten", in: "-a#",
        others: [("o", "o----")], out: "-a#"),
      Example(
        "without an opening there is none", "windowToggle never, never | flatten", in: "-a|",
        out: "--|"),
    ]
  ) { args in
    try ToggleStage(args, asWindows: true)
  }
}
