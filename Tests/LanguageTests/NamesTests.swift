import RxpEngine
import RxpLanguage
import TestSupport
import Testing

/// Every name of the four families of libraries is known, means what Tests/Names says, and where two
/// mean different things by one word, diagrams show it.
@Suite struct NamesTests {
  /// A row of the table in README.md.
  struct Row: Sendable {
    let title: String
    let names: [String]
    let differs: Bool
  }

  static let rows: [Row] = {
    guard let text = try? Repository.text("Tests/Names/README.md") else { return [] }
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().compactMap {
      let cells = $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      guard cells.count == 6, cells[0] != "---" else { return nil }
      return Row(
        title: cells[0],
        names: cells[1...4].flatMap { $0.split(separator: " ").map(String.init) }
          .filter { $0 != "-" },
        differs: cells[5] == "yes")
    }
  }()

  /// The lines of equal.rxp under a row's title.
  static func lines(_ title: String) throws -> [String] {
    var isInside = false
    return try Repository.text("Tests/Names/equal.rxp").split(separator: "\n").compactMap {
      if $0.hasPrefix("# ") {
        isInside = $0.dropFirst(2) == title
        return nil
      }
      return isInside ? String($0) : nil
    }
  }

  private static func isIn(_ line: String, _ name: String) -> Bool {
    line.split { !($0.isLetter || $0.isNumber || $0 == ".") }.contains { $0 == name }
  }

  @Test func noRowIsLost() {
    #expect(Self.rows.count == Self.rowCount)
    #expect(Set(Self.rows.map(\.title)).count == Self.rows.count)
    #expect(Self.rows.reduce(0) { $0 + $1.names.count } >= 330)
  }

  private static let rowCount = 69

  @Test(arguments: rows.map(\.title))
  func everyNameIsKnownAndHasItsLine(_ title: String) throws {
    let row = try #require(Self.rows.first { $0.title == title })
    #expect(!row.names.isEmpty)
    let lines = try Self.lines(title)
    for name in row.names {
      if Form.find(qualified: name) != nil { continue }
      #expect(Catalog.find(qualified: name) != nil, "\(name) is unknown")
      #expect(lines.contains { Self.isIn($0, name) }, "equal.rxp has no line for \(name)")
    }
  }

  @Test(arguments: rows.map(\.title), [1, 1024])
  func equalsWhatItIsHere(_ title: String, _ batchLimit: Int) throws {
    var random = SeededRandom(seed: 29)
    for line in try Self.lines(title) {
      for _ in 0..<6 {
        let text = Self.test(line, &random)
        for result in try TestTexts.run(text, batchLimit: batchLimit) {
          #expect(result.passed, "\(text)\n\(result.failures.joined(separator: "\n"))")
        }
      }
    }
  }

  private static func test(_ line: String, _ random: inout SeededRandom) -> String {
    var text = "test \"\(line.split(separator: "\"").joined(separator: "'"))\", frame: 1ms {\n"
    for name in ["a", "b"] {
      let kind = random.below(2) == 0 ? "hot" : "cold"
      text += "  let \(name) = \(kind) \"\(RandomMarble.make(&random))\"\n"
    }
    for name in ["p", "q"] {
      text += "  let \(name) = hot \"\(RandomMarble.make(&random))\", a: true, b: false, c: true, "
      text += "d: false\n"
    }
    // It takes its time: what starts over at once would do so for ever.
    text += "  let x = cold \"-\(RandomMarble.make(&random))\"\n"
    text += "  command go = x\n  command og = x\n"
    // Let go of at the same instant: what never ends is compared up to there.
    guard let sign = line.firstRange(of: " is ") else { return text + "  \(line)\n}\n" }
    let (left, right) = (line[..<sign.lowerBound], line[sign.upperBound...])
    return text + "  expect \(left) is (\(right)), unsubscribe: 40ms\n}\n"
  }

  static let differences = "Tests/Names/differences.rxp"

  @Test func everyDifferenceIsShown() throws {
    let titles = try Repository.text(Self.differences).split(separator: "\n").compactMap { line in
      line.hasPrefix("test \"") ? line.dropFirst(6).prefix { $0 != "\"" } : nil
    }
    for row in Self.rows {
      let isShown = titles.contains { $0.hasPrefix(row.title + ": ") }
      #expect(isShown == row.differs, "\(row.title)")
    }
    for title in titles {
      #expect(Self.rows.contains { title.hasPrefix($0.title + ": ") }, "\(title) is of no row")
    }
  }

  @Test(arguments: [1, 2, 1024])
  func differencesAreAsDrawn(_ batchLimit: Int) throws {
    let results = try TestTexts.run(
      try Repository.text(Self.differences), name: Self.differences, batchLimit: batchLimit)
    #expect(results.count > 40)
    for result in results {
      #expect(result.passed, "\(result.title)\n\(result.failures.joined(separator: "\n"))")
    }
  }

  /// Options of a library's name hold where the program gives none.
  @Test func optionsGiveWay() throws {
    let text = """
      test "options" {
        let a = cold "-a|"
        expect a | combine.dropFirst is "--|"
        expect a | combine.dropFirst 0 is "-a|"
        expect a | combine.dropFirst n: 0 is "-a|"
        expect a | rx.delay 200ms, onEnd: shift is "---a|"
      }
      """
    for result in try TestTexts.run(text) { #expect(result.passed, "\(result.failures)") }
  }
}
