import RxpIO
import Testing

/// All tests that hold descriptors or deal with signals: one after the other, since both belong to
/// the process; and none may leave a descriptor open.
@Suite(.serialized, .keepsDescriptors)
enum Outside {}

struct KeepsDescriptors: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let before = DescriptorCount.live
    try await function()
    #expect(DescriptorCount.live == before, "descriptors left open")
  }
}

extension Trait where Self == KeepsDescriptors {
  static var keepsDescriptors: Self { Self() }
}
