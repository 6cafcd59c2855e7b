extension Operator {
  static let last = Operator(
    "last", .filtering, "Passes the last event, of those that pass a test, at the completion.",
    takes: [
      PickStage.test,
      .optional("default", .value, "what is sent where there is none", else: "an error"),
      .named(
        "onEmpty", .word(["fail", "send", "complete"]),
        "what happens where there is none and no default: an error, or nil is sent, or only completed",
        else: "fail"),
    ],
    types: PickStage.types,
    holds: .atMost(1), atEnd: .flushes,
    shape: ShapeRule { $0.input.gathered(least: 0).mayFail },
    pitfalls: [.waitsForEnd],
    elsewhere: [
      Elsewhere("rx.last"),
      Elsewhere("rx.lastValueFrom"),
      Elsewhere("rs.last", "onEmpty: send", note: "blocks there"),
      Elsewhere("combine.last", "onEmpty: complete"),
      Elsewhere("combine.lastWhere", "onEmpty: complete", written: "last(where:)"),
      Elsewhere(
        "combine.tryLastWhere", "onEmpty: complete", written: "tryLast(where:)"),
      Elsewhere("rx.toPromise", "onEmpty: send"),
    ],
    examples: [
      Example("at the completion", "last", in: "-a-b-|", out: "-----[b|]"),
      Example("the last that passes", "last it < \"c\"", in: "-a-b-c|", out: "------[b|]"),
      Example("none is an error", "last", in: "--|", out: "--#", values: "error: \"empty\""),
      Example("none: the default", "last default: \"z\"", in: "--|", out: "--[z|]"),
      Example("an error passes", "last", in: "-a#", out: "--#"),
    ]
  ) { args in
    let test = args.optionalAsked("test")
    return PickStage(args.run, try PickStage.substitute(args, or: "fail"), isLast: test == nil) {
      value in
      if let test, try !test.test(value) { return .pass }
      return .candidate
    }
  }
}
