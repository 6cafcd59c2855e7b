/// RFC 8259 read by the letter and slowly: whether bytes are one JSON document. Depth as in CJson.
struct JsonReference {
  private var rest: ArraySlice<UInt8>
  private var depth = 0

  static func accepts(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard String(validating: text, as: UTF8.self) != nil else { return false }
    var reader = JsonReference(rest: text)
    return reader.value() && reader.rest.isEmpty
  }

  private mutating func blanks() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeAny(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits() -> Bool {
    guard takeAny("0123456789") else { return false }
    while takeAny("0123456789") {}
    return true
  }

  private mutating func value() -> Bool {
    blanks()
    defer { blanks() }
    if take("{") { return list(until: "}") { $0.member() } }
    if take("[") { return list(until: "]") { $0.value() } }
    if rest.first == UInt8(ascii: "\"") { return string() }
    for word in ["true", "false", "null"] where rest.starts(with: word.utf8) {
      rest = rest.dropFirst(word.utf8.count)
      return true
    }
    return number()
  }

  private mutating func list(
    until end: Character, _ item: (inout JsonReference) -> Bool
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    if depth > 1024 { return false }
    blanks()
    if take(end) { return true }
    repeat {
      guard item(&self) else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    blanks()
    guard string() else { return false }
    blanks()
    return take(":") && value()
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if takeAny("eE") {
      _ = takeAny("+-")
      if !digits() { return false }
    }
    return true
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        if takeAny("\"\\/bfnrt") { continue }
        guard take("u") else { return false }
        for _ in 0..<4 where !takeAny("0123456789abcdefABCDEF") { return false }
      case ..<0x20: return false
      default: continue
      }
    }
    return false
  }
}
