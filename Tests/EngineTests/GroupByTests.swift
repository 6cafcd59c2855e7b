import Testing

@testable import RxpEngine

@Suite struct GroupByTests {
  static let upper = BoundArgument.asked { value in
    guard case .text(let text) = value else { return .null }
    return .string(text.string.uppercased())
  }

  static func grouped(_ bench: Bench, _ options: [String: BoundArgument] = [:]) -> Signal {
    bench.make(.groupBy, bench["a"], options.merging(["key": upper]) { old, _ in old })
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "flattening gives all back", sources: ["a": "hot -a-B-b-A|"],
      build: { $0.make(.flatMap, grouped($0), ["f": .it]) }, expected: "-a-B-b-A|",
      subscriptions: ["a": ["^-------!"]]),
    MarbleCase(
      title: "one group for each key", sources: ["a": "hot -a-B-b-A|"],
      build: { $0.make(.map, grouped($0), ["f": .asked { $0.member("key") }]) },
      expected: "-A-B----|"),
    MarbleCase(
      title: "transform", sources: ["a": "hot -a-b|"],
      build: {
        $0.make(
          .flatMap,
          $0.make(.groupBy, $0["a"], ["key": .asked { _ in .int(1) }, "transform": upper]),
          ["f": .it])
      }, expected: "-A-B|"),
    MarbleCase(
      title: "an error goes to all", sources: ["a": "hot -a-#"],
      build: { $0.make(.flatMap, grouped($0), ["f": .it]) }, expected: "-a-#"),
    MarbleCase(
      title: "equal numbers are one key", sources: ["a": "hot -i-d|"],
      values: { ["i": .int(1), "d": .double(1)] },
      build: {
        $0.make(
          .map, $0.make(.groupBy, $0["a"], ["key": .it]), ["f": .asked { _ in .string("g") }])
      }, expected: "-g--|"),
    MarbleCase(
      title: "what is let go of stops", sources: ["a": "hot -a-b-c|"],
      build: { $0.make(.take, $0.make(.flatMap, grouped($0), ["f": .it]), ["n": .int(2)]) },
      expected: "-a-[b|]", subscriptions: ["a": ["^--!"]]),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// Who is told of the end first, in the order of telling.
  @Test(arguments: [("outerFirst", "outer A B"), ("groupsFirst", "A B outer")])
  func orderOfEnds(_ order: String, _ expected: String) {
    let bench = Bench()
    bench.sources(["a": "hot ab|"])
    var told: [String] = []
    bench.run.subscribe(
      Self.grouped(bench, ["order": .text(order)]),
      Observer(
        bench.run,
        next: { group in
          guard case .signal(let signal) = group else { return }
          bench.run.subscribe(
            signal,
            Observer(bench.run, next: { _ in }) { _ in told.append(group.member("key").display()) })
        }, end: { _ in told.append("outer") }))
    bench.check()
    #expect(told.joined(separator: " ") == expected)
  }

  /// A mistake of the program ends the groups too.
  @Test func groupsFailWithTheResult() {
    let bench = Bench()
    bench.sources(["a": "hot ab|"])
    var failed = 0
    let keyed = bench.make(
      .groupBy, bench["a"],
      ["key": .asked { if $0 == .string("b") { throw Failure.type("no key") } else { $0 } }])
    bench.run.subscribe(
      keyed,
      Observer(
        bench.run,
        next: { group in
          guard case .signal(let signal) = group else { return }
          bench.run.subscribe(
            signal,
            Observer(bench.run, next: { _ in }) { if case .failed = $0 { failed += 1 } })
        }, end: { if case .failed = $0 { failed += 1 } }))
    bench.check()
    #expect(failed == 2)
  }

  @Test(arguments: [("nothing", "-"), ("end", "---|")])
  func afterItsEnd(_ late: String, _ expected: String) {
    let bench = Bench()
    bench.sources(["a": "hot a|"])
    var group: Signal?
    bench.run.subscribe(
      Self.grouped(bench, ["late": .text(late)]),
      Observer(
        bench.run, next: { if case .signal(let signal) = $0 { group = signal } }, end: { _ in }))
    var ended = false
    bench.at(3) {
      guard let group else { return }
      bench.run.subscribe(group, Observer(bench.run, next: { _ in }) { _ in ended = true })
    }
    bench.check()
    #expect(ended == (expected == "---|"))
  }

  @Test(arguments: [(Limits.heldKeys, false), (Limits.heldKeys + 1, true)])
  func keysAreBounded(_ count: Int, _ fails: Bool) {
    let bench = Bench()
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, count)))])
    let keys = bench.make(.groupBy, numbers, ["key": .it])
    var groups = 0
    var failure: Failure?
    bench.run.subscribe(
      keys,
      Observer(bench.run, next: { _ in groups += 1 }) {
        if case .failed(let why) = $0 { failure = why }
      })
    bench.check()
    #expect(groups == Limits.heldKeys)
    #expect((failure?.kind == "limit") == fails)
  }
}
