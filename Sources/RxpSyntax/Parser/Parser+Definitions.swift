import RxpText

extension Parser {
  /// A word that is nearly `let`, `var` or `command` and is followed by a name and `=`; nil where
  /// the text is something else.
  mutating func definitionFollows(_ look: Lexer.Glance) -> Statement.Kind? {
    guard !Words.statements.contains(current.word), look.spaced,
      lexer.isNameStart(at: look.offset)
    else { return nil }
    var next = lexer.glance(from: lexer.nameEnd(from: look.offset))
    if next.byte == UInt8(ascii: "("), !next.spaced {
      let lineEnd = lexer.endOfLine(from: next.offset)
      guard let close = lexer.bytes[next.offset..<lineEnd].firstIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      next = lexer.glance(from: close + 1)
    }
    guard next.byte == UInt8(ascii: "="), isPlainEqual(at: next.offset),
      reportMisspelt(current, among: ["let", "var", "command"])
    else { return nil }
    switch Words.definitions[current.word]
      ?? Suggestion.nearest(to: current.word, among: ["let", "var", "command"])
    {
    case "var": return parseVar()
    case "command": return parseCommand()
    default: return parseLet()
    }
  }

  /// Whether `=` at an offset is not the beginning of `==`, `=>` or `=~`.
  func isPlainEqual(at offset: Int) -> Bool {
    ![UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "~")].contains(lexer.byte(offset + 1))
  }

  /// `let name = P`, `let name(a, b) = P`.
  mutating func parseLet() -> Statement.Kind {
    advance()
    guard let name = parseName(of: "a definition") else { return giveUp() }
    var parameters: [Name]?
    if kind == .open(.round) { parameters = parseParameters() }
    guard takeEqual(of: "let", name) else { return giveUp() }
    let pipeline = parsePipeline()
    return .define(name, parameters: parameters, pipeline)
  }

  /// `var name = value`, `var name = value, nilValue: other`.
  mutating func parseVar() -> Statement.Kind {
    let word = current.span
    advance()
    guard let name = parseName(of: "a variable"), takeEqual(of: "var", name) else {
      return giveUp()
    }
    let value = parseExpression()
    checkValueEnds("a pipeline is named by `let`", fix: .init(word, "let"))
    return .variable(name, value, parseFurtherArguments())
  }

  /// `subject name`, `subject name, replay: 2`.
  mutating func parseSubject() -> Statement.Kind {
    guard
      let (name, arguments) = parseObject(
        "a subject",
        insteadOfValue: { _ in
          "`subject s, start: 0` has a first value;  `let s = …` names a pipeline"
        })
    else { return giveUp() }
    return .subject(name, arguments)
  }

  /// `channel name`, `channel name, over: variable`.
  mutating func parseChannel() -> Statement.Kind {
    guard
      let (name, arguments) = parseObject(
        "a channel", insteadOfValue: { "`channel \($0), over: name` is one to the var `name`" })
    else { return giveUp() }
    return .channel(name, arguments)
  }

  /// What is defined by its name and options alone; nil where that is a mistake, which has been told.
  private mutating func parseObject(
    _ what: String, insteadOfValue help: (String) -> String
  ) -> (Name, [Argument])? {
    advance()
    guard let name = parseName(of: what) else { return nil }
    if kind == .assign {
      report(
        Diagnostic(
          "E0222", "\(what) is not defined by a value", at: current.span, help: help(name.text)))
      return nil
    }
    return (name, parseFurtherArguments())
  }

  /// `command name(a, b) when condition, concurrent: true = P`.
  mutating func parseCommand() -> Statement.Kind {
    advance()
    guard let name = parseName(of: "a command") else { return giveUp() }
    let parameters = kind == .open(.round) ? parseParameters() : []
    var condition: Expression?
    let outerStops = stops
    stops.insert(.assign)
    if isWord("when") {
      let word = current.span
      advance()
      join()
      if kind == .assign || kind == .comma {
        report(
          Diagnostic(
            "E0222", "after `when` a signal must follow", at: word, label: "nothing follows",
            help: "write  when enabled  or  when (name | map len > 0)"))
      } else {
        condition = parseExpression()
      }
    }
    let options = parseFurtherArguments()
    stops = outerStops
    guard takeEqual(of: "command", name) else { return giveUp() }
    let pipeline = parsePipeline()
    return .command(name, parameters: parameters, when: condition, options, pipeline)
  }

  /// What stands after a comma behind the object of a statement.
  mutating func parseFurtherArguments() -> [Argument] {
    guard kind == .comma else { return [] }
    let comma = current.span
    advance()
    join()
    skipRepeatedCommas()
    if isAtEnd || kind == .pipe || (kind == .assign && stops.contains(.assign)) {
      if kind == .endOfText { noteUnfinished() }
      report(
        Diagnostic(
          "E0208", "after `,` an argument must follow", at: comma, label: "nothing follows",
          fix: .init(comma, "")))
      return []
    }
    return parseStageArguments()
  }

  /// Takes the `=` of a definition.
  private mutating func takeEqual(of word: String, _ name: Name) -> Bool {
    switch kind {
    case .assign:
      advance()
      join()
      return true
    case .infix(.equal):
      report(
        Diagnostic(
          "E0212", "a definition has one `=`", at: current.span, label: "`==` compares",
          fix: .init(current.span, "=")))
      advance()
      join()
      return true
    case .bind where word == "var":
      report(
        Diagnostic(
          "E0222", "a `var` begins with a value", at: current.span,
          help: "write  var \(name.text) = nil  and then  \(name.text) <~ …"))
      return false
    default:
      let begins = !isAtEnd && startsArgument()
      report(
        Diagnostic(
          "E0212", "`=` is missing", at: isAtEnd ? gap : current.span,
          label: isAtEnd ? "something is missing here" : "",
          help: "write  \(word) \(name.text) = …",
          fix: begins ? .init(Span(current.span.start, current.span.start), "= ") : nil))
      // The value stands there; only the sign is missing.
      return begins
    }
  }

  /// Skips the rest of a statement that could not be read.
  mutating func giveUp() -> Statement.Kind {
    skipStatement()
    return .invalid
  }
}
