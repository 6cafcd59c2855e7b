import Testing

@testable import RxpEngine

/// Every operator against its reference, on random inputs.
@Suite struct ReferenceTests {
  /// How many cases are tried of each operator.
  static let cases = Settings.number("REFERENCE_CASES", else: 100)

  @Test(arguments: Reference.all.map(\.name))
  func agrees(_ name: String) throws {
    let definition = try #require(Catalog.find(name))
    var refused = 0
    for number in 0..<Self.cases {
      let seed = Settings.seed &+ UInt64(number)
      let example = Draw.example(of: definition, seed: seed)
      switch Trial.of(example) {
      case .agrees: break
      case .refused(let message):
        refused += 1
        if refused * 4 > Self.cases {
          Issue.record("\(name): too many cases are refused, the last one:\n\(message)")
          return
        }
      case .differs:
        Issue.record("\(name), \(Trial.report(example, seed: seed))")
        return
      }
    }
  }
}
