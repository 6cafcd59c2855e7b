import CRegex

/// A pattern for one test.
final class Pattern {
  let handle: OpaquePointer?
  private(set) var errorOffset = 0
  private(set) var errorText = ""

  init(_ pattern: String, _ flags: UInt32 = 0) {
    var text = [CChar](repeating: 0, count: 256)
    var pattern = pattern
    var offset = 0
    handle = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cregex_compile($0.baseAddress, $0.count, flags, &offset, &text, text.count)
      }
    }
    errorOffset = offset
    errorText = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { cregex_free(handle) }

  /// The groups as texts (`-` where unset), or what the search returned.
  func search(_ subject: [UInt8], from start: Int = 0, pairs: Int = 8) -> String {
    guard let handle else { return "no pattern" }
    var bounds = [Int](repeating: 0, count: 2 * pairs)
    let count = subject.withUnsafeBufferPointer {
      cregex_match(handle, $0.baseAddress, $0.count, start, &bounds, pairs)
    }
    if count == CREGEX_LIMIT { return "limit" }
    if count == CREGEX_ERROR { return "error" }
    if count == 0 { return "no match" }
    return (0..<Int(count)).map { group in
      if bounds[2 * group] == CREGEX_UNSET { return "-" }
      return String(decoding: subject[bounds[2 * group]..<bounds[2 * group + 1]], as: UTF8.self)
    }.joined(separator: ",")
  }
}
