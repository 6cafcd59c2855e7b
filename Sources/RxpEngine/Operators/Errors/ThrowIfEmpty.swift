extension Operator {
  static let throwIfEmpty = Operator(
    "throwIfEmpty", .errors, "Ends with an error where the source completes without an event.",
    takes: [
      .optional(
        "error", .value, "the error, or what it is to carry", else: "an error of kind empty")
    ],
    types: .sameAsInput,
    shape: ShapeRule { $0.input.mayFail },
    elsewhere: [Elsewhere("rx.throwIfEmpty")],
    examples: [
      Example(
        "of nothing: an error", "throwIfEmpty", in: "--|", out: "--#", values: "error: \"empty\""),
      Example(
        "an error of one's own", "throwIfEmpty \"why\"", in: "--|", out: "--#",
        values: "error: \"why\""),
      Example("events pass unchanged", "throwIfEmpty", in: "-a-|", out: "-a-|"),
    ]
  ) { args in
    DefaultIfEmptyStage(args.run) {
      throw try args.value("error").map { Failure.from($0) }
        ?? Failure(kind: "empty", "the source completed without an event", place: args.place)
    }
  }
}
