extension Operator {
  static let elementAt = Operator(
    "elementAt", .filtering, "Passes the event of a place, counted from 0, and completes.",
    takes: [
      .required("index", .count, "how many events come before it"),
      .optional("default", .value, "what is sent where there is none", else: "an error"),
      .named(
        "onEmpty", .word(["fail", "send", "complete"]),
        "what happens where there is none and no default: an error, or nil is sent, or only completed",
        else: "fail"),
    ],
    types: TypeRule { context in
      context.argument("default").map { context.input.joined(with: $0) } ?? context.input
    },
    atEnd: .flushes,
    shape: ShapeRule(stopsEarly: true) { ShapeRule.picking.apply($0).mayFail },
    elsewhere: [
      Elsewhere("rx.elementAt"),
      Elsewhere("rxswift.elementAt"),
      Elsewhere("combine.outputAt", "onEmpty: complete", written: "output(at:)"),
      Elsewhere("rxswift.element", written: "element(at:)"),
    ],
    examples: [
      Example("the third", "elementAt 2", in: "-a-b-c-d|", out: "-----[c|]"),
      Example(
        "too few is an error", "elementAt 2", in: "-a|", out: "--#", values: "error: \"outOfRange\""
      ),
      Example("too few: the default", "elementAt 2, \"z\"", in: "-a|", out: "--[z|]"),
    ]
  ) { args in
    var left = try args.count("index") ?? 0
    let substitute = try PickStage.substitute(
      args, or: "fail", kind: "outOfRange", "the source has no event at \(left)")
    return PickStage(args.run, substitute) { _ in
      if left == 0 { return .last }
      left -= 1
      return .pass
    }
  }
}
