extension Operator {
  static let sampleTime = Operator(
    "sampleTime", .timing, "Sends the latest event after each period, if there is a new one.",
    takes: [
      .required("period", .duration, "the time between two samples"),
      .named(
        "repeats", .bool, "whether an event that was sent is sent again while it is the latest",
        else: "false"),
    ],
    types: .sameAsInput, holds: .atMost(1),
    shape: ShapeRule(worksOnValues: true) { context in
      var shape = context.input.thinned.shifted.failing
      if context.has("repeats"), !context.input.isSilent { shape.most = nil }
      return shape
    },
    pitfalls: [.thinsByTime],
    elsewhere: [Elsewhere("rx.sampleTime")],
    examples: [
      Example(
        "the latest, once", "sampleTime 300ms", in: "-ab-------c--|", out: "---b--------c|"),
      Example("an error passes at once", "sampleTime 300ms", in: "-a#", out: "--#"),
      Example(
        "or again and again", "sampleTime 200ms, repeats: true", in: "-a-----|", out: "--a-a-a|"),
    ]
  ) { args in
    let ticks = Signal(.interval, arguments: [args.signal.arguments[0], .missing])
    return SampleStage(
      args.run, sampler: ticks, repeats: try args.bool("repeats") ?? false, ends: .source,
      sendsPairs: false)
  }
}
