extension Operator {
  static let repeatWhen = Operator(
    "repeatWhen", .repeating,
    "Subscribes again after the completion when a signal made of the completions sends.",
    takes: [
      .required(
        "f", .asked(.given(.signal(.any)), wants: .signal(.any)),
        "the signal to make of the signal of completions, which sends nil at each: each of its "
          + "events is a run more, after its end the next completion is the last"),
      CuedStage.early,
    ],
    types: .sameAsInput, atEnd: .restarts,
    shape: .cued(.completions),
    elsewhere: [Elsewhere("rx.repeatWhen")],
    examples: [
      Example(
        "again some time after each completion",
        "repeatWhen ends => (ends | delay 200ms) | take 3", in: "cold -a|", out: "-a---a---[a|]"),
      Example(
        "so many times more", "repeatWhen ends => (ends | take 2)", in: "cold -a|",
        out: "-a-a-a|"),
      Example("an error passes", "repeatWhen n", in: "-a#", others: [("n", "x")], out: "-a#"),
      Example(
        "a signal that ends at once: no run more", "repeatWhen empty", in: "cold -a|", out: "-a|"),
    ]
  ) { args in
    try CuedStage(args, .completions)
  }
}
