import CEdit

/// A prompt as libedit takes it: code points, escapes between markers, and the columns it draws.
struct PromptText {
  /// Stands on both sides of an escape, which takes no column.
  static let marker: UInt32 = 1

  /// Ended by 0.
  let codePoints: [UInt32]
  /// The columns of each character drawn.
  let columns: [Int]

  /// Takes `ESC [ … m` and its kin from the text; other control characters are left out.
  init(_ text: String) {
    var codePoints: [UInt32] = []
    var columns: [Int] = []
    var escape: [UInt32] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        escape += Self.takeEscape(&rest)
      } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
        if !escape.isEmpty {
          // Neighbouring escapes become one: libedit drops one that no character follows.
          codePoints += [Self.marker] + escape + [Self.marker]
          escape = []
        }
        codePoints.append(scalar.value)
        columns.append(Int(cedit_columns(scalar.value)))
      }
    }
    if !escape.isEmpty {
      codePoints += [Self.marker] + escape + [Self.marker, 0x20]
      columns.append(1)
    }
    self.codePoints = codePoints + [0]
    self.columns = columns
  }

  /// The escape whose ESC was just taken; empty where it is none that a prompt may have.
  private static func takeEscape(_ rest: inout String.UnicodeScalarView.SubSequence) -> [UInt32] {
    guard rest.first == "[" else { return [] }
    var escape: [UInt32] = [0x1B]
    while let scalar = rest.popFirst() {
      escape.append(scalar.value)
      if escape.count > 2, (0x40...0x7E).contains(scalar.value) { return escape }
    }
    return []
  }
}
