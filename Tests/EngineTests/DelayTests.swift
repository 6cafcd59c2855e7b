import Testing

@testable import RxpEngine

@Suite struct DelayTests {
  static func delay(_ ms: Double, onEnd: String = "shift", onError: String = "now")
    -> @Sendable (Bench) -> Signal
  {
    { bench in
      bench.make(
        .delay, bench["a"], ["time": .ms(ms), "onEnd": .text(onEnd), "onError": .text(onError)])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "values and completion shifted", sources: ["a": "hot -a-b|"], build: delay(3),
      expected: "----a-b|", subscriptions: ["a": ["^---!"]]),
    MarbleCase(
      title: "error not delayed; pending values are lost", sources: ["a": "hot -a-b-#"],
      build: delay(3), expected: "----a#"),
    MarbleCase(
      title: "unsubscription cancels what is pending", sources: ["a": "hot -a-b----|"],
      build: delay(4), expected: "-", until: 4, subscriptions: ["a": ["^---!"]]),
    MarbleCase(
      title: "order is kept within an instant", sources: ["a": "hot -[abc]-|"], build: delay(1),
      expected: "--[abc]-|"),
    MarbleCase(
      title: "completion not shifted, but waited with", sources: ["a": "cold -a-|"],
      build: delay(3, onEnd: "wait"), expected: "----[a|]", subscriptions: ["a": ["^--!"]]),
    MarbleCase(
      title: "completion not shifted where nothing is pending", sources: ["a": "cold -a--|"],
      build: delay(1, onEnd: "wait"), expected: "--a-|"),
    MarbleCase(
      title: "errors shifted too", sources: ["a": "hot -a-#"], build: delay(3, onError: "shift"),
      expected: "----a-#"),
    MarbleCase(title: "0", sources: ["a": "hot -a|"], build: delay(0), expected: "-a|"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// What is due at one instant comes in the order in which it was scheduled.
  @Test func keepsItsPlaceAmongOtherTimers() {
    let bench = Bench()
    bench.sources(["a": "hot a-b|", "c": "hot -c|"])
    let merged = bench.make(
      .merge, bench.make(.delay, bench["a"], ["time": .ms(3)]),
      ["signals": .signals([bench.make(.delay, bench["c"], ["time": .ms(4)])])])
    // Both b and c are due at 5; c was scheduled first.
    bench.expect(merged, "---a-[cb]|")
    bench.check()
  }
}
