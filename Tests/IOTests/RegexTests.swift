import CRegex
import Testing

@Suite struct RegexTests {
  @Test(arguments: [
    ("a+", UInt32(0), "caab", "aa"),
    ("A+", 0, "caab", "no match"),
    ("A+", CREGEX_CASELESS, "caab", "aa"),
    ("^b", 0, "a\nb", "no match"),
    ("^b", CREGEX_MULTILINE, "a\nb", "b"),
    ("a.b", 0, "a\nb", "no match"),
    ("a.b", CREGEX_DOTALL, "a\nb", "a\nb"),
    ("a b # c", CREGEX_EXTENDED, "xab", "ab"),
    ("(a)|(b)", 0, "b", "b,-,b"),
    ("(a)(b)?", 0, "a", "a,a,-"),
    ("", 0, "", ""),
    ("ä", CREGEX_CASELESS, "Ä", "Ä"),
    (".", 0, "é", "é"),
    ("(?<year>\\d+)-(?<month>\\d+)", 0, "on 2024-05", "2024-05,2024,05"),
    ("(?:x)\\b", 0, "x y", "x"),
  ])
  func finds(pattern: String, flags: UInt32, subject: String, result: String) {
    #expect(Pattern(pattern, flags).search(Array(subject.utf8)) == result)
  }

  @Test(arguments: [
    ("a(b", 3, "missing closing parenthesis"),
    ("a)b", 1, "unmatched closing parenthesis"),
    ("[a", 2, "missing terminating ] for character class"),
    ("a**b{2", -1, ""),
    ("*a", 0, "quantifier does not follow a repeatable item"),
    ("a\\C", 3, "using \\C is disabled by the application"),
    ("\\", 1, "\\ at end of pattern"),
  ])
  func tellsMistakes(pattern: String, offset: Int, text: String) {
    let tried = Pattern(pattern)
    if offset < 0 {
      #expect(tried.handle == nil || tried.errorText.isEmpty)
    } else {
      #expect(tried.handle == nil)
      #expect(tried.errorOffset == offset)
      #expect(tried.errorText == text)
    }
  }

  @Test func patternLimit() {
    let most = String(repeating: "a", count: CREGEX_PATTERN_LIMIT)
    // PCRE2 may find it too large for its own reasons, but not for its length.
    #expect(Pattern(most).errorText != "the pattern is longer than 65536 bytes")
    let tried = Pattern(most + "a")
    #expect(tried.handle == nil)
    #expect(tried.errorText == "the pattern is longer than 65536 bytes")
  }

  @Test func limitIsNotTheSameAsNoMatch() {
    let hostile = Pattern("^(a+)+$")
    let subject = Array((String(repeating: "a", count: 40) + "b").utf8)
    #expect(hostile.search(subject) == "limit")
    // The handle goes on working.
    #expect(hostile.search(Array("aaa".utf8)) == "aaa,aaa")
  }

  @Test func matchLimitCanBeSet() {
    let pattern = Pattern("^(a+)+$")
    let subject = Array((String(repeating: "a", count: 10) + "c").utf8)
    #expect(pattern.search(subject) == "no match")
    cregex_set_match_limit(pattern.handle, 10)
    #expect(pattern.search(subject) == "limit")
  }

  @Test func deepRecursionIsBounded() {
    let nested = Pattern("^(\\((?1)*\\))*$")
    let few = String(repeating: "(", count: 20) + String(repeating: ")", count: 20)
    #expect(nested.search(Array(few.utf8), pairs: 1) == few)
    let many = String(repeating: "(", count: 300_000)
    #expect(["limit", "no match"].contains(nested.search(Array(many.utf8))))
  }

  @Test(arguments: [
    ([0xFF, 0x61, 0xFE] as [UInt8], "a", "a"),
    ([0x61, 0xC3], ".$", "no match"),
    ([0xC3, 0x28, 0x62], "\\(b", "(b"),
    ([0x00, 0x61], "\\x00a", "\0a"),
    ([0xED, 0xA0, 0x80, 0x7A], "z", "z"),
    ([], "^$", ""),
  ])
  func anyBytesAreASubject(subject: [UInt8], pattern: String, result: String) {
    #expect(Pattern(pattern).search(subject) == result)
  }

  @Test func startsWhereItIsTold() {
    let pattern = Pattern("(?<=a)b|^c")
    #expect(pattern.search(Array("ab".utf8), from: 1) == "b")
    #expect(pattern.search(Array("cc".utf8), from: 1) == "no match")
    #expect(pattern.search(Array("ab".utf8), from: 2) == "no match")
    #expect(pattern.search(Array("ab".utf8), from: 3) == "error")
  }

  @Test func fewerPairsThanGroups() {
    let pattern = Pattern("(a)(b)(c)")
    #expect(pattern.search(Array("abc".utf8), pairs: 2) == "abc,a")
    #expect(cregex_group_count(pattern.handle) == 3)
    #expect(cregex_match(pattern.handle, [97, 98, 99], 3, 0, nil, 0) == 1)
    #expect(cregex_match(pattern.handle, [97, 98], 2, 0, nil, 0) == 0)
  }

  @Test func namesOfGroups() {
    let pattern = Pattern("(?<b>x)(y)(?<a>z)")
    var found: [String] = []
    for index in 0..<cregex_name_count(pattern.handle) {
      var group: UInt32 = 0
      var length = 0
      let name = cregex_name(pattern.handle, index, &group, &length)!
      found.append("\(String(cString: name)):\(length):\(group)")
    }
    #expect(found == ["a:1:3", "b:1:1"])
    #expect(cregex_name(pattern.handle, 2, nil, nil) == nil)
  }

  @Test func theJITIsUsed() {
    #expect(cregex_is_compiled(Pattern("a+b").handle) == 1)
  }
}
