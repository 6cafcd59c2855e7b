import Foundation
import TestSupport
import Testing

/// Batches never show: random pipelines over random inputs write the same bytes, errors and status
/// at every batch size.
@Suite struct BatchTests {
  static let sizes = [1, 2, 7, 1024]

  @Test(arguments: 0..<24)
  func sameBytesAtEverySize(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let input = RandomPipeline.lines(&random)
    for _ in 0..<4 {
      let pipeline = RandomPipeline.make(&random)
      let results = try BatchTests.sizes.map {
        try RxpProcess.run(["--virtual", "--batch", String($0), "-e", pipeline], input: input)
      }
      for (size, result) in zip(BatchTests.sizes, results).dropFirst() {
        #expect(result.output == results[0].output, "batch \(size): \(pipeline)")
        #expect(result.errors == results[0].errors, "batch \(size): \(pipeline)")
        #expect(result.status == results[0].status, "batch \(size): \(pipeline)")
      }
      #expect(results[0].status != 2, "\(pipeline)\n\(results[0].errors)")
    }
  }
}

extension BatchTests {
  @Test(arguments: 0..<24)
  func sameBytesOfRecordsAtEverySize(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(1000 + seed))
    let input = RandomPipeline.records(&random)
    for _ in 0..<4 {
      let pipeline = RandomPipeline.makeOfRecords(&random)
      let results = try BatchTests.sizes.map {
        try RxpProcess.run(["--virtual", "--batch", String($0), "-e", pipeline], input: input)
      }
      for (size, result) in zip(BatchTests.sizes, results).dropFirst() {
        #expect(result.output == results[0].output, "batch \(size): \(pipeline)")
        #expect(result.errors == results[0].errors, "batch \(size): \(pipeline)")
        #expect(result.status == results[0].status, "batch \(size): \(pipeline)")
      }
      #expect(results[0].status != 2, "\(pipeline)\n\(results[0].errors)")
    }
  }
}
