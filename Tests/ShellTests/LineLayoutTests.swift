import CEdit
import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("line layout")
struct LineLayoutTests {
  /// A text after `> ` on ten columns and five rows, a cursor, and where it is drawn: row, column,
  /// last row.
  @Test(arguments: [
    ("", 0, 0, 2, 0),
    ("abc", 1, 0, 3, 0),
    ("abcdefg", 7, 0, 9, 0),
    // At the margin the cursor is on the next row already.
    ("abcdefgh", 8, 1, 0, 1),
    ("abcdefghi", 8, 1, 0, 1),
    ("日本語", 3, 0, 8, 0),
    // A wide character does not break.
    ("日本語x本", 4, 1, 0, 1),
    ("日本語x本", 5, 1, 2, 1),
    ("a\nb", 1, 0, 3, 1),
    ("a\nb", 2, 1, 0, 1),
    ("a\n\nb", 4, 2, 1, 2),
    ("a\tb", 2, 0, 8, 0),
    ("a\tb\tc", 5, 1, 1, 1),
    ("\u{01}b", 1, 0, 4, 0),
    ("e\u{301}x", 3, 0, 4, 0),
    // What does not fit on the screen scrolls.
    ("a\nb\nc\nd\ne\nf", 11, 4, 1, 4),
  ])
  func measures(text: String, cursor: Int, row: Int, column: Int, lastRow: Int) {
    let layout = layout(text, cursor)
    #expect(layout.cursorRow == row)
    #expect(layout.cursorColumn == column)
    #expect(layout.lastRow == lastRow)
  }

  /// The same, and the characters on the cursor's row, with the column of the first.
  @Test(arguments: [
    ("abc", 1, "abc", 2),
    ("abcdefghijk", 1, "abcdefgh", 2),
    ("abcdefghijk", 9, "ijk", 0),
    ("abcdefgh", 8, "", 0),
    ("abcdefg日本", 2, "abcdefg", 2),
    ("abcdefg日本", 8, "日本", 0),
    ("a\nbcd\nef", 3, "bcd\n", 0),
    ("a\nbcd\nef", 8, "ef", 0),
    ("a\n", 2, "", 0),
    ("0123456\n日", 3, "0123456\n", 2),
  ])
  func `the row of the cursor`(text: String, cursor: Int, row: String, origin: Int) {
    let layout = layout(text, cursor)
    let scalars = Array(text.unicodeScalars)[layout.cursorRowText]
    #expect(String(String.UnicodeScalarView(scalars)) == row)
    #expect(layout.cursorRowOrigin == origin)
  }

  private func layout(_ text: String, _ cursor: Int) -> LineLayout {
    _ = cedit_use_utf8_locale()
    return text.unicodeScalars.map(\.value).withUnsafeBufferPointer {
      LineLayout(
        prompt: [1, 1], text: $0, cursor: cursor, size: Terminal.Size(columns: 10, rows: 5))
    }
  }
}

/// The layout against what libedit really draws: only where both agree does a line survive output
/// above it.
@Suite("line layout on the screen")
struct LineLayoutScreenTests {
  @Test(arguments: [
    "abcdefg", "abcdefgh", "abcdefghi", "日本語日本語日本語", "x日本語日本語日本語", "xy\n日本\n\nz",
    "a\tb\tc\td", "日本語\n日本語", "0123456789012345678901234567890123456789", "ab\n\n\ncd",
  ])
  func `output above any line, at any cursor`(text: String) throws {
    let session = try TerminalSession(columns: 13)
    try session.expectPrompt()
    session.type("\u{1B}[200~\(text)\u{1B}[201~")
    let scalars = Array(text.unicodeScalars)
    for cursor in stride(from: scalars.count, through: 0, by: -1) {
      let (rows, before) = Self.fold("rxp> ", scalars, cursor: cursor, columns: 13)
      try session.expect(rows, cursor: before)
      session.signal(SIGUSR1)
      try session.expect(["asked"] + rows, cursor: before)
      session.clear()
      session.type("\u{1B}[D")
    }
  }

  /// Folds a line as a terminal does: its rows, and what stands before the cursor on its row.
  private static func fold(
    _ prompt: String, _ text: [Unicode.Scalar], cursor: Int, columns: Int
  ) -> (rows: [String], beforeCursor: String) {
    var rows = [prompt]
    var before = ""
    func put(_ text: String) {
      if DisplayColumns.count(rows[rows.count - 1]) + DisplayColumns.count(text) > columns {
        rows.append("")
      }
      rows[rows.count - 1] += text
      if DisplayColumns.count(rows[rows.count - 1]) == columns { rows.append("") }
    }
    for (index, scalar) in text.enumerated() {
      if index == cursor {
        let fits =
          scalar == "\n"
          || DisplayColumns.count(rows[rows.count - 1]) + DisplayColumns.count(String(scalar))
            <= columns
        before = fits ? rows[rows.count - 1] : ""
      }
      switch scalar {
      case "\n": rows.append("")
      case "\t": repeat { put(" ") } while DisplayColumns.count(rows[rows.count - 1]) % 8 != 0
      default: put(String(scalar))
      }
    }
    if cursor == text.count { before = rows[rows.count - 1] }
    while rows.last == "" { rows.removeLast() }
    return (
      rows.map { row in
        var row = row
        while row.last == " " { row.removeLast() }
        return row
      }, before
    )
  }
}
