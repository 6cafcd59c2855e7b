/// The lines of a history file: a statement each, with what would break a line escaped.
enum HistoryCoding {
  /// `\` as `\\`, a newline as `\n`, a return as `\r`; everything else as it is.
  static func encode(_ statement: String) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(statement.utf8.count)
    for byte in statement.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): line += [byte, byte]
      case UInt8(ascii: "\n"): line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): line += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      default: line.append(byte)
      }
    }
    return line
  }

  /// The statement of a line. Any bytes give one: unknown escapes stay as they are, bad UTF-8
  /// becomes U+FFFD.
  static func decode(_ line: UnsafeRawBufferPointer) -> String {
    guard line.contains(UInt8(ascii: "\\")) else { return String(decoding: line, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    var index = 0
    while index < line.count {
      let byte = line[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < line.count else {
        bytes.append(byte)
        continue
      }
      switch line[index] {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
      default: bytes += [byte, line[index]]
      }
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
