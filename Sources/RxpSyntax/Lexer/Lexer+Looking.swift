import RxpText

/// Looking ahead in bytes, without reading tokens: what follows decides how a word is meant.
extension Lexer {
  /// The first byte that is no blank, on the same line.
  struct Glance {
    /// 0 at the end of the line or before a comment.
    var byte: UInt8
    var offset: Int
    /// Whether a blank stands before it.
    var spaced: Bool
  }

  func glance(from start: Int) -> Glance {
    var offset = start
    while [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte(offset)) {
      offset += 1
    }
    let found = byte(offset)
    let ends = found == UInt8(ascii: "\n") || found == UInt8(ascii: "#")
    return Glance(byte: ends ? 0 : found, offset: offset, spaced: offset > start)
  }

  /// The first byte that is no blank, line break or comment.
  func glanceAcrossLines(from start: Int) -> Glance {
    var look = glance(from: start)
    while look.byte == 0, look.offset < bytes.count {
      let next = min(endOfLine(from: look.offset) + 1, bytes.count)
      // A lone NUL is no end of a line; without this the search would not move on.
      if next <= look.offset { return look }
      look = glance(from: next)
    }
    look.spaced = look.offset > start
    return look
  }

  /// Whether a bracket that is open at an offset is closed later, before a line that begins with a
  /// word at its very beginning. A rough search, for the choice between two messages.
  func isClosed(_ bracket: Bracket, from start: Int) -> Bool {
    var open: [Bracket] = []
    var offset = start
    let end = min(bytes.count, start + 1024)
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "("): open.append(.round)
      case UInt8(ascii: "["): open.append(.square)
      case UInt8(ascii: "{"): open.append(.curly)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() != nil else { return bytes[offset] == bracket.close.utf8.first }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let lineEnd = endOfLine(from: offset)
        let quote = bytes[offset]
        offset = bytes[(offset + 1)..<max(offset + 1, lineEnd)].firstIndex(of: quote) ?? lineEnd
      case UInt8(ascii: "\n") where isNameStart(at: offset + 1): return false
      default: break
      }
      offset += 1
    }
    return false
  }

  func isNameStart(at offset: Int) -> Bool { nameEnd(from: offset) > offset }

  /// The name that begins at an offset; empty where none begins.
  func word(at start: Int) -> String { source[Span(start, nameEnd(from: start))] }

  /// The end of the name that begins at an offset; the offset itself where none begins.
  func nameEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        end += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where end > start: end += 1
      case 0x80...:
        let (scalar, length) = bytes.decodeScalar(at: end)
        guard let scalar,
          end > start ? scalar.properties.isXIDContinue : scalar.properties.isXIDStart
        else { return end }
        end += length
      default: return end
      }
    }
    return end
  }

  /// Whether what has been glanced at can begin an operand rather than go on with an expression.
  func startsOperand(_ look: Glance) -> Bool {
    switch look.byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      return true
    case UInt8(ascii: "."): return look.spaced && isNameStart(at: look.offset + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "!"):
      return look.spaced && glance(from: look.offset + 1).offset == look.offset + 1
    case UInt8(ascii: "/"):
      return look.spaced && glance(from: look.offset + 1).offset == look.offset + 1
        && regexClose(from: look.offset) != nil
    default:
      let end = nameEnd(from: look.offset)
      guard end > look.offset else { return false }
      let word = source[Span(look.offset, end)]
      if word == "then" || word == "else" { return false }
      return Words.infix[word] == nil || byte(end) == UInt8(ascii: "(")
    }
  }

  /// Whether `=>` (or `->` and other arrows, which are told and read as `=>`) follows on the same
  /// line.
  func arrowFollows(_ start: Int) -> Bool {
    let look = glance(from: start)
    if look.byte == 0xE2 {
      let scalar = bytes.decodeScalar(at: look.offset).scalar
      return scalar == "\u{2192}" || scalar == "\u{21D2}"
    }
    return (look.byte == UInt8(ascii: "=") || look.byte == UInt8(ascii: "-"))
      && byte(look.offset + 1) == UInt8(ascii: ">")
  }

  /// Whether `:` follows on the same line, so that the name before it is a label.
  func colonFollows(_ start: Int) -> Bool {
    let look = glance(from: start)
    return look.byte == UInt8(ascii: ":") && byte(look.offset + 1) != UInt8(ascii: "=")
  }

  /// Whether the bracket at an offset holds names only and is followed by `=>`.
  func isParameterList(at start: Int) -> Bool {
    var offset = start + 1
    while true {
      let look = glanceAcrossLines(from: offset)
      if look.byte == UInt8(ascii: ")") { return arrowFollows(look.offset + 1) }
      let end = nameEnd(from: look.offset)
      if end > look.offset {
        offset = end
      } else if look.byte == UInt8(ascii: ",") {
        offset = look.offset + 1
      } else {
        return false
      }
    }
  }
}
