import CRegex
import Testing

@Suite struct RegexNewlineTests {
  @Test(arguments: [
    ("/(api|static)/v[0-9]+", true), ("^a.*b$", true), ("\\d+\\w\\bx", true),
    ("[a-z_.-]+@[[:alpha:]]", true), ("(?:a|b)(?=c)(?<!d)(?<n>e)", true), ("(a)\\1", true),
    ("(?i)abc", true), ("\\.\\[", true), ("[]a]", true), ("a{2,3}?", true), ("[\\d.]", true),
    ("a\\sb", false), ("[^a]", false), ("\\W", false), ("\\D", false), ("(?s).", false),
    ("a\\nb", false), ("a\nb", false), ("\\Aa", false), ("a\\z", false), ("a\\Z", false),
    ("\\R", false), ("\\N", false), ("\\v", false), ("\\x0a", false), ("\\012", false),
    ("\\cJ", false), ("[\\t-z]", false), ("[\u{1}-z]", false), ("[[:space:]]", false),
    ("[[:^alpha:]]", false), ("[[:cntrl:]]", false), ("[[:ascii:]]", false),
    ("\\Q\n\\E", false), ("\\p{L}", false), ("(*ANYCRLF)a", false), ("(?(?=a)b|c)", false),
    ("(?x)a b", false), ("a\\K", false), ("\\G", false), ("(?-s)a", false), ("\\X", false),
  ])
  func judges(pattern: String, isFree: Bool) {
    let tried = Pattern(pattern, CREGEX_MULTILINE)
    #expect(tried.handle != nil)
    #expect((cregex_find_newline_free(tried.handle) == 1) == isFree)
  }

  @Test func flagsCount() {
    #expect(cregex_find_newline_free(Pattern("a.b", CREGEX_DOTALL).handle) == 0)
    #expect(cregex_find_newline_free(Pattern("a b", CREGEX_EXTENDED).handle) == 0)
    #expect(cregex_find_newline_free(Pattern("a.b", CREGEX_CASELESS).handle) == 1)
  }

  /// What a pattern is judged for: the lines with a match are the same, found in the block or one
  /// by one.
  @Test func blocksGiveTheSameLines() {
    let parts = [
      "a", "b", ".", "^", "$", "\\d", "\\w", "\\b", "\\B", "[ab]", "[^a]", "\\s", "(a|b)", "(?=a)",
      "(?!a)", "(?<=b)", "(?<!b)", "a*", "b?", "\\W", "1+",
    ]
    var random = SeededGenerator(7)
    var judgedFree = 0
    for _ in 0..<2000 {
      let pattern = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in parts.randomElement(using: &random)! }.joined()
      let whole = Pattern(pattern, CREGEX_MULTILINE)
      guard whole.handle != nil, cregex_find_newline_free(whole.handle) == 1 else { continue }
      judgedFree += 1
      let lines = (0..<4).map { _ in
        (0..<Int.random(in: 0...3, using: &random))
          .map { _ in ["a", "b", "1", " "].randomElement(using: &random)! }.joined()
      }
      let single = Pattern(pattern)
      let expected = lines.map { single.search(Array($0.utf8)) != "no match" }
      #expect(linesFound(by: whole, in: lines) == expected, "\(pattern) in \(lines)")
    }
    #expect(judgedFree > 500)
  }

  private func linesFound(by pattern: Pattern, in lines: [String]) -> [Bool] {
    let block = Array(lines.joined(separator: "\n").utf8) + [10]
    return block.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return [] }
      var starts: [UnsafePointer<UInt8>?] = []
      var lengths: [Int] = []
      var at = 0
      for line in lines {
        starts.append(start + at)
        lengths.append(line.utf8.count)
        at += line.utf8.count + 1
      }
      var found = [Int](repeating: 7, count: lines.count)
      #expect(cregex_match_lines(pattern.handle, starts, lengths, lines.count, &found) == 1)
      // The same without the second line, which then lies between two rows.
      let others = [0] + Array(2..<lines.count)
      var sparse = [Int](repeating: 7, count: others.count)
      let isDone = cregex_match_lines(
        pattern.handle, others.map { starts[$0] }, others.map { lengths[$0] }, others.count,
        &sparse)
      #expect(isDone == 1)
      #expect(sparse == others.map { found[$0] })
      return found.map { $0 == 1 }
    }
  }
}
