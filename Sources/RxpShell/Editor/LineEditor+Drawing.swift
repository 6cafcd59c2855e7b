import CEdit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The line on the screen, and output above it.
extension LineEditor {
  /// Writes a text with a newline after it. While a line is read it goes above that line, which
  /// stays as it was with its cursor; what comes faster than the line can be redrawn is gathered.
  public func printAbove(_ text: String) {
    // Some modes of a terminal do not return the cursor on a newline.
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") { above.append(UInt8(ascii: "\r")) }
      above.append(byte)
    }
    if text.utf8.last != UInt8(ascii: "\n") { above += [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }
    if !isReading {
      writeWaiting()
    } else if above.count > EditorLimits.waitingOutputBytes {
      drawAbove()
    }
  }

  /// When output that waits may be drawn, on the monotonic clock: at once behind a key, otherwise so
  /// many times a second; nil where none waits.
  var nextRedraw: Int? {
    above.isEmpty ? nil : lastRedraw + 1_000_000_000 / EditorLimits.redrawsPerSecond
  }

  /// Draws what waits above the line. Only while the screen shows the line as it stands.
  func drawAbove() {
    guard !above.isEmpty else { return }
    lastRedraw = Int(cedit_monotonic_nanoseconds())
    let text = above
    above = []
    draw(erasing: eraser(), text)
  }

  /// Draws the line anew, after `change` has changed it or its prompt.
  func redraw(after change: () -> Void = {}) {
    let eraser = eraser()
    change()
    draw(erasing: eraser, [])
  }

  /// Puts right what libedit draws wrong: going up to a row it may write over the right half of a
  /// wide character there and then takes the cursor to stand a column further than it does.
  func repairWideRow() {
    mayBeMisdrawn = false
    let line = line
    // The first characters that take two columns.
    guard !isDumb, line.codePoints.contains(where: { $0 >= 0x1100 }) else { return }
    let layout = layout
    guard layout.lastRow > 0 else { return }
    let row = line.codePoints[layout.cursorRowText]
    // What is drawn as something else cannot be misdrawn so.
    guard row.allSatisfy({ $0 >= 0x20 && cedit_columns($0) <= 2 && $0 != 0x7F || $0 == 0x0A })
    else {
      return
    }
    write(
      "\r" + right(layout.cursorRowOrigin) + Self.string(row.filter { $0 != 0x0A })
        + "\r" + right(layout.cursorColumn))
  }

  private func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }

  /// Leaves the line on the screen as it is and goes below it.
  func goBelow(mark: String = "") {
    guard let handle else { return }
    drawAbove()
    let end = line.codePoints.count
    if line.cursor < end { redraw { cedit_move_cursor(handle, end) } }
    write(mark + "\r\n")
  }

  /// Takes over a new size of the terminal.
  func resize() {
    guard let handle else { return }
    // Some terminals fold the line anew, some cut it: of the two places where its first row can be,
    // the lower one, since a row of the line left behind does less harm than output erased.
    let before = layout.cursorRow
    size = Terminal.size(of: input)
    let rows = min(before, layout.cursorRow)
    cedit_resize(handle)
    draw(erasing: eraser(rows: rows), [])
  }

  /// Writes what waits, below the line that was read.
  func writeWaiting() {
    var rest = above[...]
    above = []
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.write(output, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.write(output, $0.baseAddress, $0.count)
        #else
          Darwin.write(output, $0.baseAddress, $0.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      // A terminal that is gone: reading finds that out.
      if count <= 0 { return }
      rest.removeFirst(count)
    }
  }

  func write(_ text: String) {
    guard let handle else { return }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cedit_write(handle, $0.baseAddress, $0.count) }
    }
  }

  var layout: LineLayout {
    let line = line
    return LineLayout(
      prompt: prompt.columns, text: line.codePoints, cursor: line.cursor, size: size)
  }

  /// What brings the cursor to the start of the line on the screen and clears it.
  private func eraser(rows: Int? = nil) -> [UInt8] {
    if isDumb { return Array("\r\n".utf8) }
    let rows = rows ?? layout.cursorRow
    return Array(((rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J").utf8)
  }

  private func draw(erasing eraser: [UInt8], _ text: [UInt8]) {
    guard let handle else { return }
    let bytes = eraser + text
    bytes.withUnsafeBytes {
      cedit_write(handle, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
    }
    cedit_refresh(handle)
    mustRedraw = false
    mayBeMisdrawn = true
  }
}
