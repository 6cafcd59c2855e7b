import CSystem
import RxpText

extension Text {
  /// In capitals: `ß` becomes `SS`. Bytes that are no UTF-8 stay as they are.
  func uppercased() -> Text { mapped({ $0 &- 0x61 < 26 ? $0 ^ 0x20 : $0 }, { $0.uppercased() }) }

  /// In small letters. Bytes that are no UTF-8 stay as they are.
  func lowercased() -> Text { mapped({ $0 &- 0x41 < 26 ? $0 ^ 0x20 : $0 }, { $0.lowercased() }) }

  private func mapped(_ ascii: (UInt8) -> UInt8, _ unicode: (String) -> String) -> Text {
    withBytes { bytes in
      guard let start = bytes.baseAddress else { return self }
      if csys_is_ascii(start, bytes.count) != 0 { return Text(bytes.map(ascii)) }
      if let string = String(validating: bytes, as: UTF8.self) { return Text(unicode(string)) }
      return Text(Text.mapped(broken: bytes, unicode))
    }
  }

  /// Maps what is UTF-8 between the bytes that are not.
  private static func mapped(
    broken bytes: UnsafeBufferPointer<UInt8>, _ unicode: (String) -> String
  ) -> [UInt8] {
    var made: [UInt8] = []
    var from = 0
    var at = 0
    func flush() {
      made.append(contentsOf: unicode(String(decoding: bytes[from..<at], as: UTF8.self)).utf8)
    }
    while at < bytes.count {
      let (scalar, length) = bytes.decodeScalar(at: at)
      if scalar == nil {
        flush()
        made.append(contentsOf: bytes[at..<at + length])
        from = at + length
      }
      at += length
    }
    flush()
    return made
  }
}
