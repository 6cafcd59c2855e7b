import Testing

@testable import RxpEngine

@Suite struct WithLatestFromTests {
  static func latest(_ names: [String], alone: Bool = false) -> @Sendable (Bench) -> Signal {
    { bench in
      bench.make(
        .withLatestFrom, bench["a"],
        [
          "signals": .signals(names.map { bench[$0] }),
          "sends": alone ? .text("latest") : .missing,
        ])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "each event with the latest of the others",
      sources: ["b": "hot --e--f|", "c": "hot ---g----|", "a": "hot -a--p-q-|"],
      values: { ["x": .letters("peg"), "y": .letters("qfg")] }, build: latest(["b", "c"]),
      expected: "----x-y-|",
      subscriptions: ["a": ["^-------!"], "b": ["^-----!"], "c": ["^-------!"]]),
    MarbleCase(
      title: "nothing without a value of the other", sources: ["b": "cold |", "a": "hot -a-b|"],
      build: latest(["b"]), expected: "----|"),
    MarbleCase(
      title: "an error of the other ends it", sources: ["b": "hot b-#", "a": "hot -a---|"],
      values: { ["x": .letters("ab")] }, build: latest(["b"]), expected: "-x#"),
    MarbleCase(
      title: "nil counts as sent", sources: ["b": "hot n-|", "a": "hot -a|"],
      values: { ["n": .null, "x": .list(List(flat: [.string("a"), .null]))] },
      build: latest(["b"]), expected: "-x|"),
    MarbleCase(
      title: "the latest alone", sources: ["b": "hot b--d|", "a": "hot -a--a|"],
      build: latest(["b"], alone: true), expected: "-b--d|"),
    MarbleCase(
      title: "which is that of one signal", sources: ["b": "hot b|", "a": "hot -a|"],
      build: latest(["b", "b"], alone: true), expected: "#"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// The others come first, so that the source finds what they send at once.
  @Test func othersAreSubscribedToFirst() {
    let bench = Bench()
    bench.values = ["x": .letters("ab")]
    let (a, b) = ("a", "b")
    let one = { (text: String) in bench.make(.just, nil, ["values": .several([.text(text)])]) }
    bench.expect(
      bench.make(.withLatestFrom, one(a), ["signals": .signals([one(b)])]), "[x|]")
    bench.check()
  }
}
