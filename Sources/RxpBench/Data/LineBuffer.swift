/// The bytes of the line being made.
struct LineBuffer {
  private(set) var bytes: [UInt8] = []
  private static let consonants = Array("bcdfghjklmnpqrstvwz".utf8)
  private static let vowels = Array("aeiou".utf8)

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  mutating func add(byte: UInt8) { bytes.append(byte) }

  /// Decimal digits, with zeros in front up to `width`.
  mutating func add(_ number: Int, width: Int = 1) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < width
    bytes[start...].reverse()
  }

  /// A pronounceable word: consonants and vowels in turn.
  mutating func addWord(length: Int, _ random: inout RandomNumbers) {
    for place in 0..<length {
      bytes.append(random.pick(place % 2 == 0 ? Self.consonants : Self.vowels))
    }
  }

  /// A word by itself.
  static func word(length: Int, _ random: inout RandomNumbers) -> [UInt8] {
    var line = LineBuffer()
    line.addWord(length: length, &random)
    return line.bytes
  }
}
