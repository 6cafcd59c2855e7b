@testable import RxpEngine

/// The one subscription to a source that several share, in the model.
final class Link {
  enum Ending { case completion, error, release }

  private enum State {
    case unused
    case made(Tap)
    case over(Ending)
  }

  private let source: Flow
  private let makeHub: () -> Hub
  /// After which endings it may be made anew, with a new hub.
  private let renewal: Set<Ending>
  private let keepsHub: Bool
  private var state = State.unused
  private(set) var hub: Hub

  init(
    _ source: Flow, renewal: Set<Ending> = [], keepsHub: Bool = false,
    _ makeHub: @escaping () -> Hub
  ) {
    self.source = source
    self.keepsHub = keepsHub
    self.renewal = renewal
    self.makeHub = makeHub
    hub = makeHub()
  }

  /// Starts over where what is over may be made anew, by its own rule or by that of who asks.
  func renew(_ more: Set<Ending> = []) {
    guard case .over(let ending) = state, renewal.union(more).contains(ending) else { return }
    state = .unused
    if !keepsHub { hub = makeHub() }
  }

  func connect() {
    renew()
    guard case .unused = state else { return }
    let tap = Tap(source.world) { [self] heard in
      switch heard {
      case .value: break
      case .end(.completed): state = .over(.completion)
      case .end(.failed): state = .over(.error)
      }
      hub.tell(heard)
    }
    state = .made(tap)
    source.start(tap)
  }

  func disconnect() {
    guard case .made(let tap) = state else { return }
    state = .over(.release)
    tap.letGo()
  }

  func join(_ out: Tap) {
    renew()
    hub.add(out)
  }

  /// What is joined and left again; connected and disconnected by hand.
  var flow: Flow {
    let flow = Flow(source.world) { [self] out in join(out) }
    flow.link = self
    flow.connect = { [self] in connect() }
    flow.disconnect = { [self] in disconnect() }
    return flow
  }
}

/// The subscribers who keep a link up.
private final class Audience {
  private let link: Link
  private let leaves: Bool
  private let renewal: Set<Link.Ending>
  private let connectsOnce: Bool
  private var count = 0
  private var hasConnected = false

  init(
    _ link: Link, leaves: Bool, renewal: Set<Link.Ending> = [], connectsOnce: Bool = false
  ) {
    self.link = link
    self.leaves = leaves
    self.renewal = renewal
    self.connectsOnce = connectsOnce
  }

  /// First to the hub, then the connection: who is first misses nothing.
  func flow(in world: World) -> Flow {
    Flow(world) { [self] out in
      link.renew(renewal)
      count += 1
      out.finally { [self] in
        count -= 1
        if count == 0, leaves { link.disconnect() }
      }
      link.join(out)
      if count == 0 || (connectsOnce && hasConnected) { return }
      hasConnected = true
      link.connect()
    }
  }
}

