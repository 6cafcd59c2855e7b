import Testing

@testable import RxpEngine

@Suite struct ShareTests {
  static func share(_ options: [String: BoundArgument] = [:]) -> @Sendable (Bench) -> Signal {
    { $0.make(.share, $0["a"], options) }
  }

  static let rows: [SharingCase] = [
    SharingCase(
      title: "one subscription for all; who comes later misses the past", source: "cold -a-b-c|",
      build: share(),
      subscribers: [(0, nil, "-a-b-c|"), (2, nil, "---b-c|"), (4, nil, "-----c|")],
      subscriptions: ["^-----!"]),
    SharingCase(
      title: "let go of with the last, anew for the next", source: "cold -a-b-c-d|", build: share(),
      subscribers: [(0, 4, "-a-b"), (2, 4, "---b"), (5, nil, "------a-b-c-d|")],
      subscriptions: ["^---!", "-----^-------!"]),
    SharingCase(
      title: "kept when the last has left", source: "cold -a-b-c-d|",
      build: share(["onZero": .text("keep")]),
      subscribers: [(0, 2, "-a"), (4, nil, "-----c-d|")], subscriptions: ["^-------!"]),
    SharingCase(
      title: "anew after the completion", source: "cold -a|", build: share(),
      subscribers: [(0, nil, "-a|"), (3, nil, "----a|")], subscriptions: ["^-!", "---^-!"]),
    SharingCase(
      title: "or told of it", source: "cold -a|", build: share(["onEnd": .text("keep")]),
      subscribers: [(0, nil, "-a|"), (3, nil, "---|")], subscriptions: ["^-!"]),
    SharingCase(
      title: "anew after an error", source: "cold -a#", build: share(),
      subscribers: [(0, nil, "-a#"), (3, nil, "----a#")], subscriptions: ["^-!", "---^-!"]),
    SharingCase(
      title: "or told of it too", source: "cold -a#", build: share(["onError": .text("keep")]),
      subscribers: [(0, nil, "-a#"), (3, nil, "---#")], subscriptions: ["^-!"]),
    SharingCase(
      title: "with a memory", source: "cold -a-b-c|", build: share(["replay": .int(1)]),
      subscribers: [(0, nil, "-a-b-c|"), (4, nil, "----bc|")], subscriptions: ["^-----!"]),
    SharingCase(
      title: "the memory goes with the subscription", source: "cold -a-b-c|",
      build: share(["replay": .int(1)]),
      subscribers: [(0, 2, "-a"), (4, nil, "-----a-b-c|")],
      subscriptions: ["^-!", "----^-----!"]),
  ]

  @Test(arguments: rows, [1, 1024])
  func holds(_ row: SharingCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// Batches never show: each event goes to all before the next goes to any.
  @Test(arguments: [1, 7, 1024])
  func subscribersTakeTurns(_ batchLimit: Int) {
    let bench = Bench(batchLimit: batchLimit)
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, 3)))])
    let start = bench.make(.delay, numbers, ["time": .ms(1)])
    let shared = bench.make(.share, start)
    var seen: [String] = []
    for name in ["x", "y"] {
      bench.run.subscribe(
        shared,
        Observer(bench.run, next: { seen.append(name + $0.display()) }) { _ in seen.append(name) })
    }
    bench.check()
    #expect(seen == ["x1", "y1", "x2", "y2", "x3", "y3", "x", "y"])
  }

  @Test func aSynchronousSourceReachesTheFirst() {
    let bench = Bench()
    let shared = bench.make(
      .share, bench.make(.just, nil, ["values": .several([.text("a"), .text("b")])]))
    bench.expect(shared, "[ab|]")
    bench.expect(bench.make(.take, shared, ["n": .int(1)]), "[a|]")
    bench.check()
  }

  /// A signal may outlive a run: what it kept for the old one has no meaning in the new one.
  @Test func startsOverInAnotherRun() {
    let first = Bench()
    first.sources(["a": "cold -a-b-c|"])
    let shared = first.make(.share, first["a"], ["onZero": .text("keep"), "onEnd": .text("keep")])
    first.expect(shared, "-a", until: 2)
    first.check()
    let second = Bench()
    second.expect(shared, "-a-b-c|")
    second.check()
  }
}
