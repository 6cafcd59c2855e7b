import RxpText

/// A recursive descent over the tokens of one text.
struct Parser {
  /// What a line break means where the parser stands.
  enum LineRule {
    /// It ends the statement, unless the next line starts with `|`.
    case significant
    /// Nothing: a bracket is open.
    case ignored
    /// It ends what is being read, bracket or not: an interpolation stays on its line.
    case ending
  }

  /// What ends an expression or a stage in the place where the parser stands, besides what always
  /// does.
  struct Stops: OptionSet {
    let rawValue: Int
    /// The word `is`: between the two halves of `expect`.
    static let isWord = Stops(rawValue: 1)
    /// `=`: after `when` of a command, the time of `at` and the parameters of a definition.
    static let assign = Stops(rawValue: 2)
    /// `<-` and `=`: in the first stage of a statement, where they make another statement of it.
    static let send = Stops(rawValue: 4)
    /// `,`: after the right half of `expect`.
    static let comma = Stops(rawValue: 8)
    /// Among arguments or items; decides only what `||` was meant to be.
    static let arguments = Stops(rawValue: 16)
    /// `{`: after the arguments of a test.
    static let block = Stops(rawValue: 32)
  }

  let source: SourceText
  var lexer: Lexer
  var current = Token(kind: .endOfText, span: .none)
  /// The place of the last token taken.
  var previous = Span.none
  var lines = LineRule.significant
  var stops: Stops = []
  var openBrackets: [Bracket] = [] { didSet { lexer.openBracket = openBrackets.last } }
  /// How deep the parser is in nodes that hold one another.
  var depth = 0
  /// The height of the highest node read so far in the node that is being read.
  var height = 0
  /// Set where a text is too deep: the rest of the statement is skipped and nothing told about it.
  var isAbandoned = false
  /// Comments inside of nodes that have no place for them; the stage or statement takes them.
  var hoisted: [Comment] = []
  /// Where the token stood at which the last mistake was told; one token is told about once.
  var toldAt = -1
  /// Where the token stands before which a line break means nothing.
  var joinedAt = -1
  var isUnfinished = false
  /// Where a forgotten bracket should have been closed, if that is not where the text ends.
  var closeGap: Span?
  /// The first word of the statement that is being read, and the column at which it stands.
  var firstWord: Token?
  var statementColumn = 0
  /// Whether an expression could end with the last token taken.
  var previousEndsOperand = false

  init(_ source: SourceText) {
    self.source = source
    lexer = Lexer(source)
  }

  /// What the current token is where the parser stands.
  var kind: TokenKind {
    if current.kind == .endOfText { return .endOfText }
    if isAbandoned { return .endOfStatement }
    guard current.lineBefore else { return current.kind }
    switch lines {
    case .significant: return current.kind == .pipe ? .pipe : .endOfStatement
    case .ending: return .endOfStatement
    case .ignored: return beginsStatement() || isOutdented() ? .endOfStatement : current.kind
    }
  }

  /// Whether the current token is a name that nothing before it asks for, on a line of its own and no
  /// further right than the statement it would belong to: then too a bracket has been forgotten.
  private func isOutdented() -> Bool {
    guard previousEndsOperand, current.kind == .name, Words.infix[current.word] == nil else {
      return false
    }
    var start = current.span.start
    let leftmost = max(0, start - statementColumn - 1)
    while start > leftmost, lexer.bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    return current.span.start - start <= statementColumn
  }

  /// Takes the current token.
  mutating func advance() {
    switch current.kind {
    case .name, .int, .double, .duration, .rawString, .regex, .close, .invalid:
      previousEndsOperand = true
    default: previousEndsOperand = false
    }
    if !current.comments.isEmpty { hoisted += current.comments.map(\.comment) }
    if current.span.end > 0 { previous = current.span }
    current = lexer.next()
  }

  /// After a sign that lets a statement go on in the next line; unless the next line surely begins
  /// another one.
  mutating func join() {
    if lines != .ending, !beginsStatement() { current.lineBefore = false }
    joinedAt = current.span.start
  }

  /// Whether the current token is the first of its line and surely begins a statement: then what is
  /// open before it has been forgotten, and the rest of the text need not suffer.
  private func beginsStatement() -> Bool {
    guard current.lineBefore, current.kind == .name else { return false }
    let look = lexer.glance(from: current.span.end)
    guard look.spaced else { return false }
    let word = lexer.word(at: look.offset)
    let namesSomething = !word.isEmpty && Words.infix[word] == nil
    switch current.word {
    case "let", "var", "command":
      let next = lexer.glance(from: look.offset + word.utf8.count)
      return namesSomething
        && (next.byte == UInt8(ascii: "=") || next.byte == UInt8(ascii: "(")
          || current.word == "command" && next.byte == UInt8(ascii: ",")
          || lexer.word(at: next.offset) == "when")
    case "test", "import": return look.byte == UInt8(ascii: "\"")
    case "expect": return namesSomething
    default: return false
    }
  }

  var isAtEnd: Bool { kind == .endOfText || kind == .endOfStatement }

  func isWord(_ word: String) -> Bool { kind == .name && current.word == word }

  var hasSpaceAfter: Bool {
    let next = lexer.byte(current.span.end)
    return current.span.end >= lexer.bytes.count || next == UInt8(ascii: " ")
      || next == UInt8(ascii: "\t") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
  }

  /// The place just behind the last token taken.
  var gap: Span { Span(previous.end, previous.end) }
}
