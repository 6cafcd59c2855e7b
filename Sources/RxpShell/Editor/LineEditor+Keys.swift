import CEdit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The loop that waits for the next key, in which everything else of the program runs.
extension LineEditor {
  private static let endOfTransmission: UInt32 = 0x04
  private static let escape: UInt8 = 0x1B

  /// The next key for libedit; -1 where the line ends without one.
  func readKey() -> Int64 {
    mayBeMisdrawn = true
    // libedit draws a tab up to the margin, but takes its cursor over it into the next row.
    if line.codePoints.contains(0x09), layout.lastRow > 0 { mustRedraw = true }
    tellChange()
    while let byte = nextByte() {
      if byte == Self.escape, !isPasting, takePasteOfVi() { continue }
      guard let key = decoder.feed(byte), !takeFieldKey(key) else { continue }
      guard key < 0x20 || key == 0x7F || line.codePoints.count < EditorLimits.lineCharacters else {
        if let handle { cedit_beep(handle) }
        continue
      }
      // libedit draws a combining mark as if it took a column, until it draws the line anew.
      if cedit_columns(key) == 0, key >= 0x300 { mustRedraw = true }
      return Int64(key)
    }
    return -1
  }

  /// The next byte from the terminal; nil where the reading of the line has ended. Timers and
  /// descriptors are served while there is none.
  func nextByte() -> UInt8? {
    while true {
      if ending == nil, bytesTaken < bytes.count {
        bytesTaken += 1
        return bytes[bytesTaken - 1]
      }
      if ending == nil { answerSignals() }
      if ending == nil, mustRedraw { redraw() }
      if let ending {
        if !isLineLeft { goBelow(mark: ending == .interrupted ? "^C" : "") }
        isLineLeft = true
        return nil
      }
      if let due = nextRedraw, due <= Int(cedit_monotonic_nanoseconds()) { drawAbove() }
      if mayBeMisdrawn { repairWideRow() }
      wait()
    }
  }

  /// Sleeps until a key, a signal, a timer or a descriptor calls, and serves the latter two.
  func wait(atMost limit: Int? = nil) {
    var limit = limit
    let now = Int(cedit_monotonic_nanoseconds())
    let deadline = delegate?.nextDeadline()
    for due in [deadline, nextRedraw] {
      guard let due else { continue }
      limit = min(limit ?? .max, due <= now ? 0 : due - now)
    }
    var entries = [
      cedit_poll(descriptor: input, ready: 0),
      cedit_poll(descriptor: cedit_signal_descriptor(), ready: 0),
    ]
    for descriptor in delegate?.descriptors() ?? [] {
      entries.append(cedit_poll(descriptor: descriptor, ready: 0))
    }
    let ready = cedit_wait(&entries, entries.count, limit.map(Int64.init) ?? -1)
    if ready > 0, entries[0].ready != 0 { readBytes() }
    let isDue = deadline.map { $0 <= Int(cedit_monotonic_nanoseconds()) } ?? false
    if isDue || ready > 0 && entries.dropFirst(2).contains(where: { $0.ready != 0 }) {
      delegate?.service()
    }
  }

  /// Reads what there is: one byte, so that the rest stays with the terminal for whoever reads next;
  /// in a paste as much as there is.
  private func readBytes() {
    let wanted = isPasting ? 4096 : 1
    bytes.removeSubrange(..<bytesTaken)
    bytesTaken = 0
    withUnsafeTemporaryAllocation(byteCount: wanted, alignment: 1) { buffer in
      let count = read(input, buffer.baseAddress, wanted)
      if count > 0 {
        bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count])
        // What a key brings about is seen at once, however short ago something else was drawn.
        lastRedraw = 0
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        // Hung up. What was typed and not sent is dropped.
        isClosed = true
        ending = .endOfInput
      }
    }
  }

  // MARK: The live text field

  /// Tells the field's text if the last key changed it.
  private func tellChange() {
    guard case .field(let onChange, _) = mode, ending == nil else { return }
    let text = text
    guard text != toldText else { return }
    toldText = text
    onChange(text)
  }

  /// Whether the key was one of those that mean something else in a field.
  private func takeFieldKey(_ key: UInt32) -> Bool {
    guard case .field(_, let onReturn) = mode else { return false }
    switch key {
    case 0x0A, 0x0D: onReturn(text)
    case Self.endOfTransmission: ending = .endOfInput
    default: return false
    }
    return true
  }

  // MARK: Signals

  private func answerSignals() {
    let notes = cedit_take_signals()
    if notes == 0 { return }
    if notes & UInt32(CEDIT_SUSPEND) != 0 {
      suspend()
    } else if notes & UInt32(CEDIT_CONTINUE) != 0, let handle {
      // Stopped from outside: the shell has had the terminal meanwhile.
      cedit_set_raw(handle, 0)
      cedit_set_raw(handle, 1)
      mustRedraw = true
    }
    if notes & UInt32(CEDIT_REQUEST) != 0, ending == nil {
      isClosed = true
      ending = .endOfInput
    }
    if notes & UInt32(CEDIT_WINDOW) != 0 { resize() }
    if notes & UInt32(CEDIT_INTERRUPT) != 0, ending == nil { ending = .interrupted }
  }

  private func suspend() {
    guard let handle else { return }
    let cursor = line.cursor
    goBelow()
    cedit_set_raw(handle, 0)
    cedit_suspend()
    cedit_set_raw(handle, 1)
    cedit_move_cursor(handle, cursor)
    size = Terminal.size(of: input)
    cedit_resize(handle)
    write("\r")
    cedit_refresh(handle)
  }
}
