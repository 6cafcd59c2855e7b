extension Operator {
  static let subscribeOn = Operator(
    "subscribeOn", .timing,
    "Subscribes to the source in a later step on a scheduler, where it then runs; what it sends comes "
      + "back.",
    takes: [.scheduler],
    types: .sameAsInput,
    shape: ShapeRule { $0.input.shifted },
    elsewhere: [
      Elsewhere("rac.subscribeOn"),
      Elsewhere("rx.subscribeOn"),
      Elsewhere("rxswift.subscribe", written: "subscribe(on:)"),
      Elsewhere("rs.start", written: "start(on:)"),
      Elsewhere("combine.subscribe", written: "subscribe(on:)"),
      Elsewhere("rxswift.subscribeOn"),
      Elsewhere("rs.startOn"),
    ],
    examples: [
      Example("same instant, later step", "subscribeOn main", in: "cold -a-|", out: "-a-|"),
      Example("an error passes", "subscribeOn main", in: "cold -a#", out: "-a#"),
      Example(
        "what is hot has sent already by then", "subscribeOn main", in: "a-b|", out: "--b|"),
    ],
    built: { signal, _ in if signal.scheduler != nil { signal.isOnBackground = false } }
  ) { args in
    let run = args.run
    var home: Inbox?
    switch try args.word("scheduler") {
    case "immediate": return RelayStage(run, args.upstream)
    case "background": home = run.background()
    default: home = run.crew?.main
    }
    if let home, let stage = run.imported(args.upstream, from: home) { return stage }
    return SubscribeOnStage(run)
  }
}

/// K7.
final class SubscribeOnStage: Stage {
  override func start() { wakeLater() }
  override func timer(_ token: Int) throws { try super.start() }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
