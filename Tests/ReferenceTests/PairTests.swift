import Testing

@testable import RxpEngine

/// Every pair of operators, one behind the other, under the contract of events.
@Suite struct PairTests {
  /// How many cases are tried of each pair.
  static let cases = Settings.number("PAIR_CASES", else: 1)
  /// With `PAIR_MODELS=1` the references, one behind the other, are compared too: two operators that
  /// are due at one instant may differ there in an order that is nobody's rule.
  static let models = Settings.number("PAIR_MODELS", else: 0) > 0
  /// Programs of which a checker refuses this many are no pair.
  static let tries = 12

  static let operators = Catalog.all.filter {
    CompletenessTests.outside[$0.name] == nil && CompletenessTests.sources[$0.name] == nil
  }

  @Test(arguments: operators.map(\.name))
  func keepTheContract(_ name: String) throws {
    let first = try #require(Catalog.find(name))
    var refused: [String] = []
    for (place, second) in Self.operators.enumerated()
    where second.role == .stage || second.role == .sourceOrStage {
      var seed = Settings.seed &+ UInt64(place * 100_000)
      var tried = 0
      var last = ""
      for _ in 0..<(Self.tries * Self.cases) where tried < Self.cases {
        seed += 1
        let example = Draw.example(of: first, second, seed: seed)
        switch Trial.of(example, models: Self.models) {
        case .agrees: tried += 1
        case .refused(let message): last = message
        case .differs:
          Issue.record(
            "\(name) | \(second.name), \(Trial.report(example, seed: seed, models: Self.models))")
          return
        }
      }
      if tried == 0 { refused.append("\(second.name): \(last)") }
    }
    #expect(refused.isEmpty, "\(name) was never tried before \(refused.joined(separator: "\n"))")
  }
}
