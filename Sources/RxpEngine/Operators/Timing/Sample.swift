extension Operator {
  static let sample = Operator(
    "sample", .timing, "Sends the latest event whenever another signal sends one.",
    takes: [
      .required("sampler", .signal, "the signal whose events say when"),
      .named(
        "repeats", .bool, "whether an event that was sent is sent again while it is the latest",
        else: "true"),
      .named(
        "ends", .word(["either", "source", "both", "tick"]),
        "whose completion completes the result: the first of the two, the source's, that of both, or "
          + "the next event (or the completion) of the sampler after the source's",
        else: "either"),
      .named(
        "sends", .word(["latest", "pair"]),
        "whether the event alone is sent, or a list of it and the sampler's", else: "latest"),
    ],
    types: TypeRule { context in
      guard context.argument("sends") != nil else { return context.input }
      return .list(context.input.joined(with: context.argument("sampler") ?? .any))
    }, holds: .atMost(1),
    shape: .sampling("sampler"),
    pitfalls: [.takesLatest(of: "sampler", instead: "zip"), .listensTogether(to: "sampler")],
    elsewhere: [
      Elsewhere("rac.sample"),
      Elsewhere("rx.sample", "repeats: false, ends: source"),
      Elsewhere("rxswift.sample", "repeats: false, ends: tick"),
      Elsewhere("rs.sample", "ends: both"),
      Elsewhere("rs.sampleOn", "ends: both", written: "sample(on:)"),
      Elsewhere("rs.sampleWith", "ends: both, sends: pair", written: "sample(with:)"),
    ],
    examples: [
      Example(
        "the latest at each tick, again and again", "sample s", in: "-a--b------|",
        others: [("s", "---x-x-x-x---|")], out: "---a-b-b-b-|"),
      Example(
        "the sampler's end is the end", "sample s", in: "-a-------|", others: [("s", "---x-|")],
        out: "---a-|"),
      Example(
        "nothing before the first event", "sample s", in: "----a---|",
        others: [("s", "-x-x-x---|")],
        out: "-----a--|"),
      Example(
        "with the sampler's", "sample s, sends: pair", in: "-a--|", others: [("s", "--x-|")],
        out: "--p-|", values: "p: [\"a\", \"x\"]"),
      Example(
        "each event once", "sample s, repeats: false", in: "-a--b------|",
        others: [("s", "---x-x-x-x---|")], out: "---a-b-----|"),
    ]
  ) { args in
    let ends: SampleStage.Ends =
      switch try args.word("ends") {
      case "source": .source
      case "both": .both
      case "tick": .tick
      default: .either
      }
    return SampleStage(
      args.run, sampler: try args.signal("sampler"), repeats: try args.bool("repeats") ?? true,
      ends: ends, sendsPairs: try args.word("sends") == "pair")
  }
}

extension ShapeRule {
  fileprivate static func sampling(_ parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      let sampler = context.signal(parameter)
      var shape = context.input.thinned.shifted.failing.alongside(sampler)
      // By option its end is a tick too.
      let hasTicks = !sampler.isSilent || context.has("ends")
      shape.most = context.input.isSilent || !hasTicks ? 0 : nil
      shape.causes.silent = hasTicks ? shape.causes.silent : sampler.causes.silent
      if sampler.completes != .never { shape = shape.ended }
      if sampler.timing != .later { shape.timing = .unknown }
      if shape.completes == .surely { shape.completes = .perhaps }
      return shape
    }
  }
}

/// T9: the source is subscribed to first, then the sampler.
final class SampleStage: Stage {
  enum Ends { case either, source, both, tick }

  private let sampler: Signal?
  private let repeats: Bool
  private let ends: Ends
  private let sendsPairs: Bool
  private var latest: Value?
  private var sourceEnded = false
  private var samplerEnded = false
  private static let source = 0
  private static let ticks = 1

  init(_ run: Run, sampler: Signal?, repeats: Bool, ends: Ends, sendsPairs: Bool) {
    self.sendsPairs = sendsPairs
    self.sampler = sampler
    self.repeats = repeats
    self.ends = ends
    super.init(run)
  }

  override func start() throws {
    try super.start()
    if !isDone, let sampler { connect(sampler, input: SampleStage.ticks) }
  }

  override func receive(_ batch: Batch, _ input: Int) {
    if input == SampleStage.source {
      latest = batch[batch.count - 1]
    } else {
      super.receive(batch, input)
    }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input == SampleStage.source { latest = value } else { try tick(value) }
  }

  /// `cue`: what the sampler sent.
  private func tick(_ cue: Value) throws {
    if let latest {
      if !repeats { self.latest = nil }
      send(sendsPairs ? .list(try List([latest, cue])) : latest)
    }
    if ends == .tick, sourceEnded { complete() }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .failed = end { return finish(end) }
    if input == SampleStage.source { sourceEnded = true } else { samplerEnded = true }
    switch ends {
    case .either: complete()
    case .source: if sourceEnded { complete() }
    case .both: if sourceEnded && samplerEnded { complete() }
    case .tick:
      if input == SampleStage.ticks { try tick(.null) }
    }
  }

  override func stopped() { latest = nil }
}
