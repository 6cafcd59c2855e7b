/// Rate limiting. An event that comes when no window is open opens one, which lasts a given time or
/// until a signal made of that event sends or ends: at its leading edge that event is sent, at its
/// trailing edge the newest (or oldest) of those that came inside. What is sent at the trailing edge
/// opens a window itself, so that two events that are sent are never closer than a window; audit
/// leaves that out. An event in the instant in which a window ends comes before that end if it was
/// scheduled before it. A signal that ends without sending closes its window, and nothing is sent.
final class RateStage: Stage {
  enum Window {
    case time(Int)
    case signal(Asked)
  }

  private enum AtEnd { case wait, send, drop }
  private let errorsWait: Bool

  private let window: Window
  private let leads: Bool
  private let trails: Bool
  private let reopens: Bool
  private let keepsFirst: Bool
  private let atEnd: AtEnd
  private var waiting: Value?
  private var isOpen = false
  /// How the source has ended, if it has.
  private var sourceEnd: End?
  /// Counts the windows: the input of the signal that closes the newest. What the rest of a batch of
  /// an older one brings has no window any more.
  private var opening = RateStage.source
  private static let source = 0

  /// Reads the options `edges`, `keep` and `onEnd`, where the operator has them.
  init(_ args: Arguments, window: Window, edges: String, reopens: Bool = true) throws {
    self.window = window
    self.reopens = reopens
    let edges = try args.word("edges") ?? edges
    leads = edges != "trailing"
    trails = edges != "leading"
    keepsFirst = try args.word("keep") == "first"
    atEnd =
      switch try args.word("onEnd") {
      case "send": .send
      case "drop": .drop
      default: .wait
      }
    errorsWait = try args.word("onError") == "wait"
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input != RateStage.source {
      if isOpen, input == opening { try closed(sends: true) }
      return
    }
    if isOpen {
      if trails, !(keepsFirst && waiting != nil) { waiting = value }
    } else if leads {
      try pass(value)
    } else {
      waiting = value
      try open(for: value)
    }
  }

  private func pass(_ value: Value) throws {
    switch window {
    case .time:
      // The timer first: its place in the order of instants does not depend on the receiver.
      try open(for: value)
      send(value)
    case .signal:
      send(value)
      if !isDone { try open(for: value) }
    }
  }

  private func open(for value: Value) throws {
    switch window {
    case .time(let length):
      isOpen = true
      wake(at: Time.sum(run.now, length))
    case .signal(let asked):
      guard let signal = try asked.signal(value) else { return }
      isOpen = true
      opening += 1
      connect(signal, input: opening)
    }
  }

  override func timer(_ token: Int) throws { try closed(sends: true) }

  private func closed(sends: Bool) throws {
    isOpen = false
    // Also one that sends while it is being subscribed to: nothing else of it counts.
    for upstream in upstreams where upstream.receiverInput != RateStage.source {
      disconnect(upstream)
    }
    let value = waiting
    waiting = nil
    if sends, let value {
      if reopens, sourceEnd == nil { try pass(value) } else { send(value) }
    }
    if let sourceEnd { finish(sourceEnd) }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end {
      if input != RateStage.source { return try closed(sends: false) }
      if let value = waiting, isOpen {
        switch atEnd {
        case .wait:
          sourceEnd = end
          return
        case .send:
          waiting = nil
          send(value)
        case .drop: break
        }
      }
    } else if errorsWait, input == RateStage.source, waiting != nil, isOpen {
      sourceEnd = end
      return
    }
    finish(end)
  }

  override func stopped() { waiting = nil }

  /// What all rate limits can be told.
  static func options(edges: String) -> [Parameter] {
    [
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
      .named(
        "onError", .word(["now", "wait"]),
        "whether an error passes at once, and a waiting event is lost, or after it at its time",
        else: "now"),
    ]
  }
}

extension Parameter {
  static let rateWindow = required(
    "window", .duration, "the least time between two events that pass")
}
