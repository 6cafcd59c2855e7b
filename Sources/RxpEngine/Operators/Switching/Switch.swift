extension Operator {
  static let switchCases = Operator(
    "switch", .switching, role: .source,
    "Follows the signal that belongs to the latest key.",
    takes: [
      .required("keys", .signal, "a signal of keys"),
      .required(
        "cases", .value,
        "a record of signals; a key that is no string is looked up as it is written"),
      .named("default", .signal, "the signal for a key without a case", else: "an error"),
      SwitchStage.order,
    ],
    types: TypeRule { context in
      var types: [Type] = []
      if case .record(let fields, isClosed: true)? = context.argument("cases") {
        types = fields.map(\.type.sent)
      } else {
        types = [.any]
      }
      if let other = context.argument("default") { types.append(other) }
      return types.dropFirst().reduce(types.first ?? .any) { $0.joined(with: $1) }
    },
    atEnd: .waits,
    shape: ShapeRule { context in
      let shape = context.signal("keys").flattened(SignalShape())
      return context.has("default") ? shape : shape.mayFail
    },
    elsewhere: [
      Elsewhere("rac.switch", written: "+switch:cases:default:")
    ],
    examples: [
      Example(
        "chosen by key, default otherwise", "switch k, {a: x}, default: z",
        others: [("k", "-a---q---|"), ("x", "cold -1-1-1-1"), ("z", "cold -0-0|")],
        out: "--1-1-0-0|"),
      Example(
        "without a case and a default it fails", "switch k, {a: x}",
        others: [("k", "-a---q---|"), ("x", "cold -1-1-1-1")], out: "--1-1#",
        values: "error: \"no matching case\""),
      Example(
        "keys of other kinds", "switch k, {\"1\": x, \"true\": z}",
        others: [("k", "-n--t---|"), ("x", "cold -1|"), ("z", "cold -0|")], out: "--1--0--|",
        values: "n: 1, t: true"),
    ]
  ) { args in
    guard case .record(let cases)? = try args.value("cases") else {
      throw args.mistake("cases", "a record of signals", try args.value("cases") ?? .null)
    }
    let other = try args.signal("default")
    return SwitchStage(
      args.run, source: try args.signal("keys"), oldFirst: try SwitchStage.oldFirst(args)
    ) { key in
      let name: Text =
        switch key {
        case .text(let text): text
        case .null: "nil"
        default: Text(key.display())
        }
      if let found = cases[name] { return try found.switchedSignal() }
      guard let other else { throw Failure(kind: "noMatchingCase", "no matching case") }
      return other
    }
  }
}
