extension Operator {
  static let refCount = Operator(
    "refCount", .sharing,
    "Connects what is published as long as there are subscribers, and again when there are any anew.",
    takes: [.resetOnEnd, .resetOnError],
    types: .sameAsInput,
    shape: ShapeRule { $0.input.connected },
    elsewhere: [
      Elsewhere("rx.refCount", "onEnd: keep, onError: keep"), Elsewhere("rxswift.refCount"),
      Elsewhere("combine.autoconnect", "onEnd: keep, onError: keep"),
    ],
    examples: [
      Example("connects by itself", "publish | refCount", in: "-a-b|", out: "-a-b|"),
      Example("an error passes", "publish | refCount", in: "-a#", out: "-a#"),
      Example(
        "starts over after the end", "publish | refCount | repeat | take 2", in: "cold -a|",
        out: "-a-[a|]"),
    ]
  ) { args in
    try AudienceStage.make(args, renewal: try Connection.Endings.resets(args))
  }
}
