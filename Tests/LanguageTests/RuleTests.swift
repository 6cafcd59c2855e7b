import RxpLanguage
import TestSupport
import Testing

/// What every rule says holds, in several situations, at several batch sizes.
@Suite struct RuleTests {
  static let files = Repository.files(in: "Tests/Rules", ending: ".rxp")

  @Test(arguments: files, [1, 2, 1024])
  func holds(_ file: String, _ batchLimit: Int) throws {
    let path = "Tests/Rules/" + file
    let results = try TestTexts.run(try Repository.text(path), name: path, batchLimit: batchLimit)
    #expect(!results.isEmpty)
    for result in results {
      #expect(result.passed, "\(result.title)\n\(result.failures.joined(separator: "\n"))")
    }
  }

  /// The rules of the table, and where they are tested.
  private static func rules() throws -> [(name: String, file: String)] {
    try Repository.text("Tests/Rules/README.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard cells.count == 3, cells[1].hasPrefix("`") else { return nil }
      return (cells[0], String(cells[1].dropFirst().dropLast()))
    }
  }

  @Test func eachHasTwoTestsOrMore() throws {
    var left: [String: Int] = [:]
    for file in Self.files {
      for line in try Repository.text("Tests/Rules/" + file).split(separator: "\n")
      where line.hasPrefix("test \"") {
        let rule = line.dropFirst(6).prefix { $0 != ":" }
        left["\(rule) in \(file)", default: 0] += 1
      }
    }
    let rules = try Self.rules()
    #expect(rules.count >= 90)
    for (name, file) in rules {
      let count = left.removeValue(forKey: "\(name) in \(file)") ?? 0
      #expect(count >= 2, "\(name) has \(count) tests in \(file)")
    }
    #expect(left.isEmpty, "tests of no rule of the table")
  }
}
