import Testing

@testable import RxpEngine

@Suite struct RaceTests {
  static func race(_ names: [String]) -> @Sendable (Bench) -> Signal {
    { bench in bench.make(.race, nil, ["signals": .signals(names.map { bench[$0] })]) }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "the first to send is followed",
      sources: ["a": "cold ---a-----b-----c----|", "b": "cold ------x-----y-----z----|"],
      build: race(["a", "b"]), expected: "---a-----b-----c----|",
      subscriptions: ["a": ["^-------------------!"], "b": ["^--!"]]),
    MarbleCase(
      title: "an end counts too", sources: ["a": "cold -----|", "b": "hot ------x-----|"],
      build: race(["a", "b"]), expected: "-----|", subscriptions: ["b": ["^----!"]]),
    MarbleCase(
      title: "an error too", sources: ["a": "cold ---#", "b": "hot ------x-----|"],
      build: race(["a", "b"]), expected: "---#", subscriptions: ["b": ["^--!"]]),
    MarbleCase(
      title: "the loser's end is not heard", sources: ["a": "hot -a---b|", "b": "hot --#"],
      build: race(["a", "b"]), expected: "-a---b|", subscriptions: ["b": ["^!"]]),
    MarbleCase(
      title: "in one instant the first in order wins", sources: ["a": "cold -a|", "b": "cold -b|"],
      build: race(["a", "b"]), expected: "-a|"),
    MarbleCase(
      title: "who ends at once leaves the rest alone", sources: ["b": "cold -b|"],
      build: race(["nothing", "b"]), expected: "|", subscriptions: ["b": []]),
    MarbleCase(title: "of nothing: never", build: race([]), expected: "-"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
