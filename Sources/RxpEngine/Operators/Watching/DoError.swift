extension Operator {
  static let doError = Operator(
    "doError", .watching, "Works something out for its effect at an error, before it is passed on.",
    takes: [.required("f", .asked(.failure, wants: .any), "asked once; it is the error")],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: nil), .waitsForError],
    elsewhere: [
      Elsewhere("rac.doError"),
      Elsewhere("rx.tapError", written: "tap({error})"),
      Elsewhere("rxswift.doOnError", written: "do(onError:)"),
      Elsewhere("rs.onFailed", written: "on(failed:)"),
    ],
    examples: [
      Example("the error passes unchanged", "doError it.message", in: "-a-#", out: "-a-#"),
      Example(
        "a mistake in it takes the error's place", "doError raise(\"other\")", in: "-#", out: "-#",
        values: "error: \"other\""),
      Example("a completion is none", "doError raise(\"other\")", in: "-a|", out: "-a|"),
    ]
  ) { args in
    DoStage(args.run, next: nil, error: try args.asked("f"), completed: nil)
  }
}
