import RxpText

extension Lexer {
  mutating func punctuation(_ first: UInt8, glued: Bool) -> TokenKind {
    let second = byte(offset + 1)
    switch Character(Unicode.Scalar(first)) {
    case "(": return sign(.open(.round), 1)
    case ")": return sign(.close(.round), 1)
    case "[": return sign(.open(.square), 1)
    case "]": return sign(.close(.square), 1)
    case "{": return sign(.open(.curly), 1)
    case "}": return sign(.close(.curly), 1)
    case ",": return sign(.comma, 1)
    case ";": return sign(.foreign(.semicolon), 1)
    case ":": return second == UInt8(ascii: "=") ? foreign(":=", as: "=", .assign) : sign(.colon, 1)
    case "|": return bar(second)
    case "&":
      return second == UInt8(ascii: "&")
        ? foreign("&&", as: "and", .infix(.and)) : sign(.ampersand, 1)
    case ".": return dot(second, glued: glued)
    case "=": return equals(second)
    case "!": return exclamation(second)
    case "<": return less(second)
    case ">":
      return second == UInt8(ascii: "=")
        ? sign(.infix(.greaterOrEqual), 2) : sign(.infix(.greater), 1)
    case "~": return sign(.infix(.matches), 1)
    case "?": return question(second)
    case "+": return sign(.infix(.add), 1)
    case "-":
      return second == UInt8(ascii: ">")
        ? foreign("->", as: "=>", .arrow) : sign(.infix(.subtract), 1)
    case "*":
      return second == UInt8(ascii: "*") ? power("**") : sign(.infix(.multiply), 1)
    case "/": return second == UInt8(ascii: "/") ? foreignComment() : sign(.infix(.divide), 1)
    case "%": return sign(.infix(.remainder), 1)
    case "^": return power("^")
    case "$": return dollar()
    default: return strange(Unicode.Scalar(first), 1)
    }
  }

  private mutating func bar(_ second: UInt8) -> TokenKind {
    switch second {
    case UInt8(ascii: "|"): sign(.foreign(.doubleBar), 2)
    case UInt8(ascii: ">"): foreign("|>", as: "|", .pipe)
    default: sign(.pipe, 1)
    }
  }

  private mutating func dot(_ second: UInt8, glued: Bool) -> TokenKind {
    if second == UInt8(ascii: ".") {
      switch byte(offset + 2) {
      case UInt8(ascii: "."): return foreign("...", as: "..", .infix(.range))
      case UInt8(ascii: "="): return foreign("..=", as: "..", .infix(.range))
      case UInt8(ascii: "<"):
        let span = Span(offset, offset + 3)
        report(
          Diagnostic(
            "E0113", "`..<` is not an operator here", at: span,
            label: "a range holds both its ends",
            help: "write  1..5  for 1, 2, 3, 4, 5;  0..n - 1  for the first n from 0",
            fix: .init(span, "..")))
        return sign(.infix(.range), 3)
      default: return sign(.infix(.range), 2)
      }
    }
    if !glued, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) {
      let dot = Span(offset, offset + 1)
      report(
        Diagnostic(
          "E0112", "a number begins with a digit", at: dot, label: "a digit is missing before it",
          help: "write  0\(source[Span(offset, digitsEnd(from: offset + 1))])",
          fix: .init(dot, "0.")
        ))
      return number()
    }
    return sign(.dot, 1)
  }

  private mutating func equals(_ second: UInt8) -> TokenKind {
    switch second {
    case UInt8(ascii: "="):
      byte(offset + 2) == UInt8(ascii: "=")
        ? foreign("===", as: "==", .infix(.equal)) : sign(.infix(.equal), 2)
    case UInt8(ascii: ">"): sign(.arrow, 2)
    case UInt8(ascii: "~"): foreign("=~", as: "~", .infix(.matches))
    default: sign(.assign, 1)
    }
  }

  private mutating func exclamation(_ second: UInt8) -> TokenKind {
    switch second {
    case UInt8(ascii: "="):
      byte(offset + 2) == UInt8(ascii: "=")
        ? foreign("!==", as: "!=", .infix(.notEqual)) : sign(.infix(.notEqual), 2)
    case UInt8(ascii: "~"): sign(.infix(.notMatches), 2)
    default: sign(.foreign(.exclamation), 1)
    }
  }

  private mutating func less(_ second: UInt8) -> TokenKind {
    switch second {
    case UInt8(ascii: "="): sign(.infix(.lessOrEqual), 2)
    case UInt8(ascii: "-"): sign(.send, 2)
    case UInt8(ascii: "~"):
      byte(offset + 2) == UInt8(ascii: ">") ? sign(.bindBoth, 3) : sign(.bind, 2)
    case UInt8(ascii: ">"): foreign("<>", as: "!=", .infix(.notEqual))
    default: sign(.infix(.less), 1)
    }
  }

  private mutating func question(_ second: UInt8) -> TokenKind {
    if second == UInt8(ascii: "?") { return sign(.infix(.coalesce), 2) }
    if second == UInt8(ascii: "."), isNameStart(at: offset + 2) {
      return foreign("?.", as: ".", .dot)
    }
    return sign(.foreign(.question), 1)
  }
}
