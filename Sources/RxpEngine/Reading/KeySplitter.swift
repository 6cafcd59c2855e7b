/// Makes keys of the bytes that a terminal sends: characters stand for themselves, other keys have
/// names: `enter`, `up`, `f5`, `ctrl-a`, `alt-x`, `ctrl-shift-left`. Sequences as xterm, the Linux
/// console and their relatives send them; what is none of them is left out.
struct KeySplitter: InputSplitter {
  /// Longer ones are no keys.
  private static let longestSequence = 32

  private var held: [UInt8] = []

  let keepsBytes = false
  var isOpen: Bool { !held.isEmpty }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [Text] {
    held += bytes
    return take(isLast: false)
  }

  mutating func settle() -> [Text] { take(isLast: true) }
  mutating func finish() -> [Text] { take(isLast: true) }

  mutating func giveBack() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// The keys of what is held; `isLast`: nothing follows it.
  private mutating func take(isLast: Bool) -> [Text] {
    var keys: [Text] = []
    var rest = held[...]
    while !rest.isEmpty {
      guard let step = KeySplitter.next(rest, isLast: isLast) else { break }
      keys += step.keys
      rest = rest.dropFirst(max(1, step.count))
    }
    held = Array(rest)
    return keys
  }

  /// Keys at the start of some bytes, and how many bytes they are.
  private typealias Step = (keys: [Text], count: Int)

  /// nil where more bytes are needed.
  private static func next(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return escape(bytes, isLast: isLast) }
    if let name = control(first) { return ([Text(name)], 1) }
    // Characters, as far as they go.
    let run = Array(bytes.prefix { $0 >= 0x20 && $0 != 0x7F })
    let isAtEnd = run.count == bytes.count
    let tail = isAtEnd && !isLast ? CharacterSplitter.unfinishedTail(run) : 0
    if tail == run.count { return nil }
    let whole = Array(run.dropLast(tail))
    return (CharacterSplitter.characters(whole), whole.count)
  }

  /// A key that is one byte.
  private static func control(_ byte: UInt8) -> String? {
    switch byte {
    case 0x00: "ctrl-space"
    case 0x08, 0x7F: "backspace"
    case 0x09: "tab"
    case 0x0A, 0x0D: "enter"
    case 0x1B: "escape"
    case 0x01...0x1A: "ctrl-" + String(UnicodeScalar(byte + 0x60))
    case 0x1C...0x1F: "ctrl-" + String(UnicodeScalar(byte + 0x40))
    default: nil
    }
  }

  private static func escape(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return isLast ? (["escape"], 1) : nil }
    switch second {
    case 0x1B: return (["escape"], 1)
    case UInt8(ascii: "["):
      if let step = sequence(bytes) { return step }
      if !isLast, bytes.count < longestSequence { return nil }
    case UInt8(ascii: "O"):
      if let final = rest.dropFirst().first {
        // The keypad sends M for its Enter.
        let name = final == UInt8(ascii: "M") ? "enter" : letters[final]
        if let name { return ([Text(name)], 3) }
      } else if !isLast {
        return nil
      }
    default: break
    }
    // Alt with a key sends an escape before it.
    guard let step = next(rest, isLast: isLast), let key = step.keys.first else { return nil }
    return ([Text("alt-") + key], 1 + (control(second) == nil ? key.count : 1))
  }

  /// `ESC [ numbers ; … final`; nil where it has no end yet.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Step? {
    let body = bytes.dropFirst(2)
    // The Linux console's F1 to F5.
    if body.first == UInt8(ascii: "[") {
      guard let letter = body.dropFirst().first else { return nil }
      let number = Int(letter) - 0x40
      return ((1...5).contains(number) ? [Text("f\(number)")] : [], 4)
    }
    let parameters = body.prefix { (0x20...0x3F).contains($0) }
    guard let final = body.dropFirst(parameters.count).first else { return nil }
    let count = 2 + parameters.count + ((0x40...0x7E).contains(final) ? 1 : 0)
    let numbers = String(decoding: parameters, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 1 }
    let modifiers = numbers.count > 1 ? KeySplitter.modifiers(numbers[1]) : ""
    let name: String?
    switch final {
    case UInt8(ascii: "~"): name = numbers.first.flatMap { tildes[$0] }
    case UInt8(ascii: "Z"): name = modifiers.isEmpty ? "shift-tab" : "tab"
    default: name = letters[final]
    }
    return (name.map { [Text(modifiers + $0)] } ?? [], count)
  }

  /// xterm sends 1 and the sum of the keys that are held.
  private static func modifiers(_ number: Int) -> String {
    guard (2...16).contains(number) else { return "" }
    let bits = number - 1
    return (bits & 4 != 0 ? "ctrl-" : "") + (bits & 2 != 0 ? "alt-" : "")
      + (bits & 1 != 0 ? "shift-" : "") + (bits & 8 != 0 ? "meta-" : "")
  }

  private static let letters: [UInt8: String] = [
    UInt8(ascii: "A"): "up", UInt8(ascii: "B"): "down", UInt8(ascii: "C"): "right",
    UInt8(ascii: "D"): "left", UInt8(ascii: "H"): "home", UInt8(ascii: "F"): "end",
    UInt8(ascii: "P"): "f1", UInt8(ascii: "Q"): "f2", UInt8(ascii: "R"): "f3",
    UInt8(ascii: "S"): "f4",
  ]

  private static let tildes: [Int: String] = [
    1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
    11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9",
    21: "f10", 23: "f11", 24: "f12",
  ]
}
