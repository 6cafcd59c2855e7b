import CJson

/// Turns JSON texts into values; one per reader, with memory reused from text to text.
public final class JSONDecoder {
  private let parser: OpaquePointer?
  /// The shape of the record made last: lines of one file mostly have the same keys.
  private var recentShapes: [Shape] = []

  public init() { parser = cjson_new() }
  deinit { cjson_free(parser) }

  /// What is wrong with a text, and at which byte.
  public struct Mistake: Error, Equatable, Sendable {
    public let offset: Int
    public let message: String
  }

  /// The value of one JSON document. Numbers that fit no 64-bit integer are doubles.
  public func decode(_ bytes: UnsafeBufferPointer<UInt8>, capacityAfter: Int = 0) throws -> Value {
    guard let parser else { throw Mistake(offset: 0, message: "out of memory") }
    var tokens: UnsafePointer<cjson_token>?
    var count = 0
    var offset = 0
    let code = cjson_decode(
      parser, bytes.baseAddress, bytes.count, capacityAfter, &tokens, &count, &offset)
    guard code == CJSON_OK, let tokens else {
      throw Mistake(offset: offset, message: String(cString: cjson_error_text(code)))
    }
    var at = 0
    return try value(tokens, &at)
  }

  public func decode(_ text: Text) throws -> Value { try text.withBytes { try decode($0) } }

  /// What `cjson_read_rows` found.
  func value(ofField token: cjson_token) -> Value {
    switch token.type {
    case CJSON_ARRAY_BEGIN, CJSON_OBJECT_BEGIN:
      (try? decode(JSONDecoder.text(token))) ?? .null
    default: scalar(token)
    }
  }

  private func scalar(_ token: cjson_token) -> Value {
    switch token.type {
    case CJSON_FALSE: .bool(false)
    case CJSON_TRUE: .bool(true)
    case CJSON_INT: .int(Int(token.integer))
    case CJSON_DOUBLE: .double(token.number)
    case CJSON_BIGNUM: .double(Double(JSONDecoder.text(token).string) ?? .infinity)
    case CJSON_STRING: .text(JSONDecoder.text(token))
    default: .null
    }
  }

  // Recursion is bounded by CJSON_DEPTH_LIMIT, which equals Limits.valueDepth.
  private func value(_ tokens: UnsafePointer<cjson_token>, _ at: inout Int) throws -> Value {
    let token = tokens[at]
    at += 1
    switch token.type {
    case CJSON_ARRAY_BEGIN:
      var items: [Value] = []
      items.reserveCapacity(Int(token.length))
      while tokens[at].type != CJSON_ARRAY_END { items.append(try value(tokens, &at)) }
      at += 1
      return .list(try List(items))
    case CJSON_OBJECT_BEGIN:
      return .record(try record(tokens, &at, Int(token.length)))
    default: return scalar(token)
    }
  }

  private func record(
    _ tokens: UnsafePointer<cjson_token>, _ at: inout Int, _ count: Int
  ) throws -> Record {
    var keys: [Text] = []
    var values: [Value] = []
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
    while tokens[at].type == CJSON_KEY {
      keys.append(JSONDecoder.text(tokens[at]))
      at += 1
      values.append(try value(tokens, &at))
    }
    at += 1
    if let known = recentShapes.first(where: { $0.keys == keys }) {
      return try Record(known, values)
    }
    if Set(keys).count < keys.count {
      // Of equal keys the last one counts.
      return try Record(pairs: Array(zip(keys, values)))
    }
    let shape = Shape(keys)
    recentShapes.insert(shape, at: 0)
    if recentShapes.count > 8 { recentShapes.removeLast() }
    return try Record(shape, values)
  }

  private static func text(_ token: cjson_token) -> Text {
    token.text.withMemoryRebound(to: UInt8.self, capacity: Int(token.length)) {
      Text(start: $0, count: Int(token.length))
    }
  }
}
