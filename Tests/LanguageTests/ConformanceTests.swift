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

  /// The titles of the tests in a folder.
  private static func titles(_ folder: String) throws -> [String] {
    try files.filter { $0.hasPrefix(folder + "/") }.flatMap { file in
      try Repository.text("Tests/Conformance/" + file).split(separator: "\n").compactMap { line in
        line.hasPrefix("test \"") ? String(line.dropFirst(6).prefix { $0 != "\"" }) : nil
      }
    }
  }

  @Test func countsCases() throws {
    #expect(try Self.titles("rac").count == 153)
  }

  /// What the README says of the cases of RxJS: how many there are, and which cannot be expressed.
  @Test func countsWhatCannotBeExpressed() throws {
    let titles = try Self.titles("rx")
    #expect(Set(titles).count == titles.count, "a case stands twice")
    let readme = try Repository.text("Tests/Conformance/README.md")
    let left = readme.split(separator: "\n").filter { $0.hasPrefix("| `rx/") }.map {
      $0.split(separator: "|").map { $0.drop { $0 == " " } }
    }
    for row in left {
      #expect(row.count >= 2 && row[1].count > 20, "\(row) has no reason")
      #expect(!titles.contains { "`\($0)` " == row[0] }, "\(row[0]) is there after all")
    }
    let all = titles.count + left.count
    #expect(readme.contains("holds \(titles.count) cases of RxJS 7"))
    #expect(readme.contains("\n\(left.count) of the \(all) cases, with the reason:"))
    #expect(all == 416)
  }
}
