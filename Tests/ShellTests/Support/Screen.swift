@testable import RxpShell

/// A small model of a terminal's screen: enough of xterm for what a line editor sends.
struct Screen {
  private(set) var columns: Int
  private(set) var rows: Int
  /// What stands in each cell; "" behind a wide character.
  private var cells: [[String]]
  private(set) var row = 0
  private(set) var column = 0
  /// The last column was written: the next character goes to the next row first.
  private var isAtMargin = false
  /// Rows that went out at the top.
  private(set) var scrolledOff: [String] = []
  private(set) var isBracketedPasteOn = false
  private(set) var bells = 0
  /// Sequences the model does not know: a test that sees any has to teach it.
  private(set) var unknown: [String] = []

  private enum State: Equatable {
    case text
    case escape
    case control(String)
    /// `ESC ] … BEL` and `ESC ( B`.
    case skip(Int)
  }
  private var state = State.text
  private var decoder = KeyDecoder()

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows from the top to the last that is not blank, without blanks at their ends.
  var lines: [String] {
    var lines = cells.map(Self.text)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// All that was ever on the screen and has not been cleared.
  var history: [String] { scrolledOff + lines }

  /// The text of the row with the cursor, up to it.
  var beforeCursor: String { cells[row][..<column].joined() }

  /// For failures: the screen with its cursor.
  var picture: String {
    (lines + ["cursor \(row):\(column), unknown \(unknown)"]).joined(separator: "\n")
  }

  /// Cuts or pads, as terminals do that do not fold lines anew.
  mutating func resize(columns: Int, rows: Int) {
    for index in cells.indices {
      cells[index] = Array(cells[index].prefix(columns))
      cells[index] += Array(repeating: " ", count: max(0, columns - cells[index].count))
    }
    while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
    while cells.count > rows {
      if row < rows, cells.last?.allSatisfy({ $0 == " " }) == true || row < cells.count - 1 {
        cells.removeLast()
      } else {
        scrolledOff.append(Self.text(cells.removeFirst()))
        row -= 1
      }
    }
    self.columns = columns
    self.rows = rows
    row = min(row, rows - 1)
    column = min(column, columns - 1)
    isAtMargin = false
  }

  /// Moves all rows above the text at the bottom out, which leaves the cursor where it is in it.
  mutating func scrollAway(_ line: String = "asked") {
    while let index = cells.firstIndex(where: { Self.text($0) == line }), row > index {
      scrolledOff += cells[...index].map(Self.text)
      cells.removeSubrange(...index)
      cells += Array(
        repeating: Array(repeating: " ", count: columns), count: rows - cells.count)
      row -= index + 1
    }
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard let codePoint = decoder.feed(byte), let scalar = Unicode.Scalar(codePoint) else {
        continue
      }
      feed(scalar)
    }
  }

  private mutating func feed(_ scalar: Unicode.Scalar) {
    switch state {
    case .text: write(scalar)
    case .escape:
      switch scalar {
      case "[": state = .control("")
      case "(", ")": state = .skip(1)
      case "7", "8", "=", ">": state = .text
      default:
        unknown.append("ESC \(scalar)")
        state = .text
      }
    case .control(let parameters):
      if ("@"..."~").contains(scalar) {
        state = .text
        control(scalar, parameters)
      } else {
        state = .control(parameters + String(scalar))
      }
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .text
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{1B}": state = .escape
    case "\r": move(to: row, 0)
    case "\n": lineFeed()
    case "\u{08}": move(to: row, column - 1)
    case "\t": move(to: row, (column / 8 + 1) * 8)
    case "\u{07}": bells += 1
    case "\0"..<" ": unknown.append("control \(scalar.value)")
    default: draw(scalar)
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = DisplayColumns.count(String(scalar))
    if width == 0 {
      let last = isAtMargin ? column : column - 1
      if last >= 0 { cells[row][last].unicodeScalars.append(scalar) }
      return
    }
    if isAtMargin || column + width > columns {
      column = 0
      lineFeed()
    }
    cells[row][column] = String(scalar)
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    isAtMargin = column >= columns
    if isAtMargin { column = columns - 1 }
  }

  private mutating func lineFeed() {
    isAtMargin = false
    if row + 1 < rows {
      row += 1
    } else {
      scrolledOff.append(Self.text(cells.removeFirst()))
      cells.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    self.row = min(max(row, 0), rows - 1)
    self.column = min(max(column, 0), columns - 1)
    isAtMargin = false
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first ?? nil
    let count = max(first ?? 1, 1)
    switch final {
    case "A": move(to: row - count, column)
    case "B": move(to: row + count, column)
    case "C": move(to: row, column + count)
    case "D": move(to: row, column - count)
    case "G": move(to: row, count - 1)
    case "H": move(to: count - 1, max((numbers.count > 1 ? numbers[1] : 1) ?? 1, 1) - 1)
    case "J":
      if first == 2 { for index in cells.indices { clear(index, from: 0) } }
      if (first ?? 0) == 0 {
        clear(row, from: column)
        for index in cells.indices where index > row { clear(index, from: 0) }
      }
    case "K" where (first ?? 0) == 0: clear(row, from: column)
    case "P":
      cells[row].removeSubrange(column..<min(column + count, columns))
      cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    case "m": break
    case "h" where parameters == "?2004": isBracketedPasteOn = true
    case "l" where parameters == "?2004": isBracketedPasteOn = false
    case "h" where parameters == "4", "l" where parameters == "4":
      unknown.append("insert mode")
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func clear(_ row: Int, from column: Int) {
    for index in column..<columns { cells[row][index] = " " }
  }

  private static func text(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}
