import CJson

/// A parser for one test, with what it finds written out as text.
final class Json {
  let handle = cjson_new()

  deinit { cjson_free(handle) }

  /// Decodes bytes that stand at `range` of a buffer; the bytes after it are readable.
  func decode(_ bytes: [UInt8], in range: Range<Int>? = nil) -> String {
    bytes.withUnsafeBufferPointer { decode($0, in: range ?? 0..<$0.count) }
  }

  func decode(_ text: String) -> String { decode(Array(text.utf8)) }

  func decode(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> String {
    var tokens: UnsafePointer<cjson_token>?
    var count = 0
    var offset = 0
    let code = cjson_decode(
      handle, bytes.baseAddress.map { $0 + range.lowerBound }, range.count,
      bytes.count - range.upperBound, &tokens, &count, &offset)
    if code < 0 { return Self.mistake(code, offset) }
    let found = UnsafeBufferPointer(start: tokens, count: count)
    return found.indices.map { Self.describe(found, $0) }.joined(separator: " ")
  }

  /// The members with these keys, or the mistake.
  func fields(
    _ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, _ keys: [String]
  ) -> String {
    var offset = 0
    var results = [cjson_token](repeating: cjson_token(), count: keys.count)
    // The keys one after the other in one buffer, which outlives the call.
    let joined = keys.flatMap { Array($0.utf8.map(CChar.init(bitPattern:))) }
    let lengths = keys.map(\.utf8.count)
    return joined.withUnsafeBufferPointer { buffer in
      var starts: [UnsafePointer<CChar>?] = []
      var start = 0
      for length in lengths {
        starts.append(buffer.baseAddress.map { $0 + start })
        start += length
      }
      let code = cjson_fields(
        handle, bytes.baseAddress.map { $0 + range.lowerBound }, range.count,
        bytes.count - range.upperBound, starts, lengths, keys.count, &results, &offset)
      if code < 0 { return Self.mistake(code, offset) }
      let texts = results.map(Self.describe(field:)).joined(separator: " ")
      return code == CJSON_NOT_OBJECT ? "no object: \(texts)" : texts
    }
  }

  func fields(_ text: String, _ keys: [String]) -> String {
    Array(text.utf8).withUnsafeBufferPointer { fields($0, in: 0..<$0.count, keys) }
  }

  private static func mistake(_ code: Int32, _ offset: Int) -> String {
    "\(offset): \(String(cString: cjson_error_text(code)))"
  }

  private static func text(_ token: cjson_token) -> String {
    let bytes = UnsafeRawBufferPointer(start: token.text, count: Int(token.length))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Brackets with their member counts; they must know each other's places.
  private static func describe(_ tokens: UnsafeBufferPointer<cjson_token>, _ index: Int) -> String {
    let token = tokens[index]
    switch token.type {
    case CJSON_ARRAY_BEGIN, CJSON_OBJECT_BEGIN, CJSON_ARRAY_END, CJSON_OBJECT_END:
      let partner = tokens[Int(token.partner)]
      guard partner.partner == UInt64(index), partner.length == token.length else {
        return "wrong partner"
      }
      switch token.type {
      case CJSON_ARRAY_BEGIN: return "[\(token.length)"
      case CJSON_OBJECT_BEGIN: return "{\(token.length)"
      case CJSON_ARRAY_END: return "]"
      default: return "}"
      }
    case CJSON_KEY: return text(token) + ":"
    default: return scalar(token)
    }
  }

  static func describe(field token: cjson_token) -> String {
    switch token.type {
    case CJSON_MISSING: return "-"
    case CJSON_ARRAY_BEGIN, CJSON_OBJECT_BEGIN: return "raw:" + text(token)
    default: return scalar(token)
    }
  }

  private static func scalar(_ token: cjson_token) -> String {
    switch token.type {
    case CJSON_NULL: return "null"
    case CJSON_FALSE: return "false"
    case CJSON_TRUE: return "true"
    case CJSON_INT: return "\(token.integer)"
    case CJSON_DOUBLE: return "\(token.number)d"
    case CJSON_BIGNUM: return "big:" + text(token)
    case CJSON_STRING: return "'" + text(token) + "'"
    default: return "token of type \(token.type)"
    }
  }
}
