import Testing

@testable import RxpEngine

@Suite struct TimeoutTests {
  static func timeout(
    _ options: [String: Double], words: [String: String] = [:], instead: String? = nil
  )
    -> @Sendable (Bench) -> Signal
  {
    { bench in
      var arguments = options.mapValues { BoundArgument.ms($0) }
      for (name, word) in words { arguments[name] = .text(word) }
      if let instead { arguments["instead"] = .signal(bench[instead]) }
      return bench.make(.timeout, bench["a"], arguments)
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "bounds the whole life", sources: ["a": "hot -a-b-c-d-e-|"],
      build: timeout(["after": 6]), expected: "-a-b-c#", subscriptions: ["a": ["^-----!"]]),
    MarbleCase(
      title: "completed in time", sources: ["a": "hot -a-|"], build: timeout(["after": 5]),
      expected: "-a-|"),
    MarbleCase(
      title: "a hot event in the very instant comes first", sources: ["a": "hot -a---|"],
      build: timeout(["after": 5]), expected: "-a---|"),
    MarbleCase(
      title: "a cold one does not: the timer is older", sources: ["a": "cold -a---|"],
      build: timeout(["after": 5]), expected: "-a---#"),
    MarbleCase(
      title: "each bounds the gaps", sources: ["a": "hot ---a---b---c------d---e---|"],
      build: timeout(["each": 5]), expected: "---a---b---c----#",
      subscriptions: ["a": ["^---------------!"]]),
    MarbleCase(
      title: "the first gap too", sources: ["a": "cold -------a--b--|"],
      build: timeout(["each": 5]),
      expected: "-----#", subscriptions: ["a": ["^----!"]]),
    MarbleCase(
      title: "by option the argument is the gap", sources: ["a": "hot --a--b-------c|"],
      build: timeout(["after": 4], words: ["bounds": "gaps"]), expected: "--a--b---#"),
    MarbleCase(
      title: "an event in the last instant of a gap is in time",
      sources: ["a": "cold ---a---b---|"],
      build: timeout(["each": 4]), expected: "---a---b---|"),
    MarbleCase(
      title: "first bounds the first alone", sources: ["a": "cold ---a-----------------b---|"],
      build: timeout(["first": 10]), expected: "---a-----------------b---|"),
    MarbleCase(
      title: "first is too late", sources: ["a": "cold ---a-|"], build: timeout(["first": 2]),
      expected: "--#"),
    MarbleCase(
      title: "another signal takes over",
      sources: ["a": "hot ---a---b------c---|", "d": "cold -x-y-|"],
      build: timeout(["each": 4], instead: "d"), expected: "---a---b----x-y-|",
      subscriptions: ["a": ["^----------!"], "d": ["-----------^----!"]]),
    MarbleCase(
      title: "which is not bounded",
      sources: ["a": "hot --a--b--------c|", "d": "cold -----------z|"],
      build: timeout(["each": 4], instead: "d"), expected: "--a--b--------------z|"),
    MarbleCase(
      title: "completes instead of failing", sources: ["a": "hot -a------|"],
      build: timeout(["each": 2], words: ["onTimeout": "complete"]), expected: "-a-|"),
    MarbleCase(
      title: "life and gaps at once", sources: ["a": "hot -a-b-c-d-e-|"],
      build: timeout(["after": 6, "each": 3]), expected: "-a-b-c#"),
    MarbleCase(
      title: "without any bound it is a mistake", sources: ["a": "hot -a|"], build: timeout([:]),
      expected: "#"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  @Test func failsWithAKindOfItsOwn() {
    let bench = Bench()
    bench.sources(["a": "hot ----|"])
    var kind: Text?
    let signal = bench.make(.timeout, bench["a"], ["after": .ms(2)])
    bench.run.subscribe(
      signal,
      Observer(bench.run, next: { _ in }) {
        if case .failed(let failure) = $0 { kind = failure.kind }
      })
    bench.check()
    #expect(kind == "timeout")
  }
}
