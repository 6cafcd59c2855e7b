import Foundation
import TestSupport
import Testing

/// Batches never show: random pipelines over random inputs write the same bytes, errors and status
/// at every batch size.
@Suite struct BatchTests {
  static let sizes = [1, 2, 7, 1024]

  private static func compareSizes(_ pipeline: String, _ input: Data) throws {
    let results = try sizes.map {
      try RxpProcess.run(["--virtual", "--batch", String($0), "-e", pipeline], input: input)
    }
    for (size, result) in zip(sizes, results).dropFirst() {
      #expect(result.output == results[0].output, "batch \(size): \(pipeline)")
      #expect(result.errors == results[0].errors, "batch \(size): \(pipeline)")
      #expect(result.status == results[0].status, "batch \(size): \(pipeline)")
    }
    #expect(results[0].status != 2, "\(pipeline)\n\(results[0].errors)")
  }

  @Test(arguments: 0..<24)
  func sameBytesAtEverySize(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let input = RandomPipeline.lines(&random)
    for _ in 0..<4 {
      try BatchTests.compareSizes(RandomPipeline.make(&random), input)
    }
  }
}

extension BatchTests {
  /// A mistake is told with the line that its event came from, however far that is behind.
  @Test(arguments: [
    "map (if it == \"zz\" then raise(\"zz\") else it)",
    "flatMap x => (from 1..1 | map x) | filter (if it == \"zz\" then raise(\"zz\") else true)",
    "flatMap [it, it] | flatMap x => (from 1..3 | map x | take 2) | map (if it == \"zz\" then raise(\"no\") else it)",
    "switchMap x => (just(x) | take 1) | map (if it == \"zz\" then raise(\"no\") else it)",
    "flatMap x => concat(just(x), empty) | distinct | map (if it == \"zz\" then raise(\"no\") else it)",
  ])
  func mistakesNameTheirLine(_ stages: String) throws {
    for size in BatchTests.sizes {
      let result = try RxpProcess.run(
        ["--virtual", "--batch", String(size), "-e", stages], input: Data("a\nb\nc\nzz\nd\n".utf8))
      #expect(result.errors.contains("it came from standard input:4"), "batch \(size)")
    }
  }

  @Test(arguments: 0..<24)
  func sameBytesOfRecordsAtEverySize(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(1000 + seed))
    let input = RandomPipeline.records(&random)
    for _ in 0..<4 {
      try BatchTests.compareSizes(RandomPipeline.makeOfRecords(&random), input)
    }
  }
}
