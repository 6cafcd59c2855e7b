import Testing

@testable import RxpEngine

/// forkJoin, mergeScan, switchScan, and records of signals.
@Suite struct JoinTests {
  static func named(_ definition: Operator) -> @Sendable (Bench) -> Signal {
    { bench in
      let record = try? Record(pairs: [("n", .signal(bench["a"])), ("m", .signal(bench["b"]))])
      return bench.make(
        definition, nil, ["signals": record.map { .several([.fixed(.record($0))]) } ?? .missing])
    }
  }

  static let records: @Sendable () -> [Character: Value] = {
    let x = try? Record(pairs: [("n", .string("p")), ("m", .string("q"))])
    return x.map { ["x": .record($0)] } ?? [:]
  }

  /// The next running value is the one before with the event behind it, 2 ms later.
  static func scan(_ definition: Operator) -> @Sendable (Bench) -> Signal {
    { bench in
      let next = BoundArgument.accumulated { acc, it in
        let text = Value.string(acc.display() + it.display())
        let one = bench.make(.just, nil, ["values": .several([.fixed(text)])])
        return .signal(bench.make(.delay, one, ["time": .ms(2)]))
      }
      return bench.make(definition, bench["a"], ["start": .text(""), "f": next])
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "zip of a record", sources: ["a": "hot -p|", "b": "hot --q|"], values: records,
      build: named(.zip), expected: "--[x|]"),
    MarbleCase(
      title: "combineLatest of a record", sources: ["a": "hot -p|", "b": "hot --q|"],
      values: records, build: named(.combineLatest), expected: "--x|"),
    MarbleCase(
      title: "forkJoin of a record", sources: ["a": "hot -p|", "b": "hot --q|"], values: records,
      build: named(.forkJoin), expected: "---[x|]"),
    MarbleCase(
      title: "forkJoin completes as soon as one ends empty",
      sources: ["a": "hot -p---|", "b": "hot --|"], build: named(.forkJoin), expected: "--|",
      subscriptions: ["a": ["^-!"]]),
    MarbleCase(
      title: "mergeScan: signals run side by side", sources: ["a": "hot -pq-r--|"],
      values: { ["x": .string("pr")] }, build: scan(.mergeScan), expected: "---pq-x|"),
    MarbleCase(
      title: "switchScan: the newest is followed", sources: ["a": "hot -pq---r--|"],
      values: { ["x": .string("qr")] }, build: scan(.switchScan), expected: "----q---x|"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
