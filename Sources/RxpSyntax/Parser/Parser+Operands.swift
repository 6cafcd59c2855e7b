import RxpText

extension Parser {
  /// An operand with what is attached to it: `f(x)`, `.name`, `[i]`; or a lambda or a choice, which
  /// go as far as an expression goes.
  mutating func parseOperand() -> Expression {
    if kind == .name, lexer.arrowFollows(current.span.end) { return parseLambda() }
    if kind == .open(.round), lexer.isParameterList(at: current.span.start) {
      return parseLambda()
    }
    if isWord("if") { return parseChoice() }
    return parsePostfix(after: parsePrimary())
  }

  /// Calls, fields and indices directly behind an operand.
  mutating func parsePostfix(after first: Expression) -> Expression {
    var result = first
    let outer = height
    var highest = height
    // A qualified name at the head of a stage has been read with its field.
    if case .member = first.kind { highest = max(highest, 1) }
    while !current.spaceBefore, !isInvalid(result) {
      height = 0
      let start = result.span.start
      switch kind {
      case .dot:
        let dot = current.span
        advance()
        guard kind == .name, !current.spaceBefore else {
          reportMissingField(after: dot)
          return result
        }
        let name = Name(current.word, current.span)
        advance()
        result = Expression(.member(result, name), Span(start, name.span.end))
      case .open(.round):
        let arguments = parseCallArguments()
        result = Expression(.call(result, arguments), Span(start, max(start, previous.end)))
      case .open(.square):
        let index = parseIndex()
        result = Expression(.index(result, index), Span(start, max(start, previous.end)))
      default:
        height = max(outer, highest)
        return result
      }
      highest = max(highest, height) + 1
      grow(to: highest)
    }
    height = max(outer, highest)
    return result
  }

  private mutating func reportMissingField(after dot: Span) {
    var help: String?
    if case .int = kind { help = "an item of a list is written  it[0]" }
    report(
      Diagnostic(
        "E0221", "after `.` the name of a field must follow", at: isAtEnd ? dot : current.span,
        help: help))
    if case .int = kind { advance() }
  }

  private mutating func parseCallArguments() -> [Argument] {
    bracketed(.round) { parser in
      var arguments: [Argument] = []
      var lastLabel: Name?
      parser.parseItems { parser in
        parser.appendArgument(to: &arguments, &lastLabel)
        return arguments.last?.value.span.start ?? parser.previous.end
      }
      return arguments
    } ?? []
  }

  private mutating func parseIndex() -> Expression {
    let place = current.span
    return bracketed(.square) { parser in
      let index = parser.parseExpression()
      if parser.kind == .comma {
        parser.report(
          Diagnostic(
            "E0201", "one index stands in `[ ]`", at: parser.current.span,
            help: "a part of a list is  slice(it, 1, 3)"))
        parser.recover()
        while parser.kind == .comma {
          parser.advance()
          parser.recover()
        }
      }
      return index
    } ?? Expression(.invalid, place)
  }

  private mutating func parsePrimary() -> Expression {
    let token = current
    switch kind {
    case .int(let magnitude):
      advance()
      guard let value = Int(exactly: magnitude) else {
        lexer.reportTooLarge(token.span)
        return Expression(.invalid, token.span)
      }
      return Expression(.int(value), token.span)
    case .double(let value):
      advance()
      return Expression(.double(value, text: source[token.span]), token.span)
    case .duration(let nanoseconds):
      advance()
      return Expression(
        .duration(nanoseconds: nanoseconds, text: source[token.span]), token.span)
    case .rawString(let text):
      advance()
      return Expression(.string(text, raw: true), token.span)
    case .doubleQuote: return parseString()
    case .infix(.divide):
      current = lexer.regex(at: current)
      return parsePrimary()
    case .regex(let pattern, let flags):
      let span = current.span
      advance()
      return Expression(.regex(pattern: pattern, flags: flags), span)
    case .open(.round): return parseParenthesized()
    case .open(.square): return parseList()
    case .open(.curly): return parseRecord()
    case .dot where lexer.isNameStart(at: token.span.end):
      advance()
      let name = Name(current.word, current.span)
      advance()
      return Expression(.member(nil, name), token.span.union(name.span))
    case .name: return parseWord()
    case .invalid:
      toldAt = token.span.start
      advance()
      return Expression(.invalid, token.span)
    default:
      reportMissingExpression()
      return Expression(.invalid, isAtEnd ? gap : Span(token.span.start, token.span.start))
    }
  }

  private mutating func parseWord() -> Expression {
    let word = current.word
    let span = current.span
    switch word {
    case "nil", "true", "false":
      advance()
      return Expression(word == "nil" ? .nothing : .bool(word == "true"), span)
    case "then", "else":
      reportMissingExpression()
      return Expression(.invalid, Span(span.start, span.start))
    case _ where Words.infix[word] != nil && lexer.byte(span.end) != UInt8(ascii: "("):
      reportMissingExpression()
      return Expression(.invalid, Span(span.start, span.start))
    default:
      advance()
      return Expression(.name(word), span)
    }
  }
}
