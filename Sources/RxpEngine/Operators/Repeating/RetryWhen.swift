extension Operator {
  static let retryWhen = Operator(
    "retryWhen", .repeating,
    "Subscribes again after an error when a signal made of the errors sends.",
    takes: [
      .required(
        "f", .asked(.given(.signal(.failure)), wants: .signal(.any)),
        "the signal to make of the signal of errors: each of its events is an attempt more, its end "
          + "the end"),
      CuedStage.early,
    ],
    types: .sameAsInput,
    shape: .cued(.errors),
    pitfalls: [.waitsForError],
    elsewhere: [
      Elsewhere("rx.retryWhen"),
      Elsewhere("rxswift.retryWhen", "early: ignore", written: "retry(when:)"),
    ],
    examples: [
      Example(
        "again some time after each error", "retryWhen errors => (errors | delay 200ms) | take 3",
        in: "cold -a#", out: "-a---a---[a|]"),
      Example(
        "so many times, then it completes", "retryWhen errors => (errors | take 2)",
        in: "cold -a#", out: "-a-a|"),
      Example(
        "the signal's error is the result's",
        "retryWhen errors => (errors | flatMap fail(\"why\"))",
        in: "cold -a#", out: "-a#", values: "error: \"why\""),
      Example("a completion passes", "retryWhen n", in: "-a|", others: [("n", "x")], out: "-a|"),
    ]
  ) { args in
    try CuedStage(args, .errors)
  }
}
