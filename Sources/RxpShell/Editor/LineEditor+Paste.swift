import CEdit

/// Bracketed paste: the terminal marks what is pasted, and it is taken as text, not as keys.
extension LineEditor {
  private static let start = Array("[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  /// How long the rest of an escape may take where it has to be waited for.
  private static let patience = 25_000_000

  /// Takes a paste whose start was read and puts it into the line.
  func takePaste() -> Int32 {
    guard let handle, let pasted = gatherPaste() else { return Int32(CEDIT_NORMAL) }
    cedit_insert(handle, Self.codePoints(pasted))
    return Int32(CEDIT_REFRESH)
  }

  /// In vi's keys ESC alone is a command, so that a paste cannot be bound as a sequence: whether ESC,
  /// just read, starts one is seen here.
  func takePasteOfVi() -> Bool {
    guard let handle, cedit_is_vi(handle) != 0 else { return false }
    var matched = 0
    while matched < Self.start.count {
      if bytesTaken + matched == bytes.count {
        let before = bytes.count - bytesTaken
        wait(atMost: Self.patience)
        if bytes.count - bytesTaken == before || ending != nil { return false }
      }
      guard bytes[bytesTaken + matched] == Self.start[matched] else { return false }
      matched += 1
    }
    bytesTaken += matched
    guard let pasted = gatherPaste() else { return true }
    redraw { cedit_insert(handle, Self.codePoints(pasted)) }
    return true
  }

  /// The text up to the end mark; nil where it was interrupted.
  private func gatherPaste() -> String? {
    isPasting = true
    defer { isPasting = false }
    var gathered: [UInt8] = []
    var dropped = 0
    while true {
      guard let byte = nextByte() else { return nil }
      gathered.append(byte)
      if byte == Self.end.last, gathered.suffix(Self.end.count) == Self.end[...] { break }
      // Beyond the bound only as much is kept as the end mark needs.
      if gathered.count > EditorLimits.pasteBytes + 2 * Self.end.count {
        gathered.remove(at: EditorLimits.pasteBytes)
        dropped += 1
      }
    }
    gathered.removeLast(Self.end.count)
    if gathered.count > EditorLimits.pasteBytes {
      dropped += gathered.count - EditorLimits.pasteBytes
      gathered.removeLast(gathered.count - EditorLimits.pasteBytes)
    }
    if dropped > 0 {
      printAbove("pasted text is cut at \(EditorLimits.pasteBytes) bytes: \(dropped) dropped")
    }
    let text = Self.plainText(gathered)
    if case .field = mode { return text.split(separator: "\n").joined(separator: " ") }
    return text
  }

  /// The text of pasted bytes: newlines of one kind, no controls that could steer the terminal, and
  /// no newline at the end, so that Return still decides.
  static func plainText(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r": text.append("\n")
      case "\t": text.append(scalar)
      case "\0"..<" ", "\u{7F}"..."\u{9F}": break
      default: text.append(scalar)
      }
      previous = scalar
    }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
