import RxpText

/// How mistakes are told, and where the parser goes on after one.
extension Parser {
  /// Tells a mistake, unless one has been told at the current token: what follows from a mistake
  /// is none of its own.
  mutating func report(_ diagnostic: Diagnostic) {
    guard !isAbandoned, toldAt != current.span.start else { return }
    toldAt = current.span.start
    // The lexer has told about this token.
    if current.kind == .invalid { return }
    lexer.report(diagnostic)
  }

  /// Tells a mistake in what has been read, about which the current token says nothing.
  mutating func reportPast(_ diagnostic: Diagnostic) {
    if !isAbandoned { lexer.report(diagnostic) }
  }

  /// Notes that the text lacks its end, unless it has mistakes before.
  mutating func noteUnfinished() {
    if lexer.diagnostics.isEmpty { isUnfinished = true }
  }

  /// The current token as messages quote it.
  var quoted: String {
    switch current.kind {
    case .doubleQuote, .rawString: "a string"
    case .endOfText: "the end"
    default: "`\(excerpt(current.span))`"
    }
  }

  /// Skips to `|`, `,`, a closing bracket or the end of the statement, brackets and all.
  mutating func recover() {
    var open = 0
    while true {
      switch kind {
      case .endOfText: return
      case .endOfStatement:
        if open == 0 || isAbandoned || lines != .significant { return }
        // A line break inside of a bracket that is being skipped.
        join()
        if kind == .endOfStatement { return }
        continue
      case .pipe where open == 0, .comma where open == 0, .foreign(.semicolon) where open == 0:
        return
      case .open: open += 1
      case .close:
        if open == 0 { return }
        open -= 1
      case .doubleQuote:
        _ = parseString()
        continue
      default: break
      }
      advance()
    }
  }

  /// Skips to the end of the statement.
  mutating func skipStatement() {
    while true {
      recover()
      if isAtEnd || kind == .foreign(.semicolon) { return }
      if kind == .close(.curly), openBrackets.contains(.curly) { return }
      advance()
    }
  }

  /// Tells that the current token cannot follow what stands before it.
  mutating func reportUnexpected() {
    if isAtEnd {
      return report(
        Diagnostic("E0201", "the text ends too early", at: gap, label: "something is missing here"))
    }
    let span = current.span
    switch kind {
    case .foreign(.semicolon):
      report(
        Diagnostic("E0206", "`;` ends nothing here", at: span, label: "inside of a bracket"))
    case .close(let bracket) where !openBrackets.contains(bracket):
      report(
        Diagnostic(
          "E0203", "`\(bracket.close)` closes nothing", at: span, label: "no bracket is open here",
          fix: .init(span, "")))
    case .arrow:
      report(
        Diagnostic(
          "E0201", "`=>` follows something that is no parameter", at: span,
          help: "a lambda is written  x => x * 2  or  (x, y) => x + y"))
    case .bind, .bindBoth, .send:
      report(
        Diagnostic(
          "E0201", "\(quoted) stands in a statement of its own", at: span,
          help: "write  clicks <- \"left\"  to send,  enabled <~ name | map len > 0  to bind"))
    case .ampersand: reportAmpersand(span)
    case .colon:
      report(
        Diagnostic(
          "E0201", "`:` follows something that is no name", at: span,
          help: "a named argument is written  delay: 200ms"))
    default:
      report(
        Diagnostic(
          "E0201", "\(quoted) cannot stand here", at: span,
          label: previous.isEmpty ? "" : "after `\(excerpt(previous))`"))
    }
  }

  mutating func reportAmpersand(_ sign: Span) {
    report(
      Diagnostic(
        "E0206", "`&` stands at the end of a pipeline only", at: sign,
        help: "it runs the pipeline in the background;  `and`  joins two conditions"))
  }

  /// The text of a place as messages quote it: its beginning, on one line.
  func excerpt(_ span: Span) -> String {
    let longest = 40
    // Of a place as long as the whole text, no more is looked at than what could be shown.
    let read = source[Span(span.start, min(span.end, span.start + 4 * longest))]
    let line = read.prefix { !$0.isNewline }
    if line.count <= longest, line.utf8.count == span.end - span.start { return String(line) }
    return line.prefix(longest - 3) + "..."
  }

  /// A replacement of a place by a text made of the source; nil where the place is so long that
  /// nobody would want it.
  func rewriting(_ span: Span, _ text: () -> String) -> Diagnostic.Fix? {
    let longest = 4096
    return span.end - span.start <= longest ? .init(span, text()) : nil
  }

  /// Tells that an expression must stand here and does not.
  mutating func reportMissingExpression() {
    let before = previous.isEmpty ? "" : excerpt(previous)
    if isAtEnd {
      if kind == .endOfText, lines != .ending,
        joinedAt == current.span.start || !openBrackets.isEmpty
      {
        noteUnfinished()
        // The bracket is what the reader has to find.
        if !openBrackets.isEmpty, joinedAt != current.span.start { return }
      }
      return report(
        Diagnostic(
          "E0201",
          "after `\(before)` an expression \(before == "=" ? "or a pipeline " : "")must follow",
          at: gap,
          label: "something is missing here"))
    }
    switch kind {
    case .close(let bracket) where !openBrackets.contains(bracket): reportUnexpected()
    case .infix(let op): reportMissingLeft(of: op.rawValue)
    case .name where Words.infix[current.word] != nil: reportMissingLeft(of: current.word)
    case .close, .comma, .pipe:
      report(
        Diagnostic(
          "E0201", "an expression is missing before \(quoted)", at: current.span,
          label: "after `\(before)`"))
    case .dot: reportLoneDot()
    case .assign:
      report(
        Diagnostic(
          "E0207", "`=` compares nothing", at: current.span, label: "nothing stands before it",
          help: "write  it == …"))
    default: reportUnexpected()
    }
  }

  /// `filter > 3`: the event is not implied on the left of an operator.
  mutating func reportMissingLeft(of sign: String) {
    let blank = current.spaceBefore ? "" : " "
    report(
      Diagnostic(
        "E0219", "`\(sign)` has nothing on its left", at: current.span,
        help: "the event is called `it`:  it \(sign) …",
        fix: .init(Span(current.span.start, current.span.start), blank + "it ")))
  }

  private mutating func reportLoneDot() {
    let next = lexer.byte(current.span.end)
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "[") {
      report(
        Diagnostic(
          "E0221", "after `.` the name of a field must follow", at: current.span,
          help: "a field with another name is written  it[\"a b\"],  an item  it[0]"))
    } else {
      report(
        Diagnostic(
          "E0221", "after `.` the name of a field must follow", at: current.span,
          help: "the event itself is called `it`", fix: .init(current.span, "it")))
    }
  }
}
