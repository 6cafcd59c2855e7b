/// Percent-encoding (RFC 3986, section 2).
extension Builtin {
  static let urlEncode = Builtin(
    "urlEncode",
    "As a part of a URL, for example a value in its query: all but letters, digits and -._~ as %XX.",
    [.any], gives: .text,
    examples: [
      ("urlEncode(\"a b&c\")", "\"a%20b%26c\""), ("urlEncode(\"ñ\")", "\"%C3%B1\""),
      ("urlEncode(1.5)", "\"1.5\""),
    ]
  ) { call in
    let text = call[0].displayed
    guard text.encodedCount <= Limits.textBytes else { throw Failure.textTooLong }
    return .text(text.percentEncoded)
  }

  static let urlDecode = Builtin(
    "urlDecode",
    "A part of a URL as it was before: each %XX as the byte that it stands for. A + is left as it is.",
    [.text], gives: .text,
    examples: [
      ("urlDecode(\"a%20b%26c\")", "\"a b&c\""), ("urlDecode(\"a+b\")", "\"a+b\""),
      ("urlDecode(\"100%\")", "nil"),
    ]
  ) { call in
    try call.text(0).percentDecoded.map { .text($0) } ?? .null
  }
}

extension Text {
  fileprivate var encodedCount: Int {
    withBytes { bytes in bytes.reduce(0) { $0 + ($1.isUnreserved ? 1 : 3) } }
  }

  fileprivate var percentEncoded: Text {
    var made: [UInt8] = []
    withBytes { bytes in
      made.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte.isUnreserved {
          made.append(byte)
        } else {
          made += [UInt8(ascii: "%"), UInt8.hexDigit(byte >> 4), UInt8.hexDigit(byte & 0xF)]
        }
      }
    }
    return Text(made)
  }

  /// nil where a % has no two digits behind it.
  fileprivate var percentDecoded: Text? {
    withBytes { bytes in
      var made: [UInt8] = []
      made.reserveCapacity(bytes.count)
      var at = 0
      while at < bytes.count {
        if bytes[at] != UInt8(ascii: "%") {
          made.append(bytes[at])
          at += 1
          continue
        }
        guard at + 2 < bytes.count, let high = bytes[at + 1].hexValue,
          let low = bytes[at + 2].hexValue
        else { return nil }
        made.append(high << 4 | low)
        at += 3
      }
      return Text(made)
    }
  }
}

extension UInt8 {
  /// What stands for itself everywhere in a URL.
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(self)
    }
  }

  fileprivate static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
