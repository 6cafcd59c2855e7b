/// A marble diagram as data: what happens at which instant.
///
/// One column is one frame: `-` nothing, a letter or digit an event, `|` completed, `#` error,
/// `[ab|]` one instant in one column, `(ab|)` one instant in as many columns as it has characters,
/// `^` the moment of subscription, `!` of letting go, ` 500ms ` a jump, other blanks nothing.
public struct Marble: Sendable, Equatable {
  public enum Mark: Sendable, Equatable {
    case letter(Character)
    case completed
    case error
  }

  public struct Moment: Sendable, Equatable {
    public let mark: Mark
    public let instant: Instant
    /// The column of the diagram, from 0, for messages.
    public let column: Int
  }

  public var moments: [Moment] = []
  /// `^`: for a hot signal the zero point (earlier moments have negative instants); for a diagram of
  /// a subscription its start.
  public var subscribed: Instant?
  /// `!`.
  public var released: Instant?

  /// What is wrong with a diagram, and at which column.
  public struct Mistake: Error, Equatable {
    public let column: Int
    public let message: String
  }

  /// Reads a diagram. For `hot` diagrams instants count from `^`.
  public init(_ text: String, frame: Int, countsFromCaret: Bool = false) throws {
    var reader = Reader(characters: Array(text), frame: frame)
    try reader.read(into: &self)
    if countsFromCaret, let zero = subscribed {
      moments = moments.map { Moment(mark: $0.mark, instant: $0.instant - zero, column: $0.column) }
      released = released.map { $0 - zero }
      subscribed = 0
    }
  }

  private struct Reader {
    let characters: [Character]
    let frame: Int
    var at = 0
    var now = 0
    var ended = false

    mutating func read(into marble: inout Marble) throws {
      while at < characters.count {
        let column = at
        switch characters[at] {
        case " ", "\t":
          at += 1
          try readJump()
        case "-":
          at += 1
          try advance(1, column)
        case "[":
          try readGroup(closing: "]", into: &marble)
          try advance(1, column)
        case "(":
          let start = at
          try readGroup(closing: ")", into: &marble)
          try advance(at - start, column)
        case let character:
          try readMark(character, into: &marble)
          at += 1
          try advance(1, column)
        }
      }
    }

    private mutating func readGroup(closing: Character, into marble: inout Marble) throws {
      let start = at
      at += 1
      while at < characters.count, characters[at] != closing {
        if characters[at] != " " { try readMark(characters[at], into: &marble) }
        at += 1
      }
      guard at < characters.count else {
        throw Mistake(column: start, message: "this group is not closed: \(closing) is missing")
      }
      at += 1
    }

    private mutating func readMark(_ character: Character, into marble: inout Marble) throws {
      switch character {
      case "^":
        if marble.subscribed != nil { throw mistake("a second ^") }
        marble.subscribed = now
      case "!":
        if marble.released != nil { throw mistake("a second !") }
        marble.released = now
      case "|": try add(.completed, to: &marble)
      case "#": try add(.error, to: &marble)
      case _ where character.isLetter || character.isNumber:
        try add(.letter(character), to: &marble)
      default: throw mistake("\(character) has no meaning in a diagram")
      }
    }

    private mutating func add(_ mark: Mark, to marble: inout Marble) throws {
      if ended { throw mistake("nothing can come after the end") }
      if mark == .completed || mark == .error { ended = true }
      marble.moments.append(Moment(mark: mark, instant: now, column: at))
    }

    /// ` 500ms `: a number with a unit between blanks (or an end of the text).
    private mutating func readJump() throws {
      let start = at
      var digits = ""
      while at < characters.count, characters[at].isASCII,
        characters[at].isNumber || characters[at] == "."
      {
        digits.append(characters[at])
        at += 1
      }
      var unit = ""
      while at < characters.count, characters[at].isASCII, characters[at].isLetter {
        unit.append(characters[at])
        at += 1
      }
      let units = [
        "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
      ]
      guard let number = Double(digits), let scale = units[unit],
        at == characters.count || characters[at] == " ",
        let length = Time.nanoseconds(seconds: number * scale / 1e9), length < Time.forever
      else {
        at = start
        return
      }
      let (sum, overflow) = now.addingReportingOverflow(length)
      if overflow { throw Mistake(column: start, message: "the diagram is too long") }
      now = sum
    }

    private mutating func advance(_ columns: Int, _ column: Int) throws {
      let (length, tooMuch) = frame.multipliedReportingOverflow(by: columns)
      let (sum, overflow) = now.addingReportingOverflow(length)
      if overflow || tooMuch { throw Mistake(column: column, message: "the diagram is too long") }
      now = sum
    }

    private func mistake(_ message: String) -> Mistake { Mistake(column: at, message: message) }
  }
}
