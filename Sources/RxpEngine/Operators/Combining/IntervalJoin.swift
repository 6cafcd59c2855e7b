extension Operator {
  static let intervalJoin = Operator(
    "intervalJoin", aka: ["joinWithin"], .combining,
    "Sends pairs of an event and one of another signal with the same key that came close to it.",
    takes: [
      .required("other", .signal, "the other signal"),
      .required("within", .period, "the two are less than this apart"),
      .named("key", .asked(.event, wants: .any), "the key of the event", else: "all are one"),
      .named(
        "otherKey", .asked(.sent(by: "other"), wants: .any),
        "the key of an event of the other signal",
        else: "as key"),
      .named(
        "kind", .word(["inner", "left", "outer"]),
        "whether only pairs are sent, also events that got no partner, as [event, nil], or also "
          + "those of the other signal, as [nil, event]",
        else: "inner"),
      ClockedStage.at, .limit("events"),
    ],
    types: TypeRule { context in
      let other = context.argument("other") ?? .any
      if context.argument("kind") != nil { return .list(.any) }
      return .tuple([context.input, other])
    },
    holds: .growing("the events of both signals that may still get a partner"), atEnd: .waits,
    shape: .joiningWithin("other"),
    pitfalls: [.listensTogether(to: "other")],
    examples: [
      Example(
        "those that are close", "intervalJoin b, 300ms", in: "-a------c|",
        others: [("b", "---x--|")],
        out: "---y-----|", values: "y: [\"a\", \"x\"]"),
      Example(
        "with the same key", "intervalJoin b, 1, key: .k", in: "-ac|", others: [("b", "---x|")],
        out: "---y|",
        values: "a: {k: 1}, c: {k: 2}, x: {k: 2, n: 5}, y: [{k: 2}, {k: 2, n: 5}]"),
      Example(
        "an error of either passes at once", "intervalJoin b, 1", in: "-a----|",
        others: [("b", "--#")],
        out: "--#"),
      Example(
        "what gets no partner, when that is known", "intervalJoin b, 200ms, kind: left",
        in: "-a---c|",
        others: [("b", "------p----|")], out: "---x--y----|",
        values: "x: [\"a\", nil], y: [\"c\", \"p\"]"),
    ]
  ) { args in
    try IntervalJoinStage(args)
  }
}

extension ShapeRule {
  fileprivate static func joiningWithin(_ parameter: String) -> ShapeRule {
    ShapeRule { context in
      let inputs = context.inputs(parameter)
      var shape = SignalShape.merged(inputs).cut
      if !context.has("kind"), let silent = inputs.first(where: \.isSilent) {
        shape.most = 0
        shape.causes.silent = silent.causes.silent
      }
      return shape
    }
  }
}

/// A join of two signals over an interval of time. What one side holds is forgotten when the other
/// side's clock has gone past it: both sides have the run's, or each that of its own events, so that
/// it does not matter which of two files is read first. A side that has ended is past everything.
final class IntervalJoinStage: Stage {
  private struct Held {
    var event = Value.null
    var key = Value.null
    var instant: Instant = 0
    var isMatched = false
  }

  private struct Side {
    /// In the order in which they came.
    var held = LinkedSlots<Held>(vacant: Held())
    /// Their places by key, in the same order.
    var groups: [GroupKey: Fifo<Int>] = [:]
    var clock: Instant?
    var hasEnded = false
    let sendsAlone: Bool
  }

  private let other: Signal?
  private let length: Int
  private let keys: [Asked?]
  private let at: Asked?
  private let limit: HeldLimit
  private var sides: [Side]
  private var armed = Time.forever
  private var token = 0

  init(_ args: Arguments) throws {
    other = try args.signal("other")
    length = try args.duration("within") ?? 0
    let key = args.optionalAsked("key")
    keys = [key, args.optionalAsked("otherKey") ?? key]
    at = args.optionalAsked("at")
    limit = try HeldLimit(args, "events")
    let kind = try args.word("kind")
    sides = [
      Side(sendsAlone: kind == "left" || kind == "outer"), Side(sendsAlone: kind == "outer"),
    ]
    super.init(args.run)
  }

