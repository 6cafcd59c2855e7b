import Testing

@testable import RxpEngine

/// The operators for logs against their definitions on lists.
@Suite struct AnalysingTests {
  static let all =
    CountingReferences.all + SpanReferences.all + AlarmReferences.all + MeasureReferences.all

  @Test(arguments: all)
  func isAsDefined(_ reference: Reference) throws {
    for seed in 0..<40 { try reference.check(seed: seed) }
  }

  @Test func eachHasAReference() {
    // intervalJoin has two sources, and a test of its own.
    let known = Set(Self.all.map(\.definition.name) + ["intervalJoin"])
    #expect(Set(Catalog.analysing.map(\.name)).subtracting(known) == [])
  }
}
