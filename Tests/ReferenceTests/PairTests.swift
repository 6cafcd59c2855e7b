import Testing

@testable import RxpEngine

/// Every pair of operators, one behind the other: under the contract of events, and against their
/// references.
///
/// The large run, of 200 cases a pair, takes about half an hour:
///
///     PAIR_CASES=200 swift test -Xswiftc -O --scratch-path .build/fast --filter PairTests
@Suite struct PairTests {
  /// How many cases are tried of each pair.
  static let cases = Settings.number("PAIR_CASES", else: 1)
  /// With `PAIR_MODELS=0` the contract alone is looked at.
  static let models = Settings.number("PAIR_MODELS", else: 1) > 0
  /// Programs of which a checker refuses this many are no pair.
  static let tries = 12
  /// So many pairs with an operator that differ are reported.
  static let reports = 3

  static let operators = Catalog.all.filter {
    CompletenessTests.outside[$0.name] == nil && CompletenessTests.sources[$0.name] == nil
  }

  @Test(arguments: operators.map(\.name))
  func keepTheContract(_ name: String) throws {
    let first = try #require(Catalog.find(name))
    var refused: [String] = []
    var reported = 0
    for (place, second) in Self.operators.enumerated()
    where second.role == .stage || second.role == .sourceOrStage {
      switch tried(first, second, seed: Settings.seed &+ UInt64(place * 100_000)) {
      case .agrees: break
      case .refused(let message): refused.append("\(second.name): \(message)")
      case .differs(let found, _):
        Issue.record(
          "\(name) | \(second.name)\n\(Trial.report(found, models: Self.models))")
        reported += 1
        if reported == Self.reports { return }
      }
    }
    #expect(refused.isEmpty, "\(name) was never tried before \(refused.joined(separator: "\n"))")
  }

  /// The first case that differs; refused where none was accepted.
  private func tried(_ first: Operator, _ second: Operator, seed: UInt64) -> Trial.Verdict {
    var count = 0
    var last = Trial.Verdict.agrees
    for number in 0..<(Self.tries * Self.cases) where count < Self.cases {
      let verdict = Trial.of(
        Draw.example(of: first, second, seed: seed + UInt64(number)), models: Self.models)
      switch verdict {
      case .agrees: count += 1
      case .refused: last = verdict
      case .differs: return verdict
      }
    }
    return count > 0 ? .agrees : last
  }
}
