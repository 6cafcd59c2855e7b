/// What was seen of a signal: an event and its instant.
public struct Seen: Sendable {
  public let instant: Instant
  public let content: Event.Content
  public init(_ instant: Instant, _ content: Event.Content) {
    self.instant = instant
    self.content = content
  }
}

/// Draws what was seen as a diagram that reads back as the same.
public struct MarbleDrawing {
  public let diagram: String
  /// What letters stand for that are not their own value.
  public let legend: [(letter: Character, value: Value)]

  /// Columns beyond this are drawn as jumps of time.
  private static let longestRun = 30

  /// `known`: letters that have a meaning already.
  public init(_ events: [Seen], frame: Int, known: [(letter: Character, value: Value)] = []) {
    var drawing = Drawer(frame: frame, legend: known)
    drawing.draw(events)
    diagram = drawing.text
    legend = drawing.legend.filter { entry in drawing.used.contains(entry.letter) }
  }

  private struct Drawer {
    let frame: Int
    var legend: [(letter: Character, value: Value)]
    var used: Set<Character> = []
    var text = ""
    var now = 0

    mutating func draw(_ events: [Seen]) {
      var at = 0
      while at < events.count {
        let instant = events[at].instant
        var end = at
        while end < events.count, events[end].instant == instant { end += 1 }
        advance(to: instant)
        let marks = events[at..<end].map { mark($0.content) }
        if marks.count == 1 { text.append(marks[0]) } else { text += "[" + String(marks) + "]" }
        now = Time.sum(instant, frame)
        at = end
      }
    }

    private mutating func advance(to instant: Instant) {
      let gap = instant - now
      if gap <= 0 {
        return
      }
      if gap % frame == 0, gap / frame <= MarbleDrawing.longestRun {
        text += String(repeating: "-", count: gap / frame)
      } else {
        text += (text.isEmpty ? "" : " ") + Time.text(gap) + " "
      }
    }

    private mutating func mark(_ content: Event.Content) -> Character {
      switch content {
      case .completed: return "|"
      case .error: return "#"
      case .next(let value):
        if let entry = legend.first(where: { $0.value == value }) {
          used.insert(entry.letter)
          return entry.letter
        }
        if case .text(let text) = value, text.count == 1, let own = text.string.first,
          own.isASCII, own.isLetter || own.isNumber, !legend.contains(where: { $0.letter == own })
        {
          return own
        }
        let taken = Set(legend.map(\.letter))
        let letter =
          Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").first {
            !taken.contains($0)
          } ?? "?"
        legend.append((letter, value))
        used.insert(letter)
        return letter
      }
    }
  }
}

extension Time {
  /// `1.5s`, `300ms`, `20us`, `7ns`: exact, and reads back.
  public static func text(_ nanoseconds: Int) -> String {
    let (unit, name) =
      switch nanoseconds.magnitude {
      case 1_000_000_000...: (second, "s")
      case 1_000_000...: (millisecond, "ms")
      case 1_000...: (microsecond, "us")
      default: (1, "ns")
      }
    let whole = nanoseconds / unit
    let rest = (nanoseconds % unit).magnitude
    if rest == 0 { return "\(whole)\(name)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: String(unit).count - 1 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)\(name)"
  }
}
