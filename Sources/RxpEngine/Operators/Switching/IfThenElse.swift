extension Operator {
  static let ifThenElse = Operator(
    "ifThenElse", .switching, role: .source,
    "Follows one of two signals, as the latest yes or no of a third says.",
    takes: [
      .required("condition", .signal, "a signal of yes/no values"),
      .required("then", .signal, "the signal to follow after a yes"),
      .required("else", .signal, "the signal to follow after a no, or nil"),
      SwitchStage.order,
    ],
    types: TypeRule { context in
      (context.argument("then") ?? .any).joined(with: context.argument("else") ?? .any)
    },
    atEnd: .waits,
    shape: ShapeRule(worksOnValues: true) { context in
      context.signal("condition").flattened(
        .oneOf(context.signals("then") + context.signals("else")))
    },
    elsewhere: [
      Elsewhere("rac.if", written: "+if:then:else:")
    ],
    examples: [
      Example(
        "switches at each yes and no", "ifThenElse b, x, y",
        others: [("b", "-t---f---|"), ("x", "cold -1-1-1|"), ("y", "cold -2-2|")],
        out: "--1-1-2-2|", values: "t: true, f: false"),
      Example(
        "nothing before the first", "ifThenElse b, x, x",
        others: [("b", "----|"), ("x", "cold 1|")],
        out: "----|"),
      Example(
        "what is no yes or no is a mistake", "ifThenElse b, x, x",
        others: [("b", "-q-|"), ("x", "cold 1|")], out: "-#", values: "error: \"type\""),
    ]
  ) { args in
    let (yes, no) = (try args.signal("then"), try args.signal("else"))
    return SwitchStage(
      args.run, source: try args.signal("condition"), oldFirst: try SwitchStage.oldFirst(args)
    ) { value in
      switch value {
      case .bool(true): return yes
      case .bool(false), .null: return no
      default: throw args.mistake("condition", "yes/no values", value)
      }
    }
  }
}
