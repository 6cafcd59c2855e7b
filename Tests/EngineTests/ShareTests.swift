import Testing

@testable import RxpEngine

@Suite struct ShareTests {
  /// Options, the source, subscribers as (from, until, diagram), and the source's subscriptions.
  struct Row: Sendable, CustomTestStringConvertible {
    let title: String
    var options: [String: String] = [:]
    var replay: Int?
    let source: String
    let subscribers: [(from: Int, until: Int?, diagram: String)]
    let subscriptions: [String]
    var testDescription: String { title }
  }

  static let rows: [Row] = [
    Row(
      title: "one subscription for all; who comes later misses the past", source: "cold -a-b-c|",
      subscribers: [(0, nil, "-a-b-c|"), (2, nil, "---b-c|"), (4, nil, "-----c|")],
      subscriptions: ["^-----!"]),
    Row(
      title: "let go of with the last, anew for the next", source: "cold -a-b-c-d|",
      subscribers: [(0, 4, "-a-b"), (2, 4, "---b"), (5, nil, "------a-b-c-d|")],
      subscriptions: ["^---!", "-----^-------!"]),
    Row(
      title: "kept when the last has left", options: ["onZero": "keep"], source: "cold -a-b-c-d|",
      subscribers: [(0, 2, "-a"), (4, nil, "-----c-d|")], subscriptions: ["^-------!"]),
    Row(
      title: "anew after the completion", source: "cold -a|",
      subscribers: [(0, nil, "-a|"), (3, nil, "----a|")], subscriptions: ["^-!", "---^-!"]),
    Row(
      title: "or told of it", options: ["onEnd": "keep"], source: "cold -a|",
      subscribers: [(0, nil, "-a|"), (3, nil, "---|")], subscriptions: ["^-!"]),
    Row(
      title: "anew after an error", source: "cold -a#",
      subscribers: [(0, nil, "-a#"), (3, nil, "----a#")], subscriptions: ["^-!", "---^-!"]),
    Row(
      title: "or told of it too", options: ["onError": "keep"], source: "cold -a#",
      subscribers: [(0, nil, "-a#"), (3, nil, "---#")], subscriptions: ["^-!"]),
    Row(
      title: "with a memory", replay: 1, source: "cold -a-b-c|",
      subscribers: [(0, nil, "-a-b-c|"), (4, nil, "----bc|")], subscriptions: ["^-----!"]),
    Row(
      title: "the memory goes with the subscription", replay: 1, source: "cold -a-b-c|",
      subscribers: [(0, 2, "-a"), (4, nil, "-----a-b-c|")],
      subscriptions: ["^-!", "----^-----!"]),
  ]

  @Test(arguments: rows, [1, 1024])
  func holds(_ row: Row, _ batchLimit: Int) {
    let bench = Bench(batchLimit: batchLimit)
    bench.sources(["a": row.source])
    var options = row.options.mapValues { BoundArgument.text($0) }
    options["replay"] = row.replay.map { .int($0) }
    let shared = bench.make(.share, bench["a"], options)
    for subscriber in row.subscribers {
      bench.expect(shared, subscriber.diagram, from: subscriber.from, until: subscriber.until)
    }
    bench.expectSubscriptions("a", row.subscriptions)
    bench.check()
  }

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
