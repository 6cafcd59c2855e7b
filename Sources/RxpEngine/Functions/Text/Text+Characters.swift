import CSystem
import RxpText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Text {
  /// How many characters, as a reader counts them: grapheme clusters. A carriage return with its
  /// newline is one; bytes that are no UTF-8 count as the replacement characters that Swift would
  /// show for them.
  var characterCount: Int {
    withBytes { bytes in
      Text.countOfSimple(bytes) ?? String(decoding: bytes, as: UTF8.self).count
    }
  }

  /// The count where every scalar is a character of its own: ASCII, Latin, Greek, Cyrillic, kana and
  /// Han without combining marks. nil for all else: then Swift's own rules decide.
  private static func countOfSimple(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if hasOneBytePerCharacter(bytes) { return bytes.count }
    var count = 0
    var at = 0
    while at < bytes.count {
      let length = lengthOfSimple(bytes, at)
      if length == 0 { return nil }
      at += length
      count += 1
    }
    return count
  }

  /// Whether all is ASCII without a carriage return, which may be one character with a newline.
  fileprivate static func hasOneBytePerCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    return csys_is_ascii(start, bytes.count) != 0 && memchr(start, 0x0D, bytes.count) == nil
  }

  /// The bytes of a scalar (or of CR LF) that never joins with what stands around it, if what
  /// stands around it is of the same kind; 0 for any other.
  private static func lengthOfSimple(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    func isRest(_ offset: Int) -> Bool { offset < bytes.count && bytes[offset] & 0xC0 == 0x80 }
    switch bytes[at] {
    case 0x0D: return at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    case 0..<0x80: return 1
    // U+0080–U+02FF, U+0380–U+047F: no marks among them.
    case 0xC2...0xCB, 0xCE...0xD1: return isRest(at + 1) ? 2 : 0
    // U+3040–U+307F and U+30C0–U+30FF, but not the voicing marks between; U+4000–U+9FFF.
    case 0xE3:
      return isRest(at + 1) && isRest(at + 2) && (bytes[at + 1] == 0x81 || bytes[at + 1] == 0x83)
        ? 3 : 0
    case 0xE4...0xE9: return isRest(at + 1) && isRest(at + 2) ? 3 : 0
    default: return 0
    }
  }

  /// The bytes from one offset to another, as far as they exist.
  func slice(_ from: Int, _ to: Int) -> Text {
    withBytes { bytes in
      let low = max(0, min(from, bytes.count))
      return Text(UnsafeBufferPointer(rebasing: bytes[low..<max(low, min(to, bytes.count))]))
    }
  }

  /// Where the characters stand in the bytes.
  var characters: Characters { withBytes { Characters($0) } }

  /// The characters from one place to another, with their bytes as they are.
  func slice(_ part: Range<Int>, of characters: Characters) -> Text {
    slice(characters.offset(part.lowerBound), characters.offset(part.upperBound))
  }

  /// The bounds of the characters of a text, in bytes.
  struct Characters {
    let count: Int
    /// Where each begins and, after them, where the last ends; nil where each is one byte.
    private let offsets: [Int]?

    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
      if Text.hasOneBytePerCharacter(bytes) {
        count = bytes.count
        offsets = nil
      } else {
        let found =
          String(validating: bytes, as: UTF8.self).map(Characters.offsets(of:))
          ?? Characters.offsets(ofBroken: bytes)
        count = found.count - 1
        offsets = found
      }
    }

    private static func offsets(of string: String) -> [Int] {
      var offsets = [0]
      var at = 0
      for character in string {
        at += character.utf8.count
        offsets.append(at)
      }
      return offsets
    }

    /// Replacement characters stand in the string where the bytes are no UTF-8; the offsets are
    /// those of the bytes.
    private static func offsets(ofBroken bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
      var offsets = [0]
      var at = 0
      for character in String(decoding: bytes, as: UTF8.self) {
        for _ in character.unicodeScalars where at < bytes.count {
          at += bytes.decodeScalar(at: at).length
        }
        offsets.append(at)
      }
      return offsets
    }

    /// The byte at which a character begins; for the count, where the text ends.
    func offset(_ place: Int) -> Int { offsets?[place] ?? place }

    /// The character that a byte belongs to.
    func place(ofByte offset: Int) -> Int {
      guard let offsets else { return offset }
      var low = 0
      var high = count
      while low < high {
        let middle = low + (high - low + 1) / 2
        if offsets[middle] <= offset { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }
}
