import RxpText

extension Printer {
  /// How tightly an expression is bound, as in the table of operators.
  private enum Binding {
    static let not = 6
    static let minus = 11
    static let postfix = 12
    static let operand = 13
  }

  func flat(_ expression: Expression) -> String { self.expression(expression, 0, .endless) }

  /// An expression without the parentheses that mean nothing.
  func stripped(_ expression: Expression) -> Expression {
    var result = expression
    while case .parenthesized(let pipeline) = result.kind, result.span != Printer.kept,
      let inner = pipeline.onlyExpression
    {
      result = inner
    }
    return result
  }

  private func binding(_ expression: Expression) -> Int {
    switch expression.kind {
    case .lambda, .conditional: 1
    case .binary(let op, _, _, _): op.precedence
    case .unary(.not, _): Binding.not
    case .unary(.minus, _): Binding.minus
    case .int(let value): value < 0 ? Binding.minus : Binding.operand
    default: Binding.operand
    }
  }

  /// An expression where one bound at least so tightly must stand.
  func expression(_ expression: Expression, _ least: Int, _ place: Place) -> String {
    let expression = stripped(expression)
    if binding(expression) < least {
      return "(" + bare(expression, place.after("(")) + ")"
    }
    return bare(expression, place)
  }

  private func bare(_ expression: Expression, _ place: Place) -> String {
    switch expression.kind {
    case .nothing: return "nil"
    case .bool(let value): return String(value)
    case .int(let value): return String(value)
    case .double(_, let text), .duration(_, let text): return text
    case .string(let text, let raw):
      let isRaw = raw && !text.utf8.contains { [0x27, 0x0A, 0x0D].contains($0) }
      return isRaw ? "'\(text)'" : "\"\(escaped(text))\""
    case .interpolated(let parts): return "\"" + parts.map(part).joined() + "\""
    case .regex(let pattern, let flags): return "/\(pattern)/\(flags)"
    case .name(let name): return name
    case .list(let items):
      return bracketed("[", items.count, "]", place) { self.expression(items[$0], 0, $1) }
    case .record(let fields):
      return bracketed("{", fields.count, "}", place) { field(fields[$0], $1) }
    case .member(nil, let name): return "." + name.text
    case .member(let base?, let name):
      return self.expression(base, Binding.postfix, place) + "." + name.text
    case .index(let base, let index):
      let text = self.expression(base, Binding.postfix, place) + "["
      return text + self.expression(index, 0, place.after(text)) + "]"
    case .call(let callee, let arguments):
      let text = self.expression(callee, Binding.postfix, place)
      return text
        + bracketed("(", arguments.count, ")", place.after(text)) { argument(arguments[$0], $1) }
    case .lambda(let parameters, let body):
      let text = (parameters.count == 1 ? parameters[0].text : names(parameters)) + " => "
      return text + self.expression(body, 0, place.after(text))
    case .conditional(let condition, let then, let otherwise):
      var text = "if "
      text += self.expression(condition, 0, place.after(text)) + " then "
      text += self.expression(then, 0, place.after(text)) + " else "
      return text + self.expression(otherwise, 0, place.after(text))
    case .unary(.not, let operand):
      // Whoever wrote `not (a == b)` was in doubt, and so is the next reader.
      if case .parenthesized = operand.kind, case .binary = stripped(operand).kind {
        return "not (" + self.expression(operand, 0, place.after("not (")) + ")"
      }
      let text = self.expression(operand, Binding.not, place.after("not "))
      return looksLikeDivision(text) ? "not (\(text))" : "not " + text
    case .unary(.minus, let operand):
      return "-" + self.expression(operand, Binding.minus, place.after("-"))
    case .binary(let op, let left, let right, _): return binary(op, left, right, place)
    case .parenthesized(let pipeline):
      // Two steps, so that its stages stand apart from those around it.
      return "(" + self.pipeline(pipeline, place.after("("), hanging: 2 * Self.step) + ")"
    case .invalid: return ""
    }
  }

  private func binary(
    _ op: BinaryOperator, _ left: Expression, _ right: Expression, _ place: Place
  ) -> String {
    let own = op.precedence
    let groupsRight = op == .coalesce
    let chains = own > BinaryOperator.range.precedence || [.or, .and].contains(op)
    var text = expression(left, chains ? own : own + 1, place)
    let sign = op == .range ? op.rawValue : " \(op.rawValue) "
    let rest = expression(right, groupsRight ? own : own + 1, place.after(text + sign))
    // Three points in a row would be read as one sign.
    text += op == .range && rest.hasPrefix(".") ? " \(op.rawValue) " : sign
    return text + rest
  }

  /// Whether a text begins with a regular expression whose first character is a blank: behind a
  /// word it would divide.
  func looksLikeDivision(_ text: String) -> Bool { text.hasPrefix("/ ") || text.hasPrefix("/\t") }

  private func part(_ part: StringPart) -> String {
    switch part {
    case .text(let text): escaped(text)
    case .value(let value): "\\(\(flat(value)))"
    }
  }

  private func field(_ field: RecordField, _ place: Place) -> String {
    guard let value = field.value else { return field.key.text }
    let key = key(field.key.text) + ": "
    return key + expression(value, 0, place.after(key))
  }

  private func key(_ text: String) -> String {
    let isNumber =
      !text.isEmpty && text.utf8.count < 19 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber || Words.isName(text) ? text : "\"\(escaped(text))\""
  }

  func argument(_ argument: Argument, _ place: Place) -> String {
    guard let label = argument.label else { return expression(argument.value, 0, place) }
    let text = label.text + ": "
    return text + expression(argument.value, 0, place.after(text))
  }

  /// Arguments separated by commas.
  func list(_ arguments: [Argument], _ place: Place) -> String {
    var text = ""
    var place = place
    for (index, argument) in arguments.enumerated() {
      if index > 0 { text += ", " }
      let written = self.argument(argument, place)
      text += written
      place = place.after(written + ", ")
    }
    return text
  }

  /// Items in brackets: in a row where they fit the line, else under each other.
  private func bracketed(
    _ open: String, _ count: Int, _ close: String, _ place: Place,
    _ item: (Int, Place) -> String
  ) -> String {
    // One item alone gains nothing from a line of its own.
    if count == 0 { return open + close }
    if count == 1 { return open + item(0, place.after(open)) + close }
    let row = open + (0..<count).map { item($0, .endless) }.joined(separator: ", ") + close
    if place.isEndless || (!row.contains("\n") && place.column + columns(row) <= Self.width) {
      return row
    }
    let indent = place.indent + Self.step
    let inner = Place(column: indent, indent: indent)
    let lines = (0..<count).map { blanks(indent) + item($0, inner) }
    return open + "\n" + lines.joined(separator: ",\n") + "\n" + blanks(place.indent) + close
  }
}
