import Testing

@testable import RxpEngine

/// publish, multicast, autoconnect, refCount.
@Suite struct PublishTests {
  static func publish(_ options: [String: BoundArgument] = [:], then next: Operator? = nil)
    -> @Sendable (Bench) -> Signal
  {
    { bench in
      let published = bench.make(.publish, bench["a"], options)
      return next.map { bench.make($0, published) } ?? published
    }
  }

  static let replaying: @Sendable (Bench) -> Signal = { bench in
    let subject = bench.make(.subject, nil, ["replay": .fixed(.double(.infinity))])
    return bench.make(
      .autoconnect, bench.make(.multicast, bench["a"], ["subject": .signal(subject)]))
  }

  static let rows: [SharingCase] = [
    SharingCase(
      title: "one source subscription for all; late observers miss the past",
      source: "cold -a-b-c|", build: publish(), acts: [.connect(0)],
      subscribers: [(0, nil, "-a-b-c|"), (4, nil, "-----c|")], subscriptions: ["^-----!"]),
    SharingCase(
      title: "nothing happens before connect", source: "cold -a-b|", build: publish(),
      acts: [.connect(3)], subscribers: [(0, nil, "----a-b|")], subscriptions: ["---^---!"]),
    SharingCase(
      title: "connect twice: still one subscription", source: "cold -a-b|", build: publish(),
      acts: [.connect(0), .connect(2)], subscribers: [(0, nil, "-a-b|")], subscriptions: ["^---!"]),
    SharingCase(
      title: "after disconnecting, connect does nothing any more", source: "cold -a-b-c|",
      build: publish(), acts: [.connect(0), .disconnect(4), .connect(6)],
      subscribers: [(0, nil, "-a-b")], subscriptions: ["^---!"]),
    SharingCase(
      title: "nor after the end", source: "cold -a|", build: publish(),
      acts: [.connect(0), .connect(4)], subscribers: [(0, nil, "-a|"), (3, nil, "-")],
      subscriptions: ["^-!"]),
    SharingCase(
      title: "unless it may", source: "cold -a|", build: publish(["again": .text("true")]),
      acts: [.connect(0), .connect(4)], subscribers: [(0, nil, "-a|"), (3, nil, "-----a|")],
      subscriptions: ["^-!", "----^-!"]),
    SharingCase(
      title: "late ones may be told of the end", source: "cold -a|",
      build: publish(["late": .text("end")]), acts: [.connect(0)],
      subscribers: [(0, nil, "-a|"), (3, nil, "---|")], subscriptions: ["^-!"]),
    SharingCase(
      title: "goes on without observers", source: "cold -a-b|", build: publish(),
      acts: [.connect(0)], subscribers: [(0, 2, "-a")], subscriptions: ["^---!"]),
    SharingCase(
      title: "autoconnect connects at the first, disconnects after the last",
      source: "cold -a-b-c-d|", build: publish(then: .autoconnect),
      subscribers: [(2, 6, "---a-b"), (4, 9, "-----b-c")], subscriptions: ["--^------!"]),
    SharingCase(
      title: "autoconnect never reconnects", source: "cold -a-b-c-d|",
      build: publish(then: .autoconnect), subscribers: [(2, 6, "---a-b"), (12, nil, "-")],
      subscriptions: ["--^---!"]),
    SharingCase(
      title: "over a replay subject: late observers get the past, but no new connection",
      source: "cold -a-b-c-d|", build: replaying,
      subscribers: [(2, 6, "---a-b"), (12, nil, "------------[ab]")], subscriptions: ["--^---!"]),
    SharingCase(
      title: "refCount reconnects", source: "cold -a-b|", build: publish(then: .refCount),
      subscribers: [(0, 2, "-a"), (4, nil, "-----a-b|"), (9, nil, "----------a-b|")],
      subscriptions: ["^-!", "----^---!", "---------^---!"]),
  ]

  @Test(arguments: rows, [1, 1024])
  func holds(_ row: SharingCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// P2: the subject is subscribed to first, so that what comes at once is not missed.
  @Test func synchronousValuesReachTheFirst() {
    let bench = Bench()
    let source = bench.make(.just, nil, ["values": .several([.text("a"), .text("b")])])
    bench.expect(bench.make(.autoconnect, bench.make(.publish, source)), "[ab|]")
    bench.check()
  }

  @Test(arguments: [Operator.autoconnect, .refCount].map(\.name))
  func needsAConnection(_ name: String) {
    let bench = Bench()
    bench.sources(["a": "hot -a|"])
    guard let definition = Catalog.find(name) else { return }
    bench.expect(bench.make(definition, bench["a"]), "#")
    bench.check()
  }
}