extension Reference {
  static let sharing: [Reference] = [
    Reference("publish") { call, source in
      published(call, source, again: "false") {
        Hub(call.world, keepsEnd: call.word("late") == "end")
      }
    }.with { $0.subscribers = 4 },
    Reference("multicast") { call, source in
      guard let hub = call.flow("subject")?.hub else { return .failing(.type(""), in: call.world) }
      return published(call, source, again: "false") { hub }
    }.with {
      $0.subscribers = 4
      $0.arguments["subject"] = { draw in .value(draw.subject()) }
    },
    // Where the hub remembers the end, a connection after letting go goes on with it.
    Reference("publishReplay") { call, source in
      published(call, source, again: "afterRelease") {
        Hub(
          call.world, memory: call.count("n") ?? Int.max, age: call.duration("window"),
          keepsEnd: true)
      }
    }.with { $0.subscribers = 4 },
    Reference("publishLast") { call, source in
      let last = source.told { values, end in
        Outcome(end?.isCompletion == true ? values.suffix(1) : [], end)
      }
      return published(call, last, again: "afterRelease") {
        Hub(call.world, memory: 1, keepsEnd: true)
      }
    }.with { $0.subscribers = 4 },
    Reference("publishBehavior") { call, source in
      published(call, source, again: "afterRelease") {
        Hub(
          call.world, memory: 1, keepsEnd: true, forgetsAtEnd: true,
          first: call.value("start") ?? .null)
      }
    }.with { $0.subscribers = 4 },
    // Connects for the first subscriber ever, and lets go with the last for good.
    Reference("autoconnect") { call, source in
      guard let link = source.link else { return .failing(.type(""), in: call.world) }
      return Audience(link, leaves: true, connectsOnce: true).flow(in: call.world)
    }.with {
      $0.subscribers = 4
      $0.before = ["publish", "multicast", "publishReplay", "publishLast", "publishBehavior"]
    },
    Reference("refCount") { call, source in
      guard let link = source.link else { return .failing(.type(""), in: call.world) }
      return Audience(link, leaves: true, renewal: call.renewal).flow(in: call.world)
    }.with {
      $0.subscribers = 4
      $0.before = ["publish", "multicast", "publishReplay", "publishLast", "publishBehavior"]
    },
    // At once and for good.
    Reference("replay") { call, source in
      kept(source, call.count("n") ?? Int.max, atOnce: true)
    }.with { $0.subscribers = 4 },
    Reference("replayLast") { call, source in kept(source, 1, atOnce: true) }
      .with { $0.subscribers = 4 },
    Reference("replayLazily") { call, source in
      kept(source, call.count("n") ?? Int.max, atOnce: false)
    }.with { $0.subscribers = 4 },
    Reference("share") { call, source in
      let link = Link(source) { Hub(call.world, memory: call.count("replay") ?? 0, keepsEnd: true) }
      return Audience(link, leaves: call.word("onZero") != "keep", renewal: call.renewal)
        .flow(in: call.world)
    }.with { $0.subscribers = 4 },
    Reference("shareReplay") { call, source in
      let link = Link(source) {
        Hub(
          call.world, memory: call.count("n") ?? Int.max, age: call.duration("window"),
          keepsEnd: true)
      }
      return Audience(link, leaves: call.flag("refCount") == true, renewal: [.error, .release])
        .flow(in: call.world)
    }.with { $0.subscribers = 4 },
    Reference("subject") { call, _ in
      let tells = call.word("late") == "end"
      if let start = call.value("start") {
        return Hub(call.world, memory: 1, keepsEnd: tells, forgetsAtEnd: tells, first: start).flow
      }
      guard call.has("replay") || call.has("window") else {
        return Hub(call.world, keepsEnd: tells).flow
      }
      return Hub(
        call.world, memory: call.count("replay") ?? Int.max, age: call.duration("window"),
        keepsEnd: true
      ).flow
    }.with { $0.subscribers = 4 },
  ]

  /// Shared through a hub and connected by hand; or, with a selector, for each subscription through a
  /// hub of its own.
  private static func published(
    _ call: Call, _ source: Flow, again fallback: String, _ makeHub: @escaping () -> Hub
  ) -> Flow {
    if let selector = call.asked("selector") {
      return Flow(call.world) { out in
        let hub = makeHub()
        guard let flow = try selector.flow(hub.flow.value, 0) else { return out.complete() }
        out.pass(flow)
        if !out.isOver { out.follow(source) { hub.tell($0) } }
      }
    }
    let again = call.word("again") ?? fallback
    let renewal: Set<Link.Ending> =
      again == "true" ? [.completion, .error, .release] : again == "afterRelease" ? [.release] : []
    let keeps = fallback != "false" && again != "true"
    return Link(source, renewal: renewal, keepsHub: keeps, makeHub).flow
  }

  /// One subscription for good, of which the last n values are kept.
  static func kept(_ source: Flow, _ n: Int, atOnce: Bool) -> Flow {
    let link = Link(source) { Hub(source.world, memory: n, keepsEnd: true) }
    if atOnce { link.connect() }
    return Audience(link, leaves: false).flow(in: source.world)
  }
}

extension Call {
  /// After which endings the next subscriber starts over.
  fileprivate var renewal: Set<Link.Ending> {
    var endings: Set<Link.Ending> = [.release]
    if word("onEnd") != "keep" { endings.insert(.completion) }
    if word("onError") != "keep" { endings.insert(.error) }
    return endings
  }
}

extension Draw {
  fileprivate mutating func subject() -> Phrase {
    let n = random.below(3)
    return random.pick([
      Phrase("subject()") { Hub($0.world).flow.value },
      Phrase("subject(replay: \(n))") { Hub($0.world, memory: n, keepsEnd: true).flow.value },
      Phrase("subject(start: 7)") { Hub($0.world, memory: 1, first: .int(7)).flow.value },
    ])
  }
}
