import Testing

@testable import RxpEngine

/// replay, replayLast, replayLazily, shareReplay.
@Suite struct ReplayTests {
  static func op(_ definition: Operator, _ options: [String: BoundArgument] = [:])
    -> @Sendable (Bench) -> Signal
  {
    { $0.make(definition, $0["a"], options) }
  }

  static let rows: [SharingCase] = [
    SharingCase(
      title: "replay subscribes at once; observers get the past first",
      source: "cold -a-b-----c|", build: op(.replay),
      subscribers: [(4, nil, "----[ab]----c|"), (15, nil, "---------------[abc|]")],
      subscriptions: ["^---------!"]),
    SharingCase(
      title: "replay goes on without observers", source: "cold -a-b-----c|", build: op(.replay),
      subscribers: [(0, 2, "-a")], subscriptions: ["^---------!"]),
    SharingCase(
      title: "replay keeps the error too", source: "cold -a#", build: op(.replay),
      subscribers: [(5, nil, "-----[a#]")], subscriptions: ["^-!"]),
    SharingCase(
      title: "replay of a number", source: "cold abc|", build: op(.replay, ["n": .int(2)]),
      subscribers: [(5, nil, "-----[bc|]")], subscriptions: ["^--!"]),
    SharingCase(
      title: "replayLast: only the newest value", source: "cold -a-b-----c|",
      build: op(.replayLast),
      subscribers: [(4, nil, "----b----c|"), (15, nil, "---------------[c|]")],
      subscriptions: ["^---------!"]),
    SharingCase(
      title: "replayLazily: at the first observer, and only once", source: "cold -a-b-----c|",
      build: op(.replayLazily),
      subscribers: [(3, nil, "----a-b-----c|"), (8, nil, "--------[ab]---c|")],
      subscriptions: ["---^---------!"]),
    SharingCase(
      title: "replayLazily: not cancelled when observers leave", source: "cold -a-b-----c|",
      build: op(.replayLazily), subscribers: [(0, 2, "-a"), (15, nil, "---------------[abc|]")],
      subscriptions: ["^---------!"]),
    SharingCase(
      title: "shareReplay: not cancelled either", source: "cold -a-b-----c|",
      build: op(.shareReplay, ["n": .int(1)]),
      subscribers: [(0, 2, "-a"), (15, nil, "---------------[c|]")],
      subscriptions: ["^---------!"]),
    SharingCase(
      title: "shareReplay: unless it counts", source: "cold -a-b-----c|",
      build: op(.shareReplay, ["refCount": .bool(true)]),
      subscribers: [
        (0, 2, "-a"), (4, nil, "-----a-b-----c|"), (16, nil, "----------------[abc|]"),
      ],
      subscriptions: ["^-!", "----^---------!"]),
    SharingCase(
      title: "shareReplay: starts over after an error", source: "cold -a#", build: op(.shareReplay),
      subscribers: [(0, nil, "-a#"), (4, nil, "-----a#")], subscriptions: ["^-!", "----^-!"]),
    SharingCase(
      title: "shareReplay: no older than a window", source: "cold a-b-c----|",
      build: op(.shareReplay, ["window": .ms(3)]),
      subscribers: [(0, nil, "a-b-c----|"), (5, nil, "-----c---|"), (12, nil, "------------|")],
      subscriptions: ["^--------!"]),
  ]

  @Test(arguments: rows, [1, 1024])
  func holds(_ row: SharingCase, _ batchLimit: Int) { row.check(batchLimit) }

  @Test(arguments: [(Limits.heldValues, false), (Limits.heldValues + 1, true)])
  func whatIsKeptIsBounded(_ count: Int, _ fails: Bool) {
    let bench = Bench()
    let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, count)))])
    var failure: Failure?
    for definition in [Operator.replay, .replayLazily, .shareReplay] {
      failure = nil
      bench.run.subscribe(
        bench.make(definition, numbers),
        Observer(bench.run, next: { _ in }) { if case .failed(let why) = $0 { failure = why } })
      #expect((failure?.kind == "limit") == fails, "\(definition.name)")
    }
    bench.check()
  }

  /// J2: what is sent in reply to what is replayed comes after it, once.
  @Test func replayIsNotInterrupted() {
    let bench = Bench()
    let subject = Subject(.replay(Int.max))
    for letter in ["a", "b"] { subject.send(.string(letter)) }
    var seen = ""
    bench.run.subscribe(
      Signal.standing(on: subject),
      Observer(
        bench.run,
        next: {
          seen += $0.display()
          if seen == "a" { subject.send(.string("c")) }
        }, end: { _ in }))
    #expect(seen == "abc")
    bench.check()
  }
}
