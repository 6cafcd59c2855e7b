extension Operator {
  static let finalize = Operator(
    "finalize", .watching,
    "Works something out for its effect after the end, or where the result is let go of before it.",
    takes: [
      .required("f", .asked(.nothing, wants: .any), "asked once")
    ],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: nil)],
    examples: [
      Example("events pass unchanged", "finalize 1", in: "-a-|", out: "-a-|"),
      Example("an error passes", "finalize 1", in: "-a-#", out: "-a-#"),
      Example(
        "after the end is told: a mistake in it is nobody's", "finalize raise(\"why\")",
        in: "-a-|", out: "-a-|"),
    ]
  ) { args in
    FinallyStage(args.run, try args.asked("f"), runsAfter: true, onRelease: true)
  }
}
