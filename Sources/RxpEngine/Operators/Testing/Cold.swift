extension Operator {
  static let cold = Operator(
    "cold", .testing, role: .source,
    "A signal drawn as a diagram; each subscription starts it anew.",
    takes: MarbleSource.parameters, types: MarbleSource.types, atEnd: .ends,
    shape: MarbleSource.shape(isHot: false),
    elsewhere: [Elsewhere("rx.cold")],
    examples: [
      Example("one column is one frame of 100 ms", "cold \"-a-b-|\"", out: "-a-b-|"),
      Example("letters may stand for values", "cold \"-a|\", a: 1", out: "-b|", values: "b: 1"),
      Example("# is an error", "cold \"-a#\"", out: "-a#"),
    ]
  ) { args in
    ColdStage(args.run, try MarbleSource(args, isHot: false))
  }
}

final class ColdStage: Stage {
  private let source: MarbleSource
  private var started: Instant?

  init(_ run: Run, _ source: MarbleSource) {
    self.source = source
    super.init(run)
  }

  override func start() {
    started = run.now
    run.log(subscriptionTo: signal)
    for (index, event) in source.events.enumerated() {
      wake(at: Time.sum(run.now, event.instant), token: index)
    }
  }

  override func timer(_ token: Int) {
    source.play(token, next: { send($0) }, end: { finish($0) })
  }

  override func stopped() {
    // Where nobody wanted it any more it was not subscribed to.
    if let started { run.log(releaseOf: signal, started: started) }
  }
}
