import TestSupport
import Testing

@testable import RxpEngine

/// What is sent to a subject in reply to itself, without end, is an error.
@Suite struct FeedbackTests {
  /// A subject that answers each value; the ends that are told, and how many values were sent.
  private static func run(
    steps: Int, _ answer: @escaping (Subject, Value) -> Void
  ) -> (ends: [End], values: Int) {
    var options = Run.Options()
    options.isVirtual = true
    options.instantSteps = steps
    let run = Run(host: MemoryHost(), options: options)
    let subject = Subject()
    var ends: [End] = []
    var values = 0
    run.subscribe(
      Signal.standing(on: subject),
      Observer(
        run,
        next: {
          values += 1
          answer(subject, $0)
        }, end: { ends.append($0) }))
    subject.send(.int(0))
    return (ends, values)
  }

  private static func kind(_ ends: [End]) -> String {
    guard ends.count == 1, case .failed(let failure) = ends[0] else { return "\(ends.count) ends" }
    return failure.kind.string
  }

  @Test(arguments: [1, 5, 1_000])
  func theLimitOfRoundsIsExact(_ limit: Int) {
    let within = FeedbackTests.run(steps: limit) { subject, value in
      if case .int(let n) = value, n < limit { subject.send(.int(n + 1)) }
    }
    #expect(within.ends.isEmpty)
    #expect(within.values == limit + 1)
    let beyond = FeedbackTests.run(steps: limit) { subject, value in
      if case .int(let n) = value, n < limit + 1 { subject.send(.int(n + 1)) }
    }
    #expect(FeedbackTests.kind(beyond.ends) == "limit")
    #expect(beyond.values == limit + 1)
  }

  @Test func theQueueIsBounded() {
    for answers in [Limits.heldValues, Limits.heldValues + 1] {
      let result = FeedbackTests.run(steps: 10) { subject, value in
        guard case .int(0) = value else { return }
        for _ in 0..<answers { subject.send(.int(1)) }
      }
      #expect(
        FeedbackTests.kind(result.ends) == (answers > Limits.heldValues ? "limit" : "0 ends"))
    }
  }
}
