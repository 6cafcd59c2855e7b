import Testing

@testable import RxpEngine

@Suite struct ExpandTests {
  /// Signals that send at once, one out of the other, need no stack; batches do not show.
  @Test(arguments: [1, 7, 1024])
  func atOnceAndWithoutEnd(_ batchLimit: Int) {
    let bench = Bench(batchLimit: batchLimit)
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, 10)))])
    let next = BoundArgument.asked { value in
      .signal(bench.make(.just, nil, ["values": .several([.fixed(value)])]))
    }
    var count = 0
    let enough = bench.make(
      .take, bench.make(.expand, numbers, ["f": next]), ["n": .int(100_000)])
    bench.run.subscribe(enough, Observer(bench.run, next: { _ in count += 1 }, end: { _ in }))
    bench.check()
    #expect(count == 100_000)
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "nil is no signal", sources: ["a": "hot -p|"],
      build: { $0.make(.expand, $0["a"], ["f": .asked { _ in .null }]) }, expected: "-p|"),
    MarbleCase(
      title: "one at a time", sources: ["d": "cold --x|", "a": "hot pq-|"],
      build: { bench in
        let inner = bench["d"]
        let made = BoundArgument.asked { $0 == .string("x") ? .null : .signal(inner) }
        return bench.make(.expand, bench["a"], ["f": made, "limit": .int(1)])
      }, expected: "p--q--[xx|]", subscriptions: ["d": ["^--!", "---^--!"]]),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
