import RxpText

extension Parser {
  /// An expression, as far as it goes. `first` is its first operand, where that has been read.
  mutating func parseExpression(from first: Expression? = nil) -> Expression {
    let outer = height
    height = 0
    var operands = [parseBinary(atLeast: BinaryOperator.coalesce.precedence + 1, from: first)]
    var signs: [Span] = []
    var highest = height
    while case .infix(.coalesce) = kind {
      signs.append(current.span)
      advance()
      join()
      height = 0
      operands.append(parseBinary(atLeast: BinaryOperator.coalesce.precedence + 1))
      highest = max(highest, height) + 1
      grow(to: highest)
    }
    // From the right: `a ?? b ?? c` asks for b only where a is nil.
    var result = operands.removeLast()
    while let left = operands.popLast(), let sign = signs.popLast() {
      result = binary(.coalesce, left, result, sign)
    }
    height = max(outer, highest)
    return kind == .foreign(.question) ? parseTernary(condition: result) : result
  }

  /// Operands joined by operators that bind at least so tightly.
  private mutating func parseBinary(atLeast minimum: Int, from first: Expression? = nil)
    -> Expression
  {
    let outer = height
    height = 0
    var left = first.map { parsePostfix(after: $0) } ?? parsePrefix()
    var highest = height
    while let op = infixOperator(), op.precedence >= minimum {
      let sign = takeOperator()
      height = 0
      let right = parseBinary(atLeast: op.precedence + 1)
      highest = max(highest, height) + 1
      grow(to: highest)
      checkChain(op, sign, left, right)
      left = binary(op, left, right, sign)
    }
    height = max(outer, highest)
    return left
  }

  private func binary(_ op: BinaryOperator, _ left: Expression, _ right: Expression, _ sign: Span)
    -> Expression
  {
    Expression(.binary(op, left, right, operatorSpan: sign), left.span.union(right.span))
  }

  /// The operator that the current token is after an operand; nil where the expression ends.
  func infixOperator() -> BinaryOperator? {
    switch kind {
    case .infix(let op): return op
    case .name: return Words.infix[current.word]
    case .send: return stops.contains(.send) ? nil : .less
    case .assign: return stops.isDisjoint(with: [.send, .assign]) ? .equal : nil
    case .foreign(.doubleBar): return isDoubleBarPipe() ? nil : .or
    default: return nil
    }
  }

  /// Takes an operator and gives its place.
  private mutating func takeOperator() -> Span {
    switch kind {
    case .send:
      // `len <-3`: less than minus three.
      current.span.end = current.span.start + 1
      current.kind = .infix(.less)
      lexer.offset = current.span.end
    case .assign:
      report(
        Diagnostic(
          "E0207", "`=` compares nothing", at: current.span, label: "write `==`",
          help: "`==` compares; `=` stands in `let name = …` and `name = …`",
          fix: .init(current.span, "==")))
    case .foreign: reportDoubleBar(meant: "or")
    default: break
    }
    let sign = current.span
    advance()
    join()
    return sign
  }

  /// Comparisons and ranges do not chain.
  private mutating func checkChain(
    _ op: BinaryOperator, _ sign: Span, _ left: Expression, _ right: Expression
  ) {
    guard case .binary(let before, _, let middle, let beforeSign) = left.kind,
      before.precedence == op.precedence
    else { return }
    if op == .range {
      return reportPast(
        Diagnostic(
          "E0210", "a range has two ends", at: sign, label: "this would be a third",
          also: [.init(beforeSign, "the range is here")]))
    }
    guard op.precedence == BinaryOperator.equal.precedence else { return }
    reportPast(
      Diagnostic(
        "E0210", "comparisons cannot be chained", at: sign, label: "the second one",
        also: [.init(beforeSign, "the first one")],
        help: "write  \(excerpt(left.span)) and \(excerpt(middle.span)) \(source[sign]) "
          + excerpt(right.span),
        fix: middle.span.end - middle.span.start > 200
          ? nil : .init(sign, "and \(source[middle.span]) \(source[sign])")))
  }

  /// Whether `||` was meant to join stages: a name follows and, where an operand could stand too,
  /// it has an argument after it.
  private func isDoubleBarPipe() -> Bool {
    let look = lexer.glance(from: current.span.end)
    let end = lexer.nameEnd(from: look.offset)
    guard end > look.offset else { return false }
    let word = source[Span(look.offset, end)]
    if Words.reserved.contains(word) || word == "it" || word == "acc" { return false }
    let next = lexer.glance(from: end)
    if next.spaced, lexer.startsOperand(next) { return true }
    return !stops.contains(.arguments) && next.byte != UInt8(ascii: "(")
      && next.byte != UInt8(ascii: ".")
  }

  mutating func reportDoubleBar(meant: String) {
    report(
      Diagnostic(
        "E0206", "`||` is not an operator here", at: current.span, label: "write `\(meant)`",
        help: "`|` joins stages, `or` joins conditions", fix: .init(current.span, meant)))
  }

  /// `not x`, `-x`, or an operand.
  private mutating func parsePrefix() -> Expression {
    let sign = current.span
    switch kind {
    case .infix(.subtract):
      return nested { parser in
        parser.advance()
        parser.join()
        if let least = parser.leastInteger(after: sign) { return least }
        let operand = parser.parsePrefix()
        return Expression(.unary(.minus, operand), sign.union(operand.span))
      } ?? Expression(.invalid, sign)
    case .foreign(.exclamation):
      report(
        Diagnostic(
          "E0206", "`!` is not an operator here", at: sign, label: "write `not`",
          help: "`not` negates a condition", fix: .init(sign, "not ")))
      return negation(sign) { $0.parsePrefix() }
    case .name where current.word == "not":
      return negation(sign) { $0.parseBinary(atLeast: BinaryOperator.equal.precedence) }
    default: return parseOperand()
    }
  }

  private mutating func negation(_ sign: Span, _ operand: (inout Parser) -> Expression)
    -> Expression
  {
    nested { parser in
      parser.advance()
      parser.join()
      let operand = operand(&parser)
      return Expression(.unary(.not, operand), sign.union(operand.span))
    } ?? Expression(.invalid, sign)
  }

  /// `-9223372036854775808`, whose digits alone are too large.
  private mutating func leastInteger(after sign: Span) -> Expression? {
    guard kind == .int(UInt64(Int.min.magnitude)), current.span.start == sign.end else {
      return nil
    }
    let span = sign.union(current.span)
    advance()
    return Expression(.int(.min), span)
  }

  /// `c ? a : b` of other languages: told, and read as a choice.
  private mutating func parseTernary(condition: Expression) -> Expression {
    let sign = current.span
    return nested { parser in
      parser.advance()
      parser.join()
      let then = parser.parseExpression()
      var fix: Diagnostic.Fix?
      var otherwise = Expression(.invalid, sign)
      if parser.kind == .colon {
        parser.advance()
        parser.join()
        otherwise = parser.parseExpression()
        let whole = condition.span.union(otherwise.span)
        fix = parser.rewriting(whole) {
          let texts = [condition, then, otherwise].map { parser.source[$0.span] }
          return "if \(texts[0]) then \(texts[1]) else \(texts[2])"
        }
      }
      parser.reportPast(
        Diagnostic(
          "E0206", "`?` is not an operator here", at: sign,
          help:
            "a choice is written  \(fix.flatMap { $0.text.utf8.count <= 60 ? $0.text : nil } ?? "if c then a else b")",
          fix: fix))
      let span = condition.span.union(then.span).union(otherwise.span)
      return Expression(.conditional(condition, then: then, otherwise: otherwise), span)
    } ?? condition
  }
}
