import CEdit

/// Where libedit has drawn a line: the same sums as its own refresh makes, which it tells nobody.
struct LineLayout: Equatable {
  /// Rows below the one on which the prompt starts.
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0
  private(set) var lastRow = 0
  /// The characters on the cursor's row, and the column of the first.
  private(set) var cursorRowText = 0..<0
  private(set) var cursorRowOrigin = 0

  private var row = 0
  private var column = 0
  private let size: Terminal.Size

  init(
    prompt: [Int], text: UnsafeBufferPointer<UInt32>, cursor: Int, size: Terminal.Size
  ) {
    self.size = size
    for columns in prompt { put(columns) }
    // Where the row that is drawn starts, until the cursor's row is complete.
    var rowStart = (row: row, index: 0, column: column)
    var isMarked = false
    for (index, codePoint) in text.enumerated() {
      if index == cursor {
        markCursor(before: codePoint)
        isMarked = true
      }
      let before = row
      put(codePoint)
      guard row > before, !isMarked || rowStart.row <= cursorRow else { continue }
      // A wide character that did not fit is the first of the new row.
      let first = column > 0 && codePoint != 0x0A ? index : index + 1
      if isMarked, rowStart.row == cursorRow { markRow(rowStart, until: first) }
      rowStart = (row, first, 0)
    }
    if !isMarked { markCursor(before: nil) }
    if rowStart.row == cursorRow { markRow(rowStart, until: text.count) }
    // A line longer than the screen scrolls in place.
    cursorRow = min(cursorRow, size.rows - 1)
    lastRow = min(row, size.rows - 1)
  }

  private mutating func markCursor(before codePoint: UInt32?) {
    cursorRow = row
    cursorColumn = column
    guard let codePoint, codePoint >= 0x100 else { return }
    let columns = Int(cedit_columns(codePoint))
    if columns == 2, column + columns > size.columns {
      cursorRow += 1
      cursorColumn = 0
    }
  }

  private mutating func markRow(_ start: (row: Int, index: Int, column: Int), until end: Int) {
    cursorRowText = start.index..<max(start.index, end)
    cursorRowOrigin = start.column
  }

  private mutating func put(_ codePoint: UInt32) {
    switch codePoint {
    case 0x0A: nextRow()
    case 0x09: repeat { put(1) } while column % 8 != 0
    default:
      let columns = Int(cedit_columns(codePoint))
      // `^A` and `\U+200B` are drawn sign by sign and may break anywhere.
      if columns > 2 || codePoint < 0x100 {
        for _ in 0..<columns { put(1) }
      } else {
        put(columns)
      }
    }
  }

  /// Draws one character of a width; one that does not fit goes to the next row.
  private mutating func put(_ columns: Int) {
    if column + columns > size.columns { nextRow() }
    column += columns
    if column >= size.columns { nextRow() }
  }

  private mutating func nextRow() {
    row += 1
    column = 0
  }

  static func == (a: LineLayout, b: LineLayout) -> Bool {
    (a.cursorRow, a.cursorColumn, a.lastRow) == (b.cursorRow, b.cursorColumn, b.lastRow)
  }
}
