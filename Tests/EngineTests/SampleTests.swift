import Testing

@testable import RxpEngine

@Suite struct SampleTests {
  static func sample(repeats: Bool? = nil, ends: String? = nil) -> @Sendable (Bench) -> Signal {
    { bench in
      bench.make(
        .sample, bench["a"],
        [
          "sampler": .signal(bench["s"]), "repeats": repeats.map { .bool($0) } ?? .missing,
          "ends": ends.map { .text($0) } ?? .missing,
        ])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "latest value at each tick, again and again",
      sources: ["a": "hot -a---b------|", "s": "hot ---x-x-x-x---|"], build: sample(),
      expected: "---a-b-b-b--|", subscriptions: ["a": ["^-----------!"], "s": ["^-----------!"]]),
    MarbleCase(
      title: "ticks before the first value give nothing",
      sources: ["a": "hot ----a---|", "s": "hot -x-x-x---|"], build: sample(),
      expected: "-----a--|"),
    MarbleCase(
      title: "sampler completion completes", sources: ["a": "hot -a-------|", "s": "hot ---x-|"],
      build: sample(), expected: "---a-|", subscriptions: ["a": ["^----!"], "s": ["^----!"]]),
    MarbleCase(
      title: "source completion completes without a last sample",
      sources: ["a": "hot -a--|", "s": "hot ------x|"], build: sample(), expected: "----|"),
    MarbleCase(
      title: "sampler error", sources: ["a": "hot -a-------|", "s": "hot ---x-#"],
      build: sample(), expected: "---a-#"),
    MarbleCase(
      title: "once each, to the source's end",
      sources: ["a": "hot ----a----b----c---|", "s": "hot ------x-x|"],
      build: sample(repeats: false, ends: "source"), expected: "------a-----------|"),
    MarbleCase(
      title: "to the end of both", sources: ["a": "hot -a|", "s": "hot ---x-x|"],
      build: sample(ends: "both"), expected: "---a-a|"),
    MarbleCase(
      title: "the source's end is told at the next tick, with what is new",
      sources: ["a": "hot -a|", "s": "hot ---x-x|"], build: sample(repeats: false, ends: "tick"),
      expected: "---[a|]"),
    MarbleCase(
      title: "where the sampler's completion is a tick",
      sources: ["a": "hot -a|", "s": "hot ---|"],
      build: sample(repeats: false, ends: "tick"), expected: "---[a|]"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
