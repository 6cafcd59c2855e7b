extension Operator {
  static let deliverOn = Operator(
    "deliverOn", aka: ["observeOn"], .timing,
    "Delivers every event, the end too, in a later step on a scheduler; up to the next one, what "
      + "stands behind it works there.",
    takes: [
      .scheduler,
      .named(
        "here", .word(["later", "atOnce"]),
        "whether what comes on main already is delivered there in a later step, or within the call",
        else: "later"),
    ],
    types: .sameAsInput,
    holds: .growing("the events of an instant; who would send more waits until the oldest is gone"),
    atEnd: .waits,
    shape: ShapeRule { $0.input.shifted },
    elsewhere: [
      Elsewhere("rac.deliverOn"),
      Elsewhere("rac.deliverOnMainThread", "scheduler: main, here: atOnce"),
      Elsewhere("rx.observeOn"),
      Elsewhere("rxswift.observe", written: "observe(on:)"),
      Elsewhere("rxswift.observeOn"),
      Elsewhere("rs.observe", written: "observe(on:)"),
      Elsewhere("rs.observeOn", note: "UIScheduler is main with here: atOnce"),
      Elsewhere("combine.receive", written: "receive(on:)"),
    ],
    examples: [
      Example("same instant, later step", "deliverOn main", in: "-a-|", out: "-a-|"),
      Example(
        "an error comes after what was before it", "deliverOn main", in: "-[ab#]", out: "-[ab#]"),
      Example(
        "after what is due in the instant", "deliverOn main | merge b", in: "-a-|",
        others: [("b", "-b-|")], out: "-[ba]-|"),
      Example(
        "or within the call, where it is on main already", "deliverOn main, here: atOnce | merge b",
        in: "-a-|", others: [("b", "cold -b-|")], out: "-[ab]-|"),
    ],
    built: { signal, _ in
      if let scheduler = signal.scheduler { signal.isOnBackground = scheduler == "background" }
    }
  ) { args in
    switch try args.word("scheduler") {
    case "immediate": return RelayStage(args.run, args.upstream)
    case "background":
      // On a worker: what comes before is subscribed to in the first loop.
      if let main = args.run.crew?.main, args.upstream.home == nil, !args.upstream.isOnBackground,
        let stage = args.run.imported(args.upstream, from: main)
      {
        return stage
      }
    default:
      // What comes from a thread comes in a step of its own.
      if args.upstream.isOnBackground, args.run.hasThreads {
        return RelayStage(args.run, args.upstream)
      }
      if try args.word("here") == "atOnce" {
        return RelayStage(args.run, args.upstream)
      }
    }
    return DelayStage(
      args.run, time: 0, shiftsCompletion: true, shiftsErrors: true, holdsBack: true)
  }
}

extension Parameter {
  /// There is one loop: whatever the scheduler, work waits for its turn on it.
  static let scheduler = optional(
    "scheduler", .word(schedulers),
    "where: within the call, in the loop of all other work, or on a thread beside it", else: "main")
  static let schedulers = ["immediate", "main", "background"]
}

extension Signal {
  /// The scheduler that a stage which moves work names; nil for one that leaves it where it is.
  var scheduler: String? {
    guard let at = definition.parameters.firstIndex(where: { $0.name == "scheduler" }),
      at < arguments.count, case .fixed(.text(let word)) = arguments[at]
    else { return "main" }
    return word.string == "immediate" ? nil : word.string
  }
}
