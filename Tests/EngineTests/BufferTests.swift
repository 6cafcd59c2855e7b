import Testing

@testable import RxpEngine

/// buffer and bufferTime.
@Suite struct BufferTests {
  static func timed(_ options: [String: BoundArgument]) -> @Sendable (Bench) -> Signal {
    return { $0.make(.bufferTime, $0["a"], options) }
  }
  static func counted(_ n: Int, _ step: Int? = nil, drops: Bool = false)
    -> @Sendable (Bench) -> Signal
  {
    {
      $0.make(
        .buffer, $0["a"],
        [
          "n": .int(n), "step": step.map { .int($0) } ?? .missing,
          "onEnd": drops ? .text("drop") : .missing,
        ])
    }
  }

  static func lists(_ lists: KeyValuePairs<Character, String>)
    -> @Sendable () -> [Character: Value]
  {
    return { Dictionary(uniqueKeysWithValues: lists.map { ($0.key, Value.letters($0.value)) }) }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "window opens at the first value", sources: ["a": "hot --ab-----c-------|"],
      values: lists(["x": "ab", "y": "c"]), build: timed(["time": .ms(4)]),
      expected: "------x------y---|", subscriptions: ["a": ["^----------------!"]]),
    MarbleCase(
      title: "no empty buffers", sources: ["a": "hot ----------|"], build: timed(["time": .ms(2)]),
      expected: "----------|"),
    MarbleCase(
      title: "completion flushes the rest", sources: ["a": "hot -a-b|"], values: lists(["x": "ab"]),
      build: timed(["time": .ms(10)]), expected: "----[x|]"),
    MarbleCase(
      title: "error drops the rest", sources: ["a": "hot -a-b#"], build: timed(["time": .ms(10)]),
      expected: "----#"),
    MarbleCase(
      title: "completion drops the rest where asked", sources: ["a": "hot -a-b|"],
      build: timed(["time": .ms(10), "onEnd": .text("drop")]), expected: "----|"),
    MarbleCase(
      title: "periodic, with empty ones", sources: ["a": "hot ---a---b---c---d---e---f---g-----|"],
      values: lists(["w": "ab", "x": "cde", "y": "fg", "z": ""]),
      build: timed(["time": .ms(10), "windows": .text("periodic"), "empty": .bool(true)]),
      expected: "----------w---------x---------y--[z|]"),
    MarbleCase(
      title: "periodic, without", sources: ["a": "hot -a------b--|"],
      values: lists(["x": "a", "y": "b"]),
      build: timed(["time": .ms(3), "windows": .text("periodic")]), expected: "---x-----y-|"),
    MarbleCase(
      title: "overlapping, with a bound",
      sources: ["a": "hot ---a---b---c----d----e----f----g----h----i----[k|]"],
      values: lists(["x": "abcd", "y": "efgh", "z": "ik"]),
      build: timed([
        "time": .ms(21), "every": .ms(20), "max": .int(4), "windows": .text("periodic"),
        "empty": .bool(true),
      ]), expected: "----------------x-------------------y---------[z|]"),
    MarbleCase(
      title: "an empty source, with empty ones", sources: ["a": "cold |"], values: lists(["b": ""]),
      build: timed(["time": .ms(10), "windows": .text("periodic"), "empty": .bool(true)]),
      expected: "[b|]", subscriptions: ["a": ["[^!]"]]),
    MarbleCase(
      title: "a bound of events opens the next at the next value", sources: ["a": "hot -abc----|"],
      values: lists(["x": "ab", "y": "c"]), build: timed(["time": .ms(4), "max": .int(2)]),
      expected: "--x----y|"),
    MarbleCase(
      title: "by count", sources: ["a": "hot -a-b-c|"], values: lists(["x": "ab", "y": "c"]),
      build: counted(2), expected: "---x--[y|]"),
    MarbleCase(
      title: "by count, overlapping", sources: ["a": "hot --a--b--c--d--e--f--g--h--i--|"],
      values: lists(["v": "abc", "w": "cde", "x": "efg", "y": "ghi", "z": "i"]),
      build: counted(3, 2), expected: "--------v-----w-----x-----y--[z|]"),
    MarbleCase(
      title: "by count, overlapping: all that is begun is sent at the end",
      sources: ["a": "hot [abc|]"], values: lists(["x": "abc", "y": "bc", "z": "c"]),
      build: counted(3, 1), expected: "[xyz|]"),
    MarbleCase(
      title: "by count, with gaps", sources: ["a": "hot abcdefg|"],
      values: lists(["x": "ab", "y": "de", "z": "g"]), build: counted(2, 3), expected: "-x--y--[z|]"
    ),
    MarbleCase(
      title: "by count, dropping the rest", sources: ["a": "hot abc|"], values: lists(["x": "ab"]),
      build: counted(2, drops: true), expected: "-x-|"),
    MarbleCase(
      title: "by count: error drops", sources: ["a": "hot abc#"], values: lists(["x": "ab"]),
      build: counted(2), expected: "-x-#"),
    MarbleCase(title: "0 is a mistake", sources: ["a": "hot a|"], build: counted(0), expected: "#"),
  ]

  @Test(arguments: cases, [1, 2, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }

  @Test(arguments: [(Limits.heldValues, false), (Limits.heldValues + 1, true)])
  func listsAreBounded(_ count: Int, _ fails: Bool) {
    let bench = Bench()
    for definition in [Operator.buffer, .bufferTime] {
      let numbers = bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, count)))])
      let name = definition.parameters[0].name
      let lists = bench.make(definition, numbers, [name: .fixed(.double(.infinity))])
      let lengths = bench.make(.map, lists, ["f": .asked { _ in .string("l") }])
      bench.expect(lengths, fails ? "#" : "[l|]", definition.name)
    }
    bench.check()
  }
}
