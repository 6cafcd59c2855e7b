import Testing

@testable import RxpEngine

/// switch and ifThenElse.
@Suite struct SwitchCasesTests {
  static func cases(_ names: [String], other: String? = nil) -> @Sendable (Bench) -> Signal {
    { bench in
      let pairs = names.map { (Text($0), Value.signal(bench[$0])) }
      let record = try? Record(pairs: pairs)
      return bench.make(
        .switchCases, nil,
        [
          "keys": .signal(bench["k"]), "cases": record.map { .fixed(.record($0)) } ?? .missing,
          "default": other.map { .signal(bench[$0]) } ?? .missing,
        ])
    }
  }

  static let ifThenElse: @Sendable (Bench) -> Signal = { bench in
    bench.make(
      .ifThenElse, nil,
      [
        "condition": .signal(bench["k"]), "then": .signal(bench["x"]),
        "else": .signal(bench["y"]),
      ])
  }

  static let rows: [MarbleCase] = [
    MarbleCase(
      title: "chosen by key, default otherwise",
      sources: [
        "x": "cold -1-1-1-1", "y": "cold -2-2-2-2", "z": "cold -0-0|", "k": "hot -p---q---r---|",
      ], values: { ["p": .string("x"), "q": .string("y"), "r": .string("?")] },
      build: cases(["x", "y"], other: "z"), expected: "--1-1-2-2-0-0|",
      subscriptions: [
        "k": ["^------------!"], "x": ["-^---!"], "y": ["-----^---!"], "z": ["---------^---!"],
      ]),
    MarbleCase(
      title: "no case and no default", sources: ["x": "cold -1-1-1-1", "k": "hot -p---q---|"],
      values: { ["p": .string("x")] }, build: cases(["x"]), expected: "--1-1#",
      subscriptions: ["k": ["^----!"], "x": ["-^---!"]]),
    MarbleCase(
      title: "nil is a key", sources: ["x": "cold -1|", "k": "hot -n--|"],
      values: { ["n": .null] },
      build: { bench in
        let record = try? Record(pairs: [("nil", .signal(bench["x"]))])
        return bench.make(
          .switchCases, nil,
          ["keys": .signal(bench["k"]), "cases": record.map { .fixed(.record($0)) } ?? .missing])
      }, expected: "--1-|"),
    MarbleCase(
      title: "switches on each yes and no",
      sources: ["x": "cold -1-1-1|", "y": "cold -2-2|", "k": "hot -t---f---|"],
      values: { ["t": .bool(true), "f": .bool(false)] }, build: ifThenElse,
      expected: "--1-1-2-2|", subscriptions: ["x": ["-^---!"], "y": ["-----^---!"]]),
    MarbleCase(
      title: "nothing before the first yes or no",
      sources: ["x": "cold 1|", "y": "cold 2|", "k": "hot ----|"], build: ifThenElse,
      expected: "----|", subscriptions: ["x": [], "y": []]),
  ]

  @Test(arguments: rows, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// The chosen signal goes on when the keys have ended.
  @Test func goesOnAfterTheKeys() {
    let bench = Bench()
    bench.values = ["p": .string("x"), "q": .string("y")]
    bench.sources(["x": "cold -1-1-1-1", "y": "cold -2-2-2-2", "k": "hot -p---q-|"])
    bench.expect(Self.cases(["x", "y"])(bench), "--1-1-2-2-2-2", until: 14)
    bench.expectSubscriptions("y", ["-----^--------!"])
    bench.check()
  }
}
