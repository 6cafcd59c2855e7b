import Testing

@testable import RxpEngine

/// throttleFirst and throttleLatest.
@Suite struct RateTests {
  static func rate(
    _ definition: Operator, _ ms: Double, edges: String? = nil, keep: String? = nil,
    onEnd: String? = nil
  ) -> @Sendable (Bench) -> Signal {
    { bench in
      bench.make(
        definition, bench["a"],
        [
          "window": .ms(ms), "edges": edges.map { .text($0) } ?? .missing,
          "keep": keep.map { .text($0) } ?? .missing, "onEnd": onEnd.map { .text($0) } ?? .missing,
        ])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "leading", sources: ["a": "hot -a-x-y----b---x-cx---|"],
      build: rate(.throttleFirst, 5), expected: "-a--------b-----c----|",
      subscriptions: ["a": ["^--------------------!"]]),
    MarbleCase(
      title: "the instant in which a window ends belongs to it for what was scheduled before",
      sources: ["a": "hot a--bc--|"], build: rate(.throttleFirst, 3), expected: "a---c--|"),
    MarbleCase(
      title: "leading and newest", sources: ["a": "hot -abcde-------|"],
      build: rate(.throttleLatest, 3), expected: "-a--d--e-----|"),
    MarbleCase(
      title: "leading and first", sources: ["a": "hot -abcde-------|"],
      build: rate(.throttleLatest, 3, keep: "first"), expected: "-a--b--e-----|"),
    MarbleCase(
      title: "trailing only", sources: ["a": "hot -abcde-------|"],
      build: rate(.throttleFirst, 3, edges: "trailing"), expected: "----d--e-----|"),
    MarbleCase(
      title: "a trailing event opens a window", sources: ["a": "hot -ab---c------|"],
      build: rate(.throttleLatest, 3), expected: "-a--b--c-----|"),
    MarbleCase(
      title: "at the end what waits is sent at its time", sources: ["a": "hot -ab|"],
      build: rate(.throttleLatest, 3), expected: "-a--[b|]", subscriptions: ["a": ["^--!"]]),
    MarbleCase(
      title: "or at once", sources: ["a": "hot -ab|"],
      build: rate(.throttleLatest, 3, onEnd: "send"),
      expected: "-a-[b|]"),
    MarbleCase(
      title: "or dropped", sources: ["a": "hot -ab|"],
      build: rate(.throttleLatest, 3, onEnd: "drop"),
      expected: "-a-|"),
    MarbleCase(
      title: "an error drops what waits", sources: ["a": "hot -ab#"],
      build: rate(.throttleLatest, 3), expected: "-a-#"),
    MarbleCase(
      title: "0: one for each instant, and the newest later in it", sources: ["a": "hot -[abc]-d|"],
      build: rate(.throttleLatest, 0), expected: "-[ac]-d|"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
