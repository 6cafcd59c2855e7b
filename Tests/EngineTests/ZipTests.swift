import Testing

@testable import RxpEngine

/// One row of a table: sources, what is built on them, what is seen, and who was subscribed to when.
struct MarbleCase: Sendable, CustomTestStringConvertible {
  let title: String
  var sources: KeyValuePairs<String, String> = [:]
  var values: @Sendable () -> [Character: Value] = { [:] }
  let build: @Sendable (Bench) -> Signal
  let expected: String
  var until: Int?
  var subscriptions: [String: [String]] = [:]

  var testDescription: String { title }

  /// Runs the row at a batch limit.
  func check(_ batchLimit: Int = Limits.batchRows, at location: SourceLocation = #_sourceLocation) {
    let bench = Bench(batchLimit: batchLimit)
    bench.values = values()
    bench.sources(sources)
    bench.expect(build(bench), expected, until: until, title, at: location)
    for (name, diagrams) in subscriptions {
      bench.expectSubscriptions(name, diagrams, at: location)
    }
    bench.check(location)
  }
}

extension Value {
  /// A list of letters.
  static func letters(_ letters: String) -> Value {
    .list(List(flat: letters.map { .string(String($0)) }))
  }
}

@Suite struct ZipTests {
  static let pairs: @Sendable () -> [Character: Value] = {
    ["x": .letters("a1"), "y": .letters("b2"), "z": .letters("abd"), "e": .letters("a")]
  }

  static func zip(_ names: [String], _ options: [String: BoundArgument] = [:])
    -> @Sendable (Bench) -> Signal
  {
    return { bench in
      bench.make(
        .zip, nil, options.merging(["signals": .signals(names.map { bench[$0] })]) { old, _ in old }
      )
    }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "pairs by position", sources: ["a": "hot -a-b---|", "b": "hot ---1--2-|"],
      values: pairs, build: zip(["a", "b"]), expected: "---x--y|",
      subscriptions: ["a": ["^------!"], "b": ["^------!"]]),
    MarbleCase(
      title: "completes as soon as an ended side has nothing queued",
      sources: ["a": "hot -a|", "b": "hot ---1--2-|"], values: pairs, build: zip(["a", "b"]),
      expected: "---[x|]", subscriptions: ["a": ["^-!"], "b": ["^--!"]]),
    MarbleCase(
      title: "queued values of an ended side keep it open",
      sources: ["a": "hot ab|", "b": "hot ---1--2-|"], values: pairs, build: zip(["a", "b"]),
      expected: "---x--[y|]", subscriptions: ["a": ["^-!"], "b": ["^-----!"]]),
    MarbleCase(
      title: "an error is not queued", sources: ["a": "hot ab#", "b": "hot ---1--2-|"],
      values: pairs, build: zip(["a", "b"]), expected: "--#",
      subscriptions: ["a": ["^-!"], "b": ["^-!"]]),
    MarbleCase(title: "of nothing", build: zip([]), expected: "|"),
    MarbleCase(
      title: "of one: lists of one", sources: ["a": "hot -a|"], values: pairs, build: zip(["a"]),
      expected: "-e|"),
    MarbleCase(
      title: "three", sources: ["a": "hot a-|", "b": "hot -b-|", "d": "hot --d-|"], values: pairs,
      build: zip(["a", "b", "d"]), expected: "--[z|]",
      subscriptions: ["a": ["^-!"], "b": ["^-!"], "d": ["^-!"]]),
    MarbleCase(
      title: "three: the left pair is let go of when it can send no more",
      sources: ["a": "hot a|", "b": "hot -b---|", "d": "hot ----d-|"], values: pairs,
      build: zip(["a", "b", "d"]), expected: "----[z|]",
      subscriptions: ["a": ["^!"], "b": ["^!"], "d": ["^---!"]]),
    MarbleCase(
      title: "three: an error of the left pair after its end is not seen",
      sources: ["a": "hot a|", "b": "hot -b-#", "d": "hot ----d-|"], values: pairs,
      build: zip(["a", "b", "d"]), expected: "----[z|]"),
    MarbleCase(
      title: "three, not pairwise: all are kept to the end",
      sources: ["a": "hot a|", "b": "hot -b---|", "d": "hot ----d-|"], values: pairs,
      build: zip(["a", "b", "d"], ["pairwise": .bool(false)]), expected: "----[z|]",
      subscriptions: ["a": ["^!"], "b": ["^---!"], "d": ["^---!"]]),
    MarbleCase(
      title: "an empty one ends it before the next is subscribed to",
      sources: ["b": "cold -b|"], build: zip(["nothing", "b"]), expected: "|",
      subscriptions: ["b": []]),
    MarbleCase(
      title: "waiting for all: only a value when the others have ended completes",
      sources: ["a": "hot -a|", "b": "hot ---1--2-|"], values: pairs,
      build: zip(["a", "b"], ["onEnd": .text("wait")]), expected: "---x--|"),
    MarbleCase(
      title: "waiting for all: completes after all", sources: ["a": "hot -a|", "b": "hot ---1--|"],
      values: pairs, build: zip(["a", "b"], ["onEnd": .text("wait")]), expected: "---x--|"),
    MarbleCase(
      title: "twice the same: subscribed to twice", sources: ["a": "cold a|"],
      values: { ["q": .letters("aa")] }, build: zip(["a", "a"]), expected: "q|",
      subscriptions: ["a": ["^!", "^!"]]),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  @Test(arguments: [(Limits.heldValues, false), (Limits.heldValues + 1, true)])
  func queuesAreBounded(_ count: Int, _ fails: Bool) throws {
    let bench = Bench()
    bench.sources(["b": "cold -|"])
    let list = try List((1...count).map { .int($0) })
    let numbers = bench.make(.from, nil, ["items": .fixed(.list(list))])
    let zipped = bench.make(.zip, numbers, ["signals": .signals([bench["b"]])])
    bench.expect(zipped, fails ? "#" : "-|")
    bench.check()
  }
}
