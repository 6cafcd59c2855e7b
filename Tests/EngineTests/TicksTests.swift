import Testing

@testable import RxpEngine

/// When a periodic source is due next, on a clock that may be late.
@Suite struct TicksTests {
  struct Case: Sendable {
    let first: Instant
    let period: Int
    /// The instants at which the loop came to it.
    let wakings: [Instant]
    let due: [Instant]
  }

  static let cases: [Case] = [
    Case(first: 10, period: 10, wakings: [10, 20, 30], due: [20, 30, 40]),
    // Late, but within the period: the next one is not shifted.
    Case(first: 10, period: 10, wakings: [13, 29], due: [20, 30]),
    // Whole periods were missed: they fall into the one that comes late.
    Case(first: 10, period: 10, wakings: [35, 41], due: [40, 50]),
    Case(first: 10, period: 10, wakings: [40], due: [50]),
    // A timer's first tick need not lie on its period.
    Case(first: 3, period: 10, wakings: [3, 27], due: [13, 33]),
    Case(first: 0, period: 1, wakings: [0, 1_000_000], due: [1, 1_000_001]),
    // Nothing wraps.
    Case(first: 5, period: Time.forever, wakings: [5], due: [Time.forever]),
    Case(first: Time.forever - 1, period: 10, wakings: [Time.forever - 1], due: [Time.forever]),
  ]

  @Test(arguments: cases)
  func areDue(_ example: Case) {
    var ticks = Ticks(first: example.first, period: example.period)
    var due: [Instant] = []
    for waking in example.wakings {
      ticks.advance(past: waking)
      due.append(ticks.due)
    }
    #expect(due == example.due)
  }
}
