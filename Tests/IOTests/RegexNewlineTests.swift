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
    let block = Array(lines.joined(separator: "\n").utf8)
    var found = [Bool](repeating: false, count: lines.count)
    var start = 0
    while start <= block.count {
      var bounds = [0, 0]
      let count = block.withUnsafeBufferPointer {
        cregex_match(pattern.handle, $0.baseAddress, $0.count, start, &bounds, 1)
      }
      if count <= 0 { break }
      found[block[..<bounds[0]].filter { $0 == 10 }.count] = true
      guard let newline = block[bounds[0]...].firstIndex(of: 10) else { break }
      start = newline + 1
    }
    return found
  }
}
