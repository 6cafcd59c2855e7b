import CEdit

/// Tab.
extension LineEditor {
  struct LastCompletion {
    var completion: Completion
    /// The line that the Tab left.
    var text: String
    var cursor: Int
  }

  /// Completes the word at the cursor as far as the candidates agree; lists them where they do not
  /// go further. A second Tab tells more of the one that was taken.
  func complete() -> Int32 {
    guard let handle, let delegate else { return Int32(CEDIT_BEEP) }
    let cursor = line.cursor
    if let last = lastCompletion, last.cursor == cursor, last.text == text,
      let detail = last.completion.detail
    {
      show(detail)
      return Int32(CEDIT_NORMAL)
    }
    let before = Self.string(line.codePoints[..<cursor])
    let after = Self.string(line.codePoints[cursor...])
    let earlier = earlierLines.map { $0 + "\n" }.joined()
    let place = earlier.utf8.count + before.utf8.count
    let completion = delegate.complete(earlier + before + after, cursor: place)
    guard let first = completion.candidates.first else {
      if let reason = completion.reason { show(reason) }
      return Int32(completion.reason == nil ? CEDIT_BEEP : CEDIT_NORMAL)
    }
    // The word lies in the current line; candidates that reach further back are cut to it.
    let start = min(max(completion.start - earlier.utf8.count, 0), before.utf8.count)
    let word = String(decoding: before.utf8.dropFirst(start), as: UTF8.self)
    let isOnly = completion.candidates.count == 1
    let common = Self.commonPrefix(completion.candidates.map(\.text))
    let replacement =
      isOnly ? first.text + (after.hasPrefix(first.suffix) ? "" : first.suffix) : common
    if isOnly || common.utf8.count > word.utf8.count {
      cedit_delete_before(handle, word.unicodeScalars.count)
      cedit_insert(handle, Self.codePoints(replacement))
    } else {
      let labels = completion.candidates.map(\.label)
      let list = DisplayColumns.list(
        labels, width: size.columns, limit: EditorLimits.listedCandidates)
      show(list.joined(separator: "\n"))
    }
    lastCompletion = LastCompletion(completion: completion, text: text, cursor: line.cursor)
    return Int32(CEDIT_REFRESH)
  }

  /// Writes above the line at once: it answers a key.
  private func show(_ text: String) {
    printAbove(text)
    drawAbove()
  }

  /// What all texts start with.
  static func commonPrefix(_ texts: [String]) -> String {
    guard var common = texts.first?.unicodeScalars[...] else { return "" }
    for text in texts.dropFirst() {
      let shared = zip(common, text.unicodeScalars).prefix { $0 == $1 }.count
      common = common.prefix(shared)
    }
    return String(common)
  }
}
