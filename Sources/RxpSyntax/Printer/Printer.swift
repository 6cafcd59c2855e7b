import RxpText

/// Writes trees as text. Every function gives the text of a node; those that may break lines are
/// told where the text will stand.
struct Printer {
  /// Where a text will stand: the column of its first character, and the indentation of its line.
  struct Place {
    var column: Int
    var indent: Int

    /// Where what follows a text stands.
    func after(_ text: String) -> Place {
      if isEndless { return self }
      let bytes = text.utf8
      if let lineBreak = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        let lastLine = text[bytes.index(after: lineBreak)...]
        return Place(
          column: columns(String(lastLine)), indent: lastLine.prefix { $0 == " " }.count)
      }
      // Behind the margin every column is as good as another.
      let isLong = bytes.count > 10 * Printer.width
      return Place(column: column + (isLong ? bytes.count : columns(text)), indent: indent)
    }

    /// The place behind the margin of a new line.
    func inLine(after margin: String, indent: Int) -> Place {
      isEndless ? self : Place(column: columns(margin), indent: indent)
    }

    /// A place from which every text fits its line: to see how long it is.
    static let endless = Place(column: .min / 2, indent: 0)

    var isEndless: Bool { column < 0 }
  }

  static let width = 100
  static let step = 2

  /// Whether pipelines are written on one line however they were written.
  var keepsOneLine = false
  /// Whether the subject of an expectation is being written, in which the word `is` ends a stage.
  var inSubject = false
}

/// The columns that a text takes.
func columns(_ text: String) -> Int { DisplayWidth.columns(of: text) }

func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

func written(_ comment: Comment) -> String {
  comment.text.isEmpty || comment.text.hasPrefix("#") ? "#" + comment.text : "# " + comment.text
}
