import RxpLanguage
import TestSupport
import Testing

/// Cases of RAC under the bare names and of RxJS under its own, written in rxp, at several batch
/// sizes.
@Suite struct ConformanceTests {
  static let files = ["rac", "rx"].flatMap { folder in
    Repository.files(in: "Tests/Conformance/" + folder, ending: ".rxp").map { folder + "/" + $0 }
  }

  @Test(arguments: files, [1, 2, 1024])
  func holds(_ file: String, _ batchLimit: Int) throws {
    let path = "Tests/Conformance/" + file
    let results = try TestTexts.run(try Repository.text(path), name: path, batchLimit: batchLimit)
    #expect(!results.isEmpty)
    for result in results {
      #expect(result.passed, "\(result.title)\n\(result.failures.joined(separator: "\n"))")
    }
  }

  @Test func countsCases() throws {
    var count = 0
    for file in Self.files where file.hasPrefix("rac/") {
      let text = try Repository.text("Tests/Conformance/" + file)
      count += text.split(separator: "\n").filter { $0.hasPrefix("test \"") }.count
    }
    #expect(count == 153)
  }
}
