import RxpEngine
import TestSupport
import Testing

/// Every example of a function holds, worked out by the language itself.
@Suite struct FunctionTests {
  @Test(arguments: Functions.all.map(\.name))
  func examplesHold(_ name: String) throws {
    let function = try #require(Functions.find(name))
    for example in function.examples {
      let text = """
        test "example" {
          expect just(\(example.call)) is "[a|]", a: \(example.result)
        }
        """
      for result in try TestTexts.run(text) {
        #expect(result.passed, "\(example)\n\(result.failures.joined(separator: "\n"))")
      }
    }
  }

  /// The kernel of `len` and the count row by row agree with Swift's own.
  @Test func lengthsAreThoseOfAReader() throws {
    var random = SeededRandom(seed: 3)
    let pieces = ["a", "\r\n", "é", "e\u{301}", "👨‍👩‍👧", "\r", "日本", " ", "\u{0}"]
    for _ in 0..<500 {
      let text = (0..<random.below(12)).map { _ in random.pick(pieces) }.joined()
      let value = try #require(Functions.find("len")).apply([.string(text)], Machine())
      #expect(value == .int(text.count), "\(text.debugDescription)")
    }
  }
}
