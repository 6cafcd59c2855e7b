/// Text made safe for a terminal: what controls it or cannot be seen is shown as a number.
public enum VisibleText {
  /// How a scalar is shown; nil as itself.
  public static func replacement(for scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: break
    // The joiner of the parts of an emoji is harmless, and seen by its effect.
    case .format where scalar != "\u{200D}": break
    default: return nil
    }
    return "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// A text with everything shown that could act on a terminal; line breaks and tabs too.
  public static func escaping(_ text: String) -> String {
    // Most texts are plain, and stay as they are.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if let shown = replacement(for: scalar) {
        result += shown
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A line of a source as it is shown: safe, tabs expanded, each byte with the column it begins at.
struct VisibleLine {
  static let tabWidth = 4

  private(set) var text = ""
  /// The column at which the character of each byte begins, and that of the end of the line.
  private(set) var columns: [Int] = []
  /// The pieces of the text, with the column of each; a piece is never cut.
  private var pieces: [(text: String, column: Int)] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var column = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let (scalar, length) = bytes.decodeScalar(at: index)
      let (shown, width) = Self.show(scalar, at: column)
      columns.append(contentsOf: repeatElement(column, count: length))
      pieces.append((shown, column))
      text += shown
      column += width
      index += length
    }
    columns.append(column)
  }

  private static func show(_ scalar: Unicode.Scalar?, at column: Int) -> (String, Int) {
    guard let scalar else { return ("\u{FFFD}", 1) }
    if scalar == "\t" {
      let width = tabWidth - column % tabWidth
      return (String(repeating: " ", count: width), width)
    }
    if let shown = VisibleText.replacement(for: scalar) { return (shown, shown.utf8.count) }
    return (String(scalar), DisplayWidth.columns(of: scalar))
  }

  var width: Int { columns.last ?? 0 }

  /// The column of a byte of the line; its end for bytes behind it.
  func column(ofByte offset: Int) -> Int { columns[max(0, min(offset, columns.count - 1))] }

  /// The pieces that lie in a range of columns, and the column at which the first one begins.
  func part(_ range: Range<Int>) -> (text: String, start: Int) {
    var result = ""
    var start: Int?
    for (index, piece) in pieces.enumerated() where piece.column >= range.lowerBound {
      let end = index + 1 < pieces.count ? pieces[index + 1].column : width
      guard end <= range.upperBound else { break }
      if start == nil { start = piece.column }
      result += piece.text
    }
    return (result, start ?? range.lowerBound)
  }
}
