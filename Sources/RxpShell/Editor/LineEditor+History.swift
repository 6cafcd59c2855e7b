import CEdit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Walking through the history.
extension LineEditor {
  /// A walk: which entry is shown, and what was typed before.
  struct Recall {
    var index: Int
    /// The entry as shown: once it is edited, the walk is over.
    var shown: String
    /// What entries must start with.
    var prefix: String
    /// The line as it was before the walk.
    var draft: String
  }

  /// The line above within the text, or the entry before that starts as the line does up to the
  /// cursor.
  func previous() -> Int32 {
    if !isWalking, moveByLine(up: true) { return Int32(CEDIT_REFRESH) }
    let walk = isWalking ? recall : nil
    let prefix = walk?.prefix ?? Self.string(line.codePoints[..<line.cursor])
    let current = text
    return show(
      history.last(before: walk?.index ?? history.count) {
        $0.utf8.starts(with: prefix.utf8) && $0 != current
      }, prefix: prefix)
  }

  /// The line below within the text, or the entry after; after the last the line as it was.
  func next() -> Int32 {
    guard isWalking, let walk = recall else {
      return Int32(moveByLine(up: false) ? CEDIT_REFRESH : CEDIT_BEEP)
    }
    let newer = history.first(after: walk.index) {
      $0.utf8.starts(with: walk.prefix.utf8) && $0 != walk.shown
    }
    return newer == nil ? leaveHistory() : show(newer, prefix: walk.prefix)
  }

  func leaveHistory() -> Int32 {
    guard isWalking, let walk = recall else { return Int32(CEDIT_BEEP) }
    replaceLine(walk.draft)
    recall = nil
    return Int32(CEDIT_REFRESH)
  }

  /// Shows an entry; nil where there is none to show.
  func show(_ index: Int?, prefix: String = "") -> Int32 {
    guard let index else { return Int32(CEDIT_BEEP) }
    let entry = history[index]
    let draft = isWalking ? recall?.draft : nil
    recall = Recall(index: index, shown: entry, prefix: prefix, draft: draft ?? text)
    replaceLine(entry)
    return Int32(CEDIT_REFRESH)
  }

  /// Whether the line is an entry just as it was recalled.
  private var isWalking: Bool {
    guard let recall else { return false }
    return line.cursor == line.codePoints.count && text == recall.shown
  }

  /// Moves the cursor a line of the text up or down, in its column; false where there is none.
  private func moveByLine(up: Bool) -> Bool {
    guard let handle else { return false }
    let line = line
    let newline: UInt32 = 0x0A
    let start = line.codePoints[..<line.cursor].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let column = line.cursor - start
    if up {
      guard start > 0 else { return false }
      let above = line.codePoints[..<(start - 1)].lastIndex(of: newline).map { $0 + 1 } ?? 0
      cedit_move_cursor(handle, min(above + column, start - 1))
    } else {
      guard let end = line.codePoints[line.cursor...].firstIndex(of: newline) else { return false }
      let below = end + 1
      let last = line.codePoints[below...].firstIndex(of: newline) ?? line.codePoints.count
      cedit_move_cursor(handle, min(below + column, last))
    }
    return true
  }

  /// A step of libedit's own history commands, for those who bind them; to be freed by the caller.
  func builtinStep(_ step: Int32) -> UnsafeMutablePointer<CChar>? {
    guard case .statement = mode else { return nil }
    let position: Int
    switch Int(step) {
    case Int(CEDIT_NEWEST): position = history.count - 1
    case Int(CEDIT_OLDEST): position = 0
    case Int(CEDIT_OLDER): position = builtinPosition - 1
    case Int(CEDIT_NEWER): position = builtinPosition + 1
    default: position = builtinPosition
    }
    guard (0..<history.count).contains(position) else { return nil }
    builtinPosition = position
    return strdup(history[position])
  }
}
