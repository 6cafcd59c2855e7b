import RxpText

extension Regex {
  /// Hands out every match, with its groups, from the left; none overlaps another. After a match of
  /// nothing the search goes on one character further, as in other languages.
  func forEachMatch(
    in text: Text, _ body: (_ groups: [Range<Int>?], _ match: Range<Int>) throws -> Void
  ) throws {
    var start = 0
    while start <= text.count, let groups = try firstMatch(in: text, from: start),
      let match = groups[0], match.lowerBound >= start
    {
      try body(groups, match)
      start = match.isEmpty ? text.afterScalar(at: match.upperBound) : match.upperBound
    }
  }
}

extension Text {
  /// The offset behind the scalar at an offset; behind the text that is one more than its count.
  fileprivate func afterScalar(at offset: Int) -> Int {
    withBytes { offset < $0.count ? offset + $0.decodeScalar(at: offset).length : offset + 1 }
  }
}
