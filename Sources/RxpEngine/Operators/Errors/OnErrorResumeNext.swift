extension Operator {
  static let onErrorResumeNext = Operator(
    "onErrorResumeNext", .errors, role: .sourceOrStage,
    "Follows signals one after the other, each from the end of the one before, be it an error.",
    takes: [.required("signals", .signals, "the signals, in order; no error of theirs is told")],
    types: TypeRule { context in
      let others = (context.argument("signals") ?? .any).sent
      return context.input == .null ? others : context.input.joined(with: others)
    },
    atEnd: .waits,
    shape: ShapeRule { .inTurn($0.inputs("signals").map(\.forgiven)) },
    pitfalls: [.waitsForEnds(of: "signals", all: false)],
    elsewhere: [Elsewhere("rx.onErrorResumeNext"), Elsewhere("rx.onErrorResumeNextWith")],
    examples: [
      Example(
        "goes on after an error", "onErrorResumeNext b", in: "-a#", others: [("b", "cold -b|")],
        out: "-a-b|"),
      Example(
        "and after a completion too", "onErrorResumeNext b", in: "-a|",
        others: [("b", "cold -b|")], out: "-a-b|"),
      Example(
        "an error of the last one completes it", "onErrorResumeNext b", in: "-a|",
        others: [("b", "cold -b#")], out: "-a-b|"),
      Example("of nothing: completes at once", "onErrorResumeNext []", out: "|"),
    ]
  ) { args in
    ConcatStage(args.run, try args.inputs("signals"), passesErrors: false)
  }
}
