import Testing

@testable import RxpEngine

/// The operators for logs against their definitions on lists.
@Suite struct ReferenceTests {
  static let all = CountingReferences.all + SpanReferences.all + AlarmReferences.all

  @Test(arguments: all)
  func isAsDefined(_ reference: Reference) throws {
    for seed in 0..<60 { try reference.check(seed: seed) }
  }
}
