import RxpEngine
import TestSupport
import Testing

/// map, filter, flatMap, take and skip equal their definitions by bind, whatever comes.
@Suite struct BindTests {
  static let definitions = [
    ("map upper(it)", "bind just(upper(it))"),
    ("map index", "bind just(index)"),
    ("filter it > \"b\"", "bind if it > \"b\" then just(it) else empty"),
    ("flatMap x => [x, x]", "bind from([it, it])"),
    ("flatMap inner", "bind inner"),
    ("take 1", "bind {signal: just(it), stop: index == 0}"),
    ("take 2", "bind {signal: just(it), stop: index == 1}"),
    ("skip 0", "bind just(it)"),
    ("skip 2", "bind if index < 2 then empty else just(it)"),
  ]

  @Test(arguments: definitions, [1, 2, 1024])
  func equalsItsDefinition(_ pair: (String, String), _ batchLimit: Int) throws {
    var random = SeededRandom(seed: 17)
    for _ in 0..<60 {
      let kind = random.below(2) == 0 ? "hot" : "cold"
      let text = """
        test "equal" {
          let source = \(kind) "\(RandomMarble.make(&random))"
          let inner = cold "\(RandomMarble.make(&random))"
          expect source | \(pair.0) is source | \(pair.1)
          expect source | \(pair.0) | take 3 is source | \(pair.1) | take 3
        }
        """
      for result in try TestTexts.run(text, batchLimit: batchLimit) {
        #expect(result.passed, "\(text)\n\(result.failures.joined(separator: "\n"))")
      }
    }
  }
}
