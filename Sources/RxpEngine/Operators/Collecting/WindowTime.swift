extension Operator {
  static let windowTime = Operator(
    "windowTime", .collecting,
    "Cuts the events into signals by time; the first opens at once, the next with the end of the "
      + "one before.",
    takes: [
      .required("time", .duration, "how long a window is open"),
      .optional(
        "every", .duration, "opens a window each so often, also while others are open",
        else: "one by one"),
      .optional("max", .count, "how many events close a window before its time", else: "no bound"),
      .named(
        "windows", .word(["periodic", "fromFirst"]),
        "whether windows follow each other, or each is opened by its first event", else: "periodic"),
    ],
    types: TypeRule { .signal($0.input) },
    shape: .cutting,
    elsewhere: [
      Elsewhere("rx.windowTime"), Elsewhere("rxswift.window", note: "count is max here"),
    ],
    examples: [
      Example(
        "one after the other", "windowTime 200ms | map (it | count) | concatAll", in: "-a-bc-|",
        out: "--x-y-[z|]", values: "x: 1, y: 2, z: 0"),
      Example("an error goes into the window too", "windowTime 1 | flatten", in: "-a#", out: "-a#"),
      Example("nothing is lost", "windowTime 100ms | flatten", in: "-ab--c|", out: "-ab--c|"),
    ]
  ) { args in
    if args.has("every") { return try BufferTimeStage(args, opening: .each, asWindows: true) }
    return try BufferTimeStage(
      args, opening: try args.word("windows") == "fromFirst" ? .byEvent : .chained, asWindows: true)
  }
}