  override func start() throws {
    try super.start()
    if !isDone, let other { connect(other, input: 1) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    let side = input == 0 ? 0 : 1
    let instant: Instant
    if let at {
      let own = try ClockedStage.instant(try at(value), "intervalJoin")
      instant = max(sides[side].clock ?? own, own)
    } else {
      instant = run.now
    }
    sides[side].clock = instant
    if at == nil { try forgetBoth() } else { try forget(1 - side) }
    if isDone { return }
    let key = try keys[side]?(value) ?? .null
    let partners = match(side, key, instant)
    if !isSettled(side, instant) {
      hold(Held(event: value, key: key, instant: instant, isMatched: !partners.isEmpty), side)
      try limit.check(sides[0].held.count + sides[1].held.count, by: self)
      arm()
    }
    if partners.isEmpty, isSettled(side, instant), sides[side].sendsAlone {
      try send(value, nil, side)
    }
    for partner in partners where !isDone { try send(value, partner, side) }
  }

  /// Events of the other side that are close enough, which are matched now, the oldest first.
  private func match(_ side: Int, _ key: Value, _ instant: Instant) -> [Value] {
    let other = 1 - side
    guard let group = sides[other].groups[GroupKey(key)] else { return [] }
    var partners: [Value] = []
    for place in group.elements {
      let held = sides[other].held[place]
      // The clocks of the two sides may be apart by more than the time, in both directions.
      if Time.sum(held.instant, length) <= instant || Time.sum(instant, length) <= held.instant {
        continue
      }
      partners.append(held.event)
      sides[other].held[place].isMatched = true
    }
    return partners
  }

  /// Whether no event of the other side can be close any more to one of this side at an instant.
  private func isSettled(_ side: Int, _ instant: Instant) -> Bool {
    if sides[1 - side].hasEnded { return true }
    let clock = at == nil ? run.now : sides[1 - side].clock
    guard let clock else { return false }
    return Time.sum(instant, length) <= clock
  }

  private func hold(_ event: Held, _ side: Int) {
    let place = sides[side].held.append(event)
    sides[side].groups[GroupKey(event.key), default: Fifo()].append(place)
  }

  /// Lets go of what one side holds and can get no partner any more.
  private func forget(_ side: Int) throws {
    while !isDone, let oldest = sides[side].held.oldest,
      isSettled(side, sides[side].held[oldest].instant)
    {
      try forgetOldest(side)
    }
  }

  private func forgetOldest(_ side: Int) throws {
    guard let oldest = sides[side].held.oldest else { return }
    let gone = sides[side].held.remove(oldest)
    let key = GroupKey(gone.key)
    // The oldest is the first of its key too.
    _ = sides[side].groups[key]?.popFirst()
    if sides[side].groups[key]?.isEmpty == true { sides[side].groups[key] = nil }
    if !gone.isMatched, sides[side].sendsAlone { try send(gone.event, nil, side) }
  }

  private func send(_ event: Value, _ partner: Value?, _ side: Int) throws {
    send(try .list(side == 0 ? [event, partner ?? .null] : [partner ?? .null, event]))
  }

  // MARK: Time

  private func arm() {
    if at != nil || isDone { return }
    let instants = sides.compactMap { side in side.held.oldest.map { side.held[$0].instant } }
    guard let first = instants.min() else { return }
    let due = Time.sum(first, length)
    if due >= armed { return }
    armed = due
    token += 1
    wake(at: due, token: token)
  }

  override func timer(_ token: Int) throws {
    if token != self.token { return }
    armed = Time.forever
    try forgetBoth()
    arm()
  }

  /// The older first; of the same instant the source's.
  private func forgetBoth() throws {
    while !isDone {
      let first = sides.map { side in side.held.oldest.map { side.held[$0].instant } ?? Int.max }
      let side = first[0] <= first[1] ? 0 : 1
      guard first[side] < Int.max, isSettled(side, first[side]) else { return }
      try forgetOldest(side)
    }
  }

  override func ended(_ end: End, _ input: Int) throws {
    if at == nil { try forgetBoth() }
    if isDone { return }
    guard case .completed = end else { return finish(end) }
    let side = input == 0 ? 0 : 1
    sides[side].hasEnded = true
    try forget(1 - side)
    if sides[1 - side].hasEnded { complete() }
  }

  override func stopped() {
    for side in sides.indices {
      sides[side].held.removeAll()
      sides[side].groups = [:]
    }
  }
}
