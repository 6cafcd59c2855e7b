import RxpText

/// The three pairs of brackets.
enum Bracket: Equatable {
  case round, square, curly

  var open: String {
    switch self {
    case .round: "("
    case .square: "["
    case .curly: "{"
    }
  }

  var close: String {
    switch self {
    case .round: ")"
    case .square: "]"
    case .curly: "}"
    }
  }
}

/// Signs of other languages whose meaning here depends on where they stand; the parser tells.
enum ForeignSign: String {
  case doubleBar = "||"
  case exclamation = "!"
  case question = "?"
  case semicolon = ";"
}

enum TokenKind: Equatable {
  case endOfText
  /// Made by the parser from the line breaks that end a statement; no token of the lexer.
  case endOfStatement
  /// A word, reserved or not.
  case name
  case int(UInt64)
  case double(Double)
  case duration(Int)
  /// The quote that opens a string; the parser reads on with `Lexer.stringPiece`, since
  /// interpolations hold expressions.
  case doubleQuote
  case rawString(String)
  case regex(pattern: String, flags: String)
  case infix(BinaryOperator)
  case open(Bracket)
  case close(Bracket)
  case pipe, comma, colon, dot, assign, arrow, send, bind, bindBoth, ampersand
  case foreign(ForeignSign)
  /// What no token begins with; its diagnostic has been given.
  case invalid
}

struct Token {
  var kind: TokenKind
  var span: Span
  /// The word of a name; empty for all others.
  var word = ""
  /// Whether a blank, a line break or a comment stands before it.
  var spaceBefore = false
  /// Whether a line break stands before it.
  var lineBefore = false
  /// Whether an empty line stands directly before it.
  var blankLineBefore = false
  /// The comments between the token before and this one.
  var comments: [LexedComment] = []
}

struct LexedComment {
  var comment: Comment
  /// False for a comment that follows a token on its line.
  var onOwnLine: Bool
  var blankLineBefore: Bool
}
