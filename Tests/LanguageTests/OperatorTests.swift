import RxpLanguage
import TestSupport
import Testing

/// Operators one by one, corner by corner, in the language itself, at several batch sizes.
@Suite struct OperatorTests {
  static let files = Repository.files(in: "Tests/Operators", ending: ".rxp")

  @Test(arguments: files, [1, 2, 1024])
  func holds(_ file: String, _ batchLimit: Int) throws {
    let path = "Tests/Operators/" + file
    let results = try TestTexts.run(try Repository.text(path), name: path, batchLimit: batchLimit)
    #expect(!results.isEmpty)
    for result in results {
      #expect(result.passed, "\(result.title)\n\(result.failures.joined(separator: "\n"))")
    }
  }
}
