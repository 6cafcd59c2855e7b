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
      for index in 0..<count {
        b[index] ^= 0x80
        #expect(csys_equal(a, b, count) == 0, "byte \(index) of \(count)")
        b[index] ^= 0x80
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
