import Testing

@testable import RxpEngine

@Suite struct SwitchToLatestTests {
  static let latest: @Sendable (Bench) -> Signal = { $0.make(.switchToLatest, $0["a"]) }
  static let oldFirst: @Sendable (Bench) -> Signal = {
    $0.make(.switchToLatest, $0["a"], ["order": .text("oldFirst")])
  }

  /// Inner signals are sources x and y; the letters of `a` stand for them.
  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "follows the newest inner",
      sources: ["x": "cold -1-2-3-4|", "y": "cold -5-6|", "a": "hot -x---y---|"], build: latest,
      expected: "--1-2-5-6|",
      subscriptions: ["a": ["^--------!"], "x": ["-^---!"], "y": ["-----^---!"]]),
    MarbleCase(
      title: "outer completion waits for the inner", sources: ["x": "cold -1-2|", "a": "hot -x|"],
      build: latest, expected: "--1-2|", subscriptions: ["a": ["^-!"], "x": ["-^---!"]]),
    MarbleCase(
      title: "inner completion waits for the outer",
      sources: ["x": "cold -1|", "a": "hot -x----|"],
      build: latest, expected: "--1---|"),
    MarbleCase(
      title: "inner error ends", sources: ["x": "cold -#", "a": "hot -x----|"], build: latest,
      expected: "--#", subscriptions: ["a": ["^-!"], "x": ["-^!"]]),
    MarbleCase(
      title: "a nil inner just drops the old one",
      sources: ["x": "cold -1-2-3|", "a": "hot -x--n----|"], values: { ["n": .null] },
      build: latest, expected: "--1------|", subscriptions: ["x": ["-^--!"]]),
    MarbleCase(
      title: "handover in one instant",
      sources: ["x": "cold -1-----2|", "y": "cold 5-|", "a": "hot -x--y----|"], build: latest,
      expected: "--1-5----|", subscriptions: ["x": ["-^--!"], "y": ["----^-!"]]),
    MarbleCase(
      title: "an error at once ends all",
      sources: ["x": "cold -1-2|", "y": "cold #", "a": "hot -x-y---|"], build: latest,
      expected: "--1#", subscriptions: ["x": ["-^-!"], "y": ["---[^!]"]]),
    MarbleCase(
      title: "what is no signal is a mistake", sources: ["a": "hot -q|"], build: latest,
      expected: "-#"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// SW2: the old one is alive while the new one is subscribed to, unless it goes first.
  @Test(arguments: [false, true])
  func whoGoesFirst(_ oldFirst: Bool) {
    let bench = Bench()
    let feed = Subject()
    let outer = Subject()
    let old = Signal.standing(on: feed)
    // The new one sends into the old one as it is subscribed to.
    let new = bench.make(
      .map, bench.make(.just, nil, ["values": .several([.fixed(.string("n"))])]),
      [
        "f": .asked {
          feed.send(.string("o"))
          return $0
        }
      ])
    let switched = bench.make(
      .switchToLatest, Signal.standing(on: outer),
      ["order": oldFirst ? .text("oldFirst") : .missing])
    bench.expect(switched, oldFirst ? "--n|" : "--[on]|")
    bench.at(1) { outer.send(.signal(old)) }
    bench.at(2) { outer.send(.signal(new)) }
    bench.at(3) { outer.finish(.completed) }
    bench.check()
  }

  @Test func switchMapAsksForEachEvent() {
    let bench = Bench()
    bench.sources(["x": "cold -1-2|", "a": "hot -p--q----|"])
    let inner = bench["x"]
    bench.expect(
      bench.make(.switchMap, bench["a"], ["f": .asked { _ in .signal(inner) }]), "--1--1-2-|")
    bench.expectSubscriptions("x", ["-^--!", "----^---!"])
    bench.check()
  }

  @Test func manySynchronousInnersNeedNoStack() {
    let bench = Bench()
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, 200_000)))])
    let one = bench.make(.just, nil, ["values": .several([.fixed(.int(1))])])
    let switched = bench.make(.switchMap, numbers, ["f": .asked { _ in .signal(one) }])
    let last = bench.make(.take, switched, ["n": .int(1)])
    bench.expect(last, "[1|]")
    var count = 0
    bench.run.subscribe(
      switched, Observer(bench.run, next: { _ in count += 1 }, end: { _ in }))
    #expect(count == 200_000)
    bench.check()
  }
}
