import Testing

@testable import RxpEngine

/// deliverOn and subscribeOn.
@Suite struct SchedulingTests {
  static func op(_ definition: Operator) -> @Sendable (Bench) -> Signal {
    { $0.make(definition, $0["a"]) }
  }

  static let cases: [MarbleCase] = [
    MarbleCase(
      title: "delivered in the same instant", sources: ["a": "hot -a-[bc]-|"],
      build: op(.deliverOn), expected: "-a-[bc]-|", subscriptions: ["a": ["^----!"]]),
    MarbleCase(
      title: "an error keeps its place", sources: ["a": "hot -[ab#]"], build: op(.deliverOn),
      expected: "-[ab#]"),
    MarbleCase(
      title: "what is not delivered when let go of is lost", sources: ["a": "hot -a-b|"],
      build: op(.deliverOn), expected: "-a", until: 3),
    MarbleCase(
      title: "subscribed to in the same instant", sources: ["a": "cold -a-|"],
      build: op(.subscribeOn), expected: "-a-|", subscriptions: ["a": ["^--!"]]),
    MarbleCase(
      title: "but later", sources: ["a": "hot a-b|"], build: op(.subscribeOn), expected: "--b|"),
    MarbleCase(
      title: "let go of before that: never", sources: ["a": "cold -a|"], build: op(.subscribeOn),
      expected: "-", until: 0, subscriptions: ["a": []]),
  ]

  @Test(arguments: cases, [1, 1024])
  func holds(_ row: MarbleCase, _ batchLimit: Int) { row.check(batchLimit) }
}
