/// Cuts bytes into characters as a reader counts them (grapheme clusters), with their bytes as they
/// are. The last one is held back until the next begins, or nothing more is there.
struct CharacterSplitter: InputSplitter {
  /// A character that is longer comes in pieces.
  static let longestCharacter = 4096

  private var held: [UInt8] = []

  let keepsBytes = true
  var isOpen: Bool { !held.isEmpty }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [Text] {
    held += bytes
    let tail = held.suffix(CharacterSplitter.unfinishedTail(held))
    var characters = CharacterSplitter.characters(Array(held.dropLast(tail.count)))
    guard let last = characters.last else { return [] }
    if last.count > CharacterSplitter.longestCharacter {
      held = Array(tail)
    } else {
      characters.removeLast()
      held = last.bytes + tail
    }
    return characters
  }

  mutating func settle() -> [Text] {
    let tail = CharacterSplitter.unfinishedTail(held)
    let whole = held.dropLast(tail)
    held = Array(held.suffix(tail))
    return CharacterSplitter.characters(Array(whole))
  }

  mutating func finish() -> [Text] {
    defer { held = [] }
    return CharacterSplitter.characters(held)
  }

  mutating func giveBack() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// The characters of bytes.
  static func characters(_ bytes: [UInt8]) -> [Text] {
    if bytes.isEmpty { return [] }
    let text = Text(bytes)
    let characters = text.characters
    return (0..<characters.count).map { text.slice($0..<$0 + 1, of: characters) }
  }

  /// How many bytes at the end are the beginning of a scalar whose rest has not come.
  static func unfinishedTail(_ bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 && byte < 0xF5 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
      return byte < 0xF5 && length > count ? count : 0
    }
    return 0
  }
}
