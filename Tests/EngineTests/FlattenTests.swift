import Testing

@testable import RxpEngine

/// flatten, concatAll, concatMap, exhaustAll, exhaustMap.
@Suite struct FlattenTests {
  static func op(_ definition: Operator, _ options: [String: BoundArgument] = [:])
    -> @Sendable (Bench) -> Signal
  {
    { $0.make(definition, $0["a"], options) }
  }

  /// The letters of `a` stand for the sources of that name.
  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "max 1 queues inners",
      sources: ["x": "cold --1-|", "y": "cold -2|", "a": "hot xy|"],
      build: op(.flatten, ["n": .int(1)]), expected: "--1--2|",
      subscriptions: ["a": ["^-!"], "x": ["^---!"], "y": ["----^-!"]]),
    MarbleCase(
      title: "max 2 runs two at a time",
      sources: ["x": "cold ----1|", "y": "cold -2|", "z": "cold --3|", "a": "hot xyz|"],
      build: op(.flatten, ["n": .int(2)]), expected: "--2-13|",
      subscriptions: ["x": ["^----!"], "y": ["-^-!"], "z": ["---^--!"]]),
    MarbleCase(
      title: "max 0 means no limit",
      sources: ["x": "cold --1-|", "y": "cold --2|", "a": "hot xy|"],
      build: op(.flatten, ["n": .int(0)]), expected: "--12|"),
    MarbleCase(
      title: "nil is skipped, also in the queue",
      sources: ["x": "cold --1|", "a": "hot nxnx|"], values: { ["n": .null] },
      build: op(.concatAll), expected: "---1--1|", subscriptions: ["x": ["-^--!", "----^--!"]]),
    MarbleCase(
      title: "one after the other", sources: ["x": "cold --1-|", "y": "cold -2|", "a": "hot xy|"],
      build: op(.concatAll), expected: "--1--2|"),
    MarbleCase(
      title: "an error of the outer is not queued", sources: ["x": "cold --1-|", "a": "hot x--#"],
      build: op(.concatAll), expected: "--1#", subscriptions: ["x": ["^--!"]]),
    MarbleCase(
      title: "exhaustAll leaves out what comes meanwhile",
      sources: [
        "x": "hot -----a---b---c--|", "y": "hot -------d--e---f---|",
        "z": "hot --------------g--h---i---|", "a": "hot ------x-------y-----z-------------|",
      ], build: op(.exhaustAll), expected: "---------b---c-------i------------|",
      subscriptions: ["x": ["------^---------!"], "y": [], "z": ["--------------------^----!"]]),
    MarbleCase(
      title: "what is no signal is a mistake", sources: ["a": "hot -q|"], build: op(.flatten),
      expected: "-#"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// concatMap asks for a signal when its turn comes, not before.
  @Test func asksInTurn() {
    let bench = Bench()
    bench.sources(["x": "cold --1|", "a": "hot -pq|"])
    let inner = bench["x"]
    var asked: [Instant] = []
    let mapped = bench.make(
      .concatMap, bench["a"],
      [
        "f": .asked { _ in
          asked.append(bench.run.now / Time.millisecond)
          return .signal(inner)
        }
      ])
    bench.expect(mapped, "---1--1|")
    bench.check()
    #expect(asked == [1, 4])
  }

  @Test(arguments: [Operator.concatMap, .exhaustMap, .flatMap].map(\.name))
  func manySynchronousInnersNeedNoStack(_ name: String) {
    let bench = Bench()
    guard let definition = Catalog.find(name) else { return }
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, 200_000)))])
    let one = bench.make(.just, nil, ["values": .several([.fixed(.int(1))])])
    var count = 0
    bench.run.subscribe(
      bench.make(definition, numbers, ["f": .asked { _ in .signal(one) }]),
      Observer(bench.run, next: { _ in count += 1 }, end: { _ in }))
    #expect(count == 200_000)
    bench.check()
  }

  /// Also where they have waited.
  @Test func manyThatWaitedNeedNoStack() {
    let bench = Bench()
    let count = Limits.heldValues
    bench.sources(["x": "cold -|"])
    let slow = bench["x"]
    let one = bench.make(.just, nil, ["values": .several([.text("v")])])
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(0, count)))])
    var seen = 0
    bench.run.subscribe(
      bench.make(
        .concatMap, numbers, ["f": .asked { .signal($0 == .int(0) ? slow : one) }]),
      Observer(bench.run, next: { _ in seen += 1 }, end: { _ in }))
    bench.check()
    #expect(seen == count)
  }
}
