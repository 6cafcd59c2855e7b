import Testing

@testable import RxpEngine

/// audit, auditTime, throttleWith, debounceWith, delayWhen, sampleTime.
@Suite struct AuditTests {
  /// `d` is the signal that is asked for.
  static func op(_ definition: Operator, _ options: [String: BoundArgument] = [:])
    -> @Sendable (Bench) -> Signal
  {
    { bench in
      var arguments = options
      let asked = bench["d"]
      if definition.parameters[0].name == "until" {
        arguments["until"] = .asked { _ in .signal(asked) }
      }
      return bench.make(definition, bench["a"], arguments)
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "audit: a closing without an event sends nothing",
      sources: ["d": "cold --|", "a": "hot -ab-c-|"], build: op(.audit), expected: "------|",
      subscriptions: ["d": ["-^-!", "----^-!"]]),
    MarbleCase(
      title: "audit: an error of the closing ends all",
      sources: ["d": "cold --#", "a": "hot -ab-c-|"], build: op(.audit), expected: "---#"),
    MarbleCase(
      title: "auditTime opens no window after what it sends", sources: ["a": "hot -ab-cd----|"],
      build: op(.auditTime, ["time": .ms(2)]), expected: "---b--d---|"),
    MarbleCase(
      title: "throttleWith: both edges", sources: ["d": "cold --x", "a": "hot -abc----|"],
      build: op(.throttleWith, ["edges": .text("both")]), expected: "-a-c----|"),
    MarbleCase(
      title: "throttleWith: a closing at once lets all pass", sources: ["a": "hot -[abc]-|"],
      build: { bench in
        let one = bench.make(.just, nil, ["values": .several([.int(1)])])
        return bench.make(.throttleWith, bench["a"], ["until": .asked { _ in .signal(one) }])
      }, expected: "-[abc]-|"),
    MarbleCase(
      title: "debounceWith: only the newest event's signal counts",
      sources: ["d": "cold ---x", "a": "hot -a----bc----d-ef----|"], build: op(.debounceWith),
      expected: "----a-----c-------f-|",
      subscriptions: [
        "d": [
          "-^--!", "------^!", "-------^--!", "------------^-!", "--------------^!",
          "---------------^--!",
        ]
      ]),
    MarbleCase(
      title: "debounceWith: an end without an event leaves it waiting",
      sources: ["d": "cold -|", "a": "hot -a---|"], build: op(.debounceWith),
      expected: "-----[a|]"),
    MarbleCase(
      title: "delayWhen: an end without an event drops it",
      sources: ["d": "cold ------|", "a": "hot --a--b--|"], build: op(.delayWhen),
      expected: "-----------|", subscriptions: ["d": ["--^-----!", "-----^-----!"]]),
    MarbleCase(
      title: "sampleTime: the latest, once", sources: ["a": "hot a---b-c---------d--e---f-g-h--|"],
      build: op(.sampleTime, ["period": .ms(7)]), expected: "-------c-------------e------h-|"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
