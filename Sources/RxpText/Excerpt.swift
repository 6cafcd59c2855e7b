/// A place to be marked in an excerpt.
struct Mark {
  var span: Span
  var text: String
  var isPrimary: Bool

  init(_ label: Diagnostic.Label, isPrimary: Bool) {
    span = label.span
    text = label.text
    self.isPrimary = isPrimary
  }
}

/// The lines of one text that a message shows, with marks under them.
struct Excerpt {
  let source: SourceText
  var marks: [Mark]

  /// The file, line and column of the first mark.
  var place: String {
    let (line, column) = source.position(of: clamped(marks[0].span.start))
    return "\(VisibleText.escaping(source.name)):\(line):\(column)"
  }

  var gutterWidth: Int {
    let last = marks.map { lastLine($0.span) }.max() ?? 0
    return String(last + 1).count
  }

  private func clamped(_ offset: Int) -> Int { max(0, min(offset, source.bytes.count)) }

  private func firstLine(_ span: Span) -> Int { source.line(at: clamped(span.start)) }

  /// A span that ends with a line break ends on the line that it breaks.
  private func lastLine(_ span: Span) -> Int {
    let first = firstLine(span)
    guard span.end > span.start else { return first }
    return max(first, source.line(at: clamped(span.end - 1)))
  }

  /// What one mark puts under one line: a range of bytes of the line.
  private struct Piece {
    var line: Int
    var bytes: Range<Int>
    var text: String
    var isPrimary: Bool
  }

  /// A mark over several lines is put under the first and the last of them.
  private func pieces(of mark: Mark) -> [Piece] {
    let first = firstLine(mark.span)
    let last = lastLine(mark.span)
    let start = clamped(mark.span.start)
    let end = max(start, clamped(mark.span.end))
    if first == last {
      return [Piece(line: first, bytes: start..<end, text: mark.text, isPrimary: mark.isPrimary)]
    }
    let firstEnd = max(start, source.lineSpan(first).end)
    let lastSpan = source.lineSpan(last)
    var lastStart = lastSpan.start
    while lastStart < end - 1, [0x20, 0x09].contains(source.bytes[lastStart]) { lastStart += 1 }
    return [
      Piece(line: first, bytes: start..<firstEnd, text: "", isPrimary: mark.isPrimary),
      Piece(
        line: last, bytes: lastStart..<max(lastStart, min(end, lastSpan.end)), text: mark.text,
        isPrimary: mark.isPrimary),
    ]
  }

  func lines(gutter: Int, width: Int, style: Style) -> String {
    let pieces = marks.flatMap(pieces)
    var output = ""
    var shownLine: Int?
    for line in Set(pieces.map(\.line)).sorted() {
      if let before = shownLine, line > before + 1 {
        output += style.faint(String(repeating: ".", count: min(3, gutter + 2))) + "\n"
      }
      shownLine = line
      let here = pieces.filter { $0.line == line }.sorted {
        $0.isPrimary != $1.isPrimary ? $0.isPrimary : $0.bytes.lowerBound < $1.bytes.lowerBound
      }
      output += lineAndMarks(line, here, gutter: gutter, width: width, style: style)
    }
    return output
  }

  private func lineAndMarks(
    _ line: Int, _ pieces: [Piece], gutter: Int, width: Int, style: Style
  ) -> String {
    let span = source.lineSpan(line)
    let window = LineWindow(
      source.bytes[span.start..<span.end], around: pieces[0].bytes.lowerBound - span.start,
      to: pieces[0].bytes.upperBound - span.start, width: width - gutter - 3)
    let number = String(line + 1)
    let blank = String(repeating: " ", count: gutter - number.count)
    var output = style.faint(blank + number + " |") + suffix(window.text) + "\n"
    for piece in pieces {
      let (start, length) = window.columns(
        piece.bytes.lowerBound - span.start, piece.bytes.upperBound - span.start)
      let sign = piece.isPrimary ? "^" : "-"
      var marked = String(repeating: sign, count: length)
      if !piece.text.isEmpty { marked += " " + VisibleText.escaping(piece.text) }
      marked = piece.isPrimary ? style.severity(marked) : style.secondary(marked)
      output += style.faint(String(repeating: " ", count: gutter) + " |")
      output += suffix(String(repeating: " ", count: start) + marked) + "\n"
    }
    return output
  }

  /// No blank at the end of an empty line.
  private func suffix(_ text: String) -> String { text.isEmpty ? "" : " " + text }
}

/// The part of a line that is shown: all of it, or what surrounds a place, `...` where it is cut.
struct LineWindow {
  private static let ellipsis = "..."
  private let line: VisibleLine
  private(set) var text: String
  /// The column of the line at which the shown part begins, and where it stands in the window.
  private var start = 0
  private var end: Int
  private var shift = 0

  init(_ bytes: ArraySlice<UInt8>, around first: Int, to last: Int, width: Int) {
    // A line may be a whole file of data: what is far from the place is not even looked at.
    let before = max(0, first - width * 4)
    let after = min(bytes.count, max(last, first) + width * 4)
    var from = bytes.startIndex + min(before, bytes.count)
    let to = bytes.startIndex + after
    while from > bytes.startIndex, from < to, bytes[from] & 0xC0 == 0x80 { from -= 1 }
    byteShift = from - bytes.startIndex
    line = VisibleLine(bytes[from..<max(from, min(to, from + width * 16))])
    end = line.width
    text = line.text
    let isCutBefore = byteShift > 0
    guard line.width > width || isCutBefore || to < bytes.endIndex else { return }
    let firstColumn = line.column(ofByte: first - byteShift)
    let lastColumn = max(firstColumn + 1, line.column(ofByte: last - byteShift))
    let room = width - 2 * Self.ellipsis.count
    // The marked place, with a third of what is left before it.
    let marked = min(lastColumn - firstColumn, room)
    var fromSource = max(0, firstColumn - (room - marked) / 3)
    if fromSource + room > line.width { fromSource = max(0, line.width - room) }
    let part = line.part(fromSource..<fromSource + room)
    start = part.start
    end = start + DisplayWidth.columns(of: part.text)
    let leads = start > 0 || isCutBefore
    let trails = end < line.width || to < bytes.endIndex
    text = (leads ? Self.ellipsis : "") + part.text + (trails ? Self.ellipsis : "")
    shift = leads ? Self.ellipsis.count : 0
  }

  private let byteShift: Int

  /// Where the bytes of a mark stand in the window, and over how many columns.
  func columns(_ first: Int, _ last: Int) -> (start: Int, length: Int) {
    let from = min(max(line.column(ofByte: first - byteShift), start), end)
    let to = min(max(line.column(ofByte: last - byteShift), from), end)
    return (from - start + shift, max(1, to - from))
  }
}
