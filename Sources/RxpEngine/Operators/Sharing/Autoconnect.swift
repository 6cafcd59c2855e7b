extension Operator {
  static let autoconnect = Operator(
    "autoconnect", .sharing,
    "Connects what is published for its first subscriber, and lets go of the source for good with "
      + "the last.",
    types: .sameAsInput,
    shape: ShapeRule { $0.input.connected },
    elsewhere: [Elsewhere("rac.autoconnect")],
    examples: [
      Example("connects by itself", "publish | autoconnect", in: "-a-b|", out: "-a-b|"),
      Example("an error passes", "publish | autoconnect", in: "-a#", out: "-a#"),
      Example(
        "never again after the end", "publish | autoconnect | repeat | takeUntil (timer 500ms)",
        in: "cold -a|", out: "-a---|"),
    ]
  ) { args in
    try AudienceStage.make(args, renewal: [])
  }
}

extension AudienceStage {
  /// A subscriber of the published signal before the stage.
  static func make(_ args: Arguments, renewal: Connection.Endings) throws -> Stage {
    let signal = args.signal
    if let audience = signal.shared as? Audience { return AudienceStage(args.run, audience) }
    let audience = Audience(
      try args.connection(of: signal.upstream), leaves: true, renewal: renewal)
    signal.shared = audience
    return AudienceStage(args.run, audience)
  }
}
