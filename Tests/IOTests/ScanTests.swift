import CSystem
import Testing

@Suite struct ScanTests {
  @Test func masks() {
    var random = SeededGenerator(1)
    for _ in 0..<200 {
      let bytes = (0..<64).map { _ in [UInt8(10), 13, 65, 138].randomElement(using: &random)! }
      for byte: UInt8 in [10, 13, 138] {
        var expected: UInt64 = 0
        for (index, value) in bytes.enumerated() where value == byte { expected |= 1 << index }
        #expect(csys_byte_mask(bytes, byte) == expected)
        if byte == 10 { #expect(csys_newline_mask(bytes) == expected) }
      }
    }
  }

  @Test func equality() {
    var random = SeededGenerator(2)
    for count in 0...70 {
      let a = (0..<count + 16).map { _ in UInt8.random(in: 0...255, using: &random) }
      // What follows the end does not count.
      var b = a
      for index in count..<count + 16 { b[index] = a[index] ^ 1 }
      #expect(csys_equal(a, b, count) == 1)
      #expect(csys_equal_within(a, b, count) == 1)
      for index in 0..<count {
        b[index] ^= 0x80
        #expect(csys_equal(a, b, count) == 0, "byte \(index) of \(count)")
        #expect(csys_equal_within(a, b, count) == 0, "byte \(index) of \(count)")
        b[index] ^= 0x80
      }
    }
  }

  @Test func pieces() {
    var random = SeededGenerator(3)
    for _ in 0..<500 {
      let count = Int.random(in: 0...200, using: &random)
      let text = (0..<count).map { _ in [UInt8(44), 97, 98, 99, 100].randomElement(using: &random)!
      }
      let expected = text.split(separator: 44, omittingEmptySubsequences: false).map(Array.init)
      // What follows the end does not count.
      let bytes = text + [UInt8](repeating: 44, count: 64)
      for index in 0...expected.count {
        var from = 0
        var length = 0
        let isThere = csys_piece(bytes, count, 44, index, &from, &length) == 1
        #expect(isThere == (index < expected.count))
        if isThere { #expect(Array(bytes[from..<from + length]) == expected[index]) }
      }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("007", 7),
      ("999999999999999999", 999_999_999_999_999_999),
      ("-999999999999999999", -999_999_999_999_999_999), ("1000000000000000000", nil), ("", nil),
      ("-", nil), ("+1", nil), (" 1", nil), ("1 ", nil), ("1.0", nil), ("1e3", nil), ("x", nil),
    ] as [(String, Int64?)])
  func wholeNumbers(text: String, expected: Int64?) {
    var number: Int64 = 0
    let bytes = Array(text.utf8) + [0x31]
    let isOne = csys_whole_number(bytes, text.utf8.count, &number) == 1
    #expect((isOne ? number : nil) == expected)
  }

  @Test func hashesOfBytesDependOnThemAlone() {
    var random = SeededGenerator(4)
    var seen: [UInt64: [UInt8]] = [:]
    for count in 0...40 {
      for _ in 0..<50 {
        let text = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let hash = csys_hash(text + [UInt8](repeating: 1, count: 8), count, 9)
        #expect(hash == csys_hash(text + [UInt8](repeating: 200, count: 8), count, 9))
        #expect(seen[hash] == nil || seen[hash] == text)
        seen[hash] = text
      }
    }
  }

  @Test func ascii() {
    for count in 0...100 {
      var bytes = [UInt8](repeating: 0x7F, count: count)
      #expect(csys_is_ascii(bytes, count) == 1)
      for index in 0..<count {
        bytes[index] = 0x80
        #expect(csys_is_ascii(bytes, count) == 0, "byte \(index) of \(count)")
        bytes[index] = 0x7F
      }
    }
  }

  @Test func copies() {
    let source = (0..<40).map { UInt8($0) }
    var target = [UInt8](repeating: 255, count: 40)
    csys_copy32(&target, source)
    #expect(Array(target[..<32]) == Array(source[..<32]))
    #expect(target[32...].allSatisfy { $0 == 255 })
  }

  @Test(arguments: [
    ("abcabd", "abd", 3), ("abc", "", 0), ("", "a", -1), ("ab", "abc", -1), ("aab", "ab", 1),
    ("x\0y", "\0y", 1), ("", "", 0),
  ])
  func finds(text: String, needle: String, at offset: Int) {
    let bytes = Array(text.utf8)
    let wanted = Array(needle.utf8)
    #expect(csys_find(bytes, bytes.count, wanted, wanted.count) == offset)
  }
}
