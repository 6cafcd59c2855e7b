import Testing

@testable import RxpEngine

@Suite struct PausableTests {
  static func pausable(_ words: [String: String] = [:]) -> @Sendable (Bench) -> Signal {
    { bench in
      var arguments = words.mapValues { BoundArgument.text($0) }
      arguments["running"] = .signal(bench["r"])
      return bench.make(.pausable, bench["a"], arguments)
    }
  }

  static let flags: @Sendable () -> [Character: Value] = {
    ["y": .bool(true), "n": .bool(false), "z": .null]
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "only while it says yes", sources: ["r": "hot --y-n-----|", "a": "hot -p-q-s-t-|"],
      values: flags, build: pausable(), expected: "---q-----|",
      subscriptions: ["r": ["^--------!"], "a": ["^--------!"]]),
    MarbleCase(
      title: "from the start", sources: ["r": "hot --n-y-|", "a": "hot -p-q-s-|"], values: flags,
      build: pausable(["start": "running"]), expected: "-p---s-|"),
    MarbleCase(
      title: "what comes in a pause may be held",
      sources: ["r": "hot --y-n---y-", "a": "hot pq-s-tu---|"],
      values: flags, build: pausable(["holds": "all"]), expected: "--[pq]s----[tu]-|"),
    MarbleCase(
      title: "its end changes nothing", sources: ["r": "hot y|", "a": "hot --p-|"], values: flags,
      build: pausable(), expected: "--p-|"),
    MarbleCase(
      title: "at the end what is held is sent", sources: ["r": "hot -", "a": "hot -pq|"],
      values: flags, build: pausable(["holds": "all"]), expected: "---[pq|]"),
    MarbleCase(
      title: "or dropped", sources: ["r": "hot -", "a": "hot -pq|"], values: flags,
      build: pausable(["holds": "all", "onEnd": "drop"]), expected: "---|"),
    MarbleCase(
      title: "nil counts as no", sources: ["r": "hot y-z---", "a": "hot -p-q|"], values: flags,
      build: pausable(), expected: "-p--|"),
    MarbleCase(
      title: "anything else is a mistake", sources: ["r": "hot -p", "a": "hot -----|"],
      values: flags, build: pausable(), expected: "-#"),
    MarbleCase(
      title: "an error of it ends all", sources: ["r": "hot --#", "a": "hot -----|"],
      build: pausable(), expected: "--#"),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
