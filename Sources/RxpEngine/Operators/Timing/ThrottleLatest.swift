extension Operator {
  static let throttleLatest = Operator(
    "throttleLatest", .timing,
    "Passes an event, then at most one in a given time: the newest, at the end of that time.",
    takes: [.rateWindow] + RateStage.options(edges: "both"),
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    shape: .retimed,
    pitfalls: [.thinsByTime],
    elsewhere: [
      Elsewhere("rxswift.throttle"),
      Elsewhere("rs.throttle", "onEnd: drop"),
      Elsewhere(
        "combine.throttle", "onError: wait", written: "throttle(for:latest:)",
        note: "latest: false is keep: first here"),
    ],
    examples: [
      Example(
        "the first one, then the newest at each end", "throttleLatest 300ms",
        in: "-abcde-------|", out: "-a--d--e-----|"),
      Example("an error drops what waits", "throttleLatest 300ms", in: "-ab#", out: "-a-#"),
      Example(
        "at the end what waits is still sent at its time", "throttleLatest 300ms", in: "-ab|",
        out: "-a--[b|]"),
      Example(
        "an error may wait as well", "throttleLatest 300ms, onError: wait", in: "-ab#",
        out: "-a--[b#]"),
      Example(
        "or at once", "throttleLatest 300ms, onEnd: send", in: "-ab|", out: "-a-[b|]"),
    ]
  ) { args in
    try RateStage(args, window: .time(try args.duration("window") ?? 0), edges: "both")
  }
}
