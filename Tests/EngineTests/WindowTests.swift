import Testing

@testable import RxpEngine

/// What windows and the lists that are cut by signals have beyond their examples.
@Suite struct WindowTests {
  /// Windows as lists, when they have ended.
  static func gathered(_ bench: Bench, _ windows: Signal) -> Signal {
    let list = BoundArgument.asked { window in
      guard case .signal(let signal) = window else { return .null }
      return .signal(bench.make(.collect, signal))
    }
    return bench.make(.flatMap, windows, ["f": list])
  }

  static let lists: @Sendable () -> [Character: Value] = {
    ["x": .letters("pq"), "y": .letters("r")]
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "by count: the next opens behind the last event", sources: ["a": "hot -p-q-r|"],
      values: lists, build: { gathered($0, $0.make(.window, $0["a"], ["n": .int(2)])) },
      expected: "---x--[y|]"),
    MarbleCase(
      title: "by a signal", sources: ["a": "hot -p-q--r|", "b": "hot ----z"], values: lists,
      build: { gathered($0, $0.make(.windowOn, $0["a"], ["cuts": .signal($0["b"])])) },
      expected: "----x--[y|]", subscriptions: ["a": ["^------!"], "b": ["^------!"]]),
    MarbleCase(
      title: "an error of what cuts ends the windows too",
      sources: ["a": "hot -p-q|", "b": "hot --#"],
      build: { $0.make(.flatten, $0.make(.windowOn, $0["a"], ["cuts": .signal($0["b"])])) },
      expected: "-p#"),
    MarbleCase(
      title: "by time from the first event", sources: ["a": "hot -p-q-----r|"], values: lists,
      build: {
        gathered(
          $0, $0.make(.windowTime, $0["a"], ["time": .ms(4), "windows": .text("fromFirst")]))
      }, expected: "-----x----[y|]"),
    MarbleCase(
      title: "cut lists without the empty ones",
      sources: ["a": "hot -p-q----|", "b": "hot ----z-z"],
      values: lists,
      build: {
        $0.make(.bufferOn, $0["a"], ["cuts": .signal($0["b"]), "empty": .bool(false)])
      }, expected: "----x---|"),
    MarbleCase(
      title: "what is open is dropped where asked", sources: ["a": "hot -p-q|", "b": "hot -"],
      build: {
        $0.make(.bufferOn, $0["a"], ["cuts": .signal($0["b"]), "onEnd": .text("drop")])
      }, expected: "----|"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  /// Who subscribes to a window after its end is told of the end.
  @Test func lateSubscribersAreToldOfTheEnd() {
    let bench = Bench()
    bench.sources(["a": "hot ab|"])
    var windows: [Signal] = []
    bench.run.subscribe(
      bench.make(.window, bench["a"], ["n": .int(1)]),
      Observer(
        bench.run, next: { if case .signal(let signal) = $0 { windows.append(signal) } },
        end: { _ in }))
    var ended = 0
    bench.at(4) {
      for window in windows {
        bench.run.subscribe(window, Observer(bench.run, next: { _ in }) { _ in ended += 1 })
      }
    }
    bench.check()
    #expect(ended == 3)
  }

  /// A mistake of the program ends open windows too.
  @Test(arguments: [Operator.windowToggle, .windowWhen].map(\.name))
  func aMistakeEndsTheWindows(_ name: String) {
    let bench = Bench()
    guard let definition = Catalog.find(name) else { return }
    bench.sources(["a": "hot ----|", "b": "hot oo|", "s": "cold -x"])
    let closing = bench["s"]
    var asked = 0
    let closes = BoundArgument.asked { _ in
      asked += 1
      if asked > 1 { throw Failure.type("no") }
      return .signal(closing)
    }
    var arguments: [String: BoundArgument] = ["closes": closes]
    if name == "windowToggle" { arguments["opens"] = .signal(bench["b"]) }
    var failed = 0
    var windows = 0
    bench.run.subscribe(
      bench.make(definition, bench["a"], arguments),
      Observer(
        bench.run,
        next: { window in
          guard case .signal(let signal) = window else { return }
          windows += 1
          bench.run.subscribe(
            signal,
            Observer(bench.run, next: { _ in }) { if case .failed = $0 { failed += 1 } })
        }, end: { if case .failed = $0 { failed += 1 } }))
    bench.check()
    // Where one window closes as the next one opens, only that one is open at the mistake.
    #expect(windows == (name == "windowToggle" ? 1 : 2))
    #expect(failed == 2)
  }

  /// Closing signals that send at once: a loop without end, which whoever listens can leave.
  @Test func closingAtOnceNeedsNoStack() {
    let bench = Bench()
    bench.sources(["a": "hot -|"])
    let one = bench.make(.just, nil, ["values": .several([.int(1)])])
    let lists = bench.make(.bufferWhen, bench["a"], ["closes": .asked { _ in .signal(one) }])
    var count = 0
    let enough = bench.make(.take, lists, ["n": .int(100_000)])
    bench.run.subscribe(enough, Observer(bench.run, next: { _ in count += 1 }, end: { _ in }))
    bench.check()
    #expect(count == 100_000)
  }
}
