extension Operator {
  static let never = Operator(
    "never", .creating, role: .source, "Sends nothing and never ends.",
    types: .always(.any), atEnd: .neverEnds,
    shape: ShapeRule { _ in .nothing },
    elsewhere: [
      Elsewhere("rac.never"),
      Elsewhere("rx.NEVER"),
      Elsewhere("rx.never"),
      Elsewhere("rxswift.never"),
      Elsewhere("rs.never"),
      Elsewhere("combine.Never", written: "Empty(completeImmediately: false)"),
    ],
    examples: [
      Example("nothing", "never", out: "-"),
      Example("until something ends it", "never | takeUntil (timer 200ms)", out: "--|"),
      Example("merged it keeps the result open", "merge never, (just \"a\")", out: "a-"),
    ]
  ) { args in
    NeverStage(args.run)
  }
}

final class NeverStage: Stage {
  override func start() {}
}
