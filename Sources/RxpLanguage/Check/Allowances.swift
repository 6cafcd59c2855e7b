import RxpText

/// Warnings that a program allows: `# allow W0603` behind what is warned of, or in the comment right
/// above it. What else stands in the comment, such as a reason, is the reader's.
public struct Allowances {
  private let source: SourceText
  private let everywhere: Set<String>

  /// `everywhere`: ids that are allowed wherever they come.
  public init(in source: SourceText, everywhere: Set<String> = []) {
    self.source = source
    self.everywhere = everywhere
  }

  public func allow(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .warning else { return false }
    if everywhere.contains(diagnostic.id) { return true }
    guard diagnostic.primary.source == nil || diagnostic.primary.source === source else {
      return false
    }
    var line = source.line(at: diagnostic.primary.span.start)
    if allowed(on: line).contains(diagnostic.id) { return true }
    while line > 0 {
      line -= 1
      guard isComment(line) else { return false }
      if allowed(on: line).contains(diagnostic.id) { return true }
    }
    return false
  }

  private func isComment(_ line: Int) -> Bool {
    text(line).first { $0 != " " && $0 != "\t" } == "#"
  }

  private func text(_ line: Int) -> Substring { Substring(source[source.lineSpan(line)]) }

  /// The ids behind `# allow` on a line. A string that looks like such a comment allows too, which
  /// does no harm.
  private func allowed(on line: Int) -> Set<String> {
    var rest = text(line)
    var ids: Set<String> = []
    while let sign = rest.firstIndex(of: "#") {
      rest = rest[rest.index(after: sign)...].drop { $0 == " " || $0 == "#" }
      guard rest.hasPrefix("allow ") else { continue }
      let words = rest.dropFirst("allow ".count).split { !$0.isLetter && !$0.isNumber }
      ids.formUnion(words.prefix { Allowances.isID($0) }.map(String.init))
    }
    return ids
  }

  /// Whether a word has the form of a warning's id: `W0603`.
  public static func isID(_ word: some StringProtocol) -> Bool {
    word.count == 5 && word.first == "W" && word.dropFirst().allSatisfy(\.isNumber)
  }
}
