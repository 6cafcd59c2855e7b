import CEdit

/// Ctrl-R: search through the whole statements of the history, a sign at a time.
extension LineEditor {
  private enum Key {
    static let cancel: Int64 = 0x07
    static let delete: [Int64] = [0x08, 0x7F]
    static let older: Int64 = 0x12
  }

  /// Ctrl-R again goes to older statements, Ctrl-G gives the line back; any other key that is no sign
  /// takes the statement and does what it always does.
  func search() -> Int32 {
    guard let handle else { return Int32(CEDIT_BEEP) }
    let outerPrompt = prompt
    let draft = (text: text, cursor: line.cursor)
    var query = ""
    var found: Int?
    var fails = false
    while true {
      redraw {
        setPrompt(PromptText("\(fails ? "no statement has" : "search") \"\(query)\": "))
        if let found {
          let entry = history[found]
          replaceLine(entry, cursor: Self.firstOffset(of: query, in: entry) ?? 0)
        } else {
          replaceLine(draft.text, cursor: draft.cursor)
        }
      }
      let key = cedit_get_key(handle)
      guard key >= 0 else {
        // The line has ended, and what is on the screen stays.
        setPrompt(outerPrompt)
        return Int32(CEDIT_NORMAL)
      }
      var start = found.map { $0 + 1 } ?? history.count
      switch key {
      case Key.older where !query.isEmpty:
        start = found ?? history.count
      case Key.older:
        // Nothing typed yet: the last statement that can be found is the newest.
        continue
      case Key.cancel:
        redraw {
          setPrompt(outerPrompt)
          replaceLine(draft.text, cursor: draft.cursor)
        }
        return Int32(CEDIT_NORMAL)
      case _ where Key.delete.contains(key):
        if query.isEmpty { continue }
        query.unicodeScalars.removeLast()
        start = history.count
      case 0x20...:
        query.unicodeScalars.append(Unicode.Scalar(UInt32(key)) ?? "\u{FFFD}")
      default:
        redraw { setPrompt(outerPrompt) }
        if let found {
          recall = Recall(index: found, shown: history[found], prefix: "", draft: draft.text)
        }
        cedit_push(handle, [UInt32(key), 0])
        return Int32(CEDIT_NORMAL)
      }
      if query.isEmpty {
        (found, fails) = (nil, false)
        continue
      }
      let shown = found.map { history[$0] }
      let next = history.last(before: start) {
        Self.firstOffset(of: query, in: $0) != nil && (key != Key.older || $0 != shown)
      }
      fails = next == nil
      if let next { found = next }
    }
  }

  /// Where a text first occurs, in code points; nil where it does not.
  static func firstOffset(of query: String, in text: String) -> Int? {
    let query = Array(query.unicodeScalars)
    let text = Array(text.unicodeScalars)
    guard !query.isEmpty, query.count <= text.count else { return nil }
    return (0...(text.count - query.count)).first { offset in
      text[offset] == query[0] && text[offset..<(offset + query.count)].elementsEqual(query)
    }
  }
}
