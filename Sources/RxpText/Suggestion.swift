/// What somebody may have meant by a word that is not known.
public enum Suggestion {
  /// Longer words are compared by their beginnings only: nobody mistypes them by a letter or two.
  static let longestCompared = 64

  /// The candidate nearest to a word: the same but for case, or within one wrong, missing, extra or
  /// swapped letter for every three (at least one), or else the only one that begins with it.
  ///
  /// `nearest(to: "fliter", among: ["filter", "flatten"])` is `filter`.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased())
    guard !typed.isEmpty, typed.count <= longestCompared else { return nil }
    var best: (name: String, distance: Int)?
    var beginnings: [String] = []
    for candidate in candidates where candidate != word {
      let letters = Array(candidate.lowercased())
      if letters.count > typed.count, typed.count > 2, letters.starts(with: typed) {
        beginnings.append(candidate)
      }
      let allowed = cutOff(typed.count, letters.count)
      guard abs(letters.count - typed.count) <= allowed else { continue }
      let found = distance(typed, letters)
      guard found <= allowed, found < best?.distance ?? .max else { continue }
      best = (candidate, found)
    }
    if let best { return best.name }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  private static func cutOff(_ a: Int, _ b: Int) -> Int {
    // A word of one letter is a name of its own, not a mistyped one.
    min(a, b) < 2 ? 0 : max(1, max(a, b) / 3)
  }

  /// The least number of letters to change, drop, add or swap with a neighbour
  /// (Damerau-Levenshtein, each letter touched once).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var least = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
