import Testing

@testable import RxpEngine

/// Every operator against its reference, on random inputs.
///
/// The large run, of a million cases in some minutes, with the compiler's optimizations and a seed of
/// one's own:
///
///     REFERENCE_SEED=1000000 REFERENCE_CASES=6000 swift test -Xswiftc -O \
///       --scratch-path .build/fast --filter ReferenceTests.ReferenceTests
@Suite struct ReferenceTests {
  /// How many cases are tried of each operator.
  static let cases = Settings.number("REFERENCE_CASES", else: 100)
  /// Each so many is tried again with a subscriber that lets go, at each instant and at each event.
  static let leaving = 8

  @Test(arguments: Reference.all.map(\.name))
  func agrees(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var (tried, refused) = (0, 0)
    var seed = Settings.seed
    while tried < Self.cases {
      let example = Draw.example(of: definition, seed: seed)
      switch Trial.of(example, letsGo: tried % Self.leaving == 0) {
      case .agrees: tried += 1
      case .refused(let message):
        refused += 1
        if refused * 4 > Self.cases {
          Issue.record("\(name): too many cases are refused, the last one:\n\(message)")
          return
        }
      case .differs(let found, _):
        Issue.record("\(name), seed \(seed)\n\(Trial.report(found))")
        return
      }
      seed += 1
    }
  }
}
