extension Operator {
  static let doCompleted = Operator(
    "doCompleted", .watching,
    "Works something out for its effect at the completion, before it is passed on.",
    takes: [.required("f", .asked(.nothing, wants: .any), "asked once")],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: nil)],
    elsewhere: [
      Elsewhere("rac.doCompleted"),
      Elsewhere("rx.tapComplete", written: "tap({complete})"),
      Elsewhere("rxswift.doOnCompleted", written: "do(onCompleted:)"),
      Elsewhere("rs.onCompleted", written: "on(completed:)"),
    ],
    examples: [
      Example("the completion passes", "doCompleted 1", in: "-a-|", out: "-a-|"),
      Example(
        "a mistake in it is an error of the signal", "doCompleted raise(\"other\")", in: "-|",
        out: "-#", values: "error: \"other\""),
      Example("an error is none", "doCompleted raise(\"other\")", in: "-a#", out: "-a#"),
    ]
  ) { args in
    DoStage(args.run, next: nil, error: nil, completed: try args.asked("f"))
  }
}
