extension Operator {
  static let throttleFirst = Operator(
    "throttleFirst", .timing,
    "Passes an event, then none for a time; the next one after it opens the next such time.",
    takes: RateStage.parameters(edges: "leading"),
    types: .sameAsInput, holds: .atMost(1), atEnd: .flushes,
    elsewhere: [Elsewhere("rx.throttleTime", note: "leading and trailing are edges: here")],
    examples: [
      Example(
        "the first one of a burst passes", "throttleFirst 300ms", in: "-abc---d-e--|",
        out: "-a-----d----|"),
      Example("an error passes at once", "throttleFirst 300ms", in: "-ab#", out: "-a-#"),
      Example(
        "an event in the last instant of the time is still left out", "throttleFirst 300ms",
        in: "a--bc---|", out: "a---c---|"),
      Example(
        "trailing only: the last one of each time, at its end",
        "throttleFirst 300ms, edges: trailing",
        in: "-abc-----|", out: "----c----|"),
    ]
  ) { args in
    try RateStage(args, leadingOnly: true)
  }
}

/// Rate limiting. An event that comes when no window is open opens one of the given length: at its
/// leading edge that event is sent, at its trailing edge the newest (or oldest) of those that came
/// inside. What is sent at the trailing edge opens a window itself, so that two events that are sent
/// are never closer than a window. An event in the instant in which a window ends comes before that
/// end if it was scheduled before it.
final class RateStage: Stage {
  static func parameters(edges: String) -> [Parameter] {
    [
      .required("window", .duration, "the least time between two events that pass"),
      .named(
        "edges", .word(["leading", "trailing", "both"]),
        "whether the event that opens a window passes, one of those inside it at its end, or both",
        else: edges),
      .named(
        "keep", .word(["latest", "first"]), "which of the events inside a window is for its end",
        else: "latest"),
      .named(
        "onEnd", .word(["wait", "send", "drop"]),
        "what becomes of a waiting event when the source completes: sent at its time and then "
          + "completed, sent at once, or dropped",
        else: "wait"),
    ]
  }

  private enum AtEnd { case wait, send, drop }

  private let window: Int
  private let leads: Bool
  private let trails: Bool
  private let keepsFirst: Bool
  private let atEnd: AtEnd
  private var waiting: Value?
  private var isOpen = false
  private var sourceEnded = false

  init(_ args: Arguments, leadingOnly: Bool) throws {
    window = try args.duration("window") ?? 0
    let edges = try args.word("edges") ?? (leadingOnly ? "leading" : "both")
    leads = edges != "trailing"
    trails = edges != "leading"
    keepsFirst = try args.word("keep") == "first"
    atEnd =
      switch try args.word("onEnd") {
      case "send": .send
      case "drop": .drop
      default: .wait
      }
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) {
    if isOpen {
      if trails, !(keepsFirst && waiting != nil) { waiting = value }
      return
    }
    open()
    if leads { send(value) } else { waiting = value }
  }

  private func open() {
    isOpen = true
    wake(at: Time.sum(run.now, window))
  }

  override func timer(_ token: Int) {
    isOpen = false
    if let value = waiting {
      waiting = nil
      if !sourceEnded { open() }
      send(value)
    }
    if sourceEnded { complete() }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, let value = waiting {
      switch atEnd {
      case .wait:
        sourceEnded = true
        return
      case .send:
        waiting = nil
        send(value)
      case .drop: break
      }
    }
    finish(end)
  }

  override func stopped() { waiting = nil }
}
