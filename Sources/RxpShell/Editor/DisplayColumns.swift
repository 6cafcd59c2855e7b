import CEdit

/// Text as a terminal shows it.
enum DisplayColumns {
  /// The columns a text takes; the locale must be UTF-8 (see `LineEditor`).
  static func count(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + Int(cedit_columns($1.value)) }
  }

  /// The text with control characters and bidirectional overrides as `\u{1B}`: names of files and
  /// fields come from outside and must not steer the terminal.
  static func escapingControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Labels in columns, read downwards, for a width; at most `limit` of them, and how many more.
  static func list(_ labels: [String], width: Int, limit: Int) -> [String] {
    let shown = labels.prefix(limit).map(escapingControls)
    let widths = shown.map(count)
    let gap = 2
    let cell = (widths.max() ?? 0) + gap
    let across = max(1, (width - 1 + gap) / max(cell, 1))
    let rows = (shown.count + across - 1) / across
    var lines: [String] = []
    for row in 0..<rows {
      var line = ""
      for index in stride(from: row, to: shown.count, by: rows) {
        line += shown[index]
        if index + rows < shown.count {
          line += String(repeating: " ", count: cell - widths[index])
        }
      }
      lines.append(line)
    }
    if labels.count > limit { lines.append("and \(labels.count - limit) more") }
    return lines
  }
}
