import Testing

@testable import RxpEngine

@Suite struct CombineLatestTests {
  static let values: @Sendable () -> [Character: Value] = {
    ["x": .letters("ab"), "y": .letters("cb"), "z": .letters("cd"), "e": .letters("a")]
  }

  static func combine(_ names: [String], early: Bool = false) -> @Sendable (Bench) -> Signal {
    { bench in
      bench.make(
        .combineLatest, nil,
        [
          "signals": .signals(names.map { bench[$0] }),
          "onEmptyEnd": early ? .text("complete") : .missing,
        ])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "starts when all have a value",
      sources: ["a": "hot -a---c--|", "b": "hot ---b---d-|"],
      values: values, build: combine(["a", "b"]), expected: "---x-y-z-|",
      subscriptions: ["a": ["^-------!"], "b": ["^--------!"]]),
    MarbleCase(
      title: "completes only after all, even if one ends without a value",
      sources: ["a": "hot --|", "b": "hot -b-b-b-|"], build: combine(["a", "b"]),
      expected: "-------|", subscriptions: ["a": ["^-!"], "b": ["^------!"]]),
    MarbleCase(
      title: "or at the next value of the last one",
      sources: ["a": "hot --|", "b": "hot -b-b-b-|"],
      build: combine(["a", "b"], early: true), expected: "---|"),
    MarbleCase(
      title: "of one: lists of one", sources: ["a": "hot -a|"], values: values,
      build: combine(["a"]), expected: "-e|"),
    MarbleCase(title: "of nothing", build: combine([]), expected: "|"),
    MarbleCase(
      title: "an error passes at once", sources: ["a": "hot -a-#", "b": "hot --b----|"],
      values: values, build: combine(["a", "b"]), expected: "--x#",
      subscriptions: ["a": ["^--!"], "b": ["^--!"]]),
    MarbleCase(
      title: "same instant: one list for each value",
      sources: ["a": "hot -a-c------|", "b": "hot -b-d------|"], values: values,
      build: combine(["a", "b"]), expected: "-x-[yz]------|"),
    MarbleCase(
      title: "nil counts as sent", sources: ["a": "hot -n|", "b": "hot --b|"],
      values: { ["n": .null, "x": .list(List(flat: [.null, .string("b")]))] },
      build: combine(["a", "b"]), expected: "--x|"),
    MarbleCase(
      title: "an error while subscribing: later ones are not subscribed to",
      sources: ["b": "cold -b|"],
      build: { bench in
        bench["a"] = bench.make(.take, bench["b"], ["n": .text("many")])
        return combine(["a", "b"])(bench)
      }, expected: "#", subscriptions: ["b": []]),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
