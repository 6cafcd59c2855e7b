import CJson
import Testing

/// A parser that has seen objects of a kind reads the next one as a new parser does, and makes the
/// same mistakes of it.
@Suite struct JsonSkeletonTests {
  private static let keys = ["level", "ms", "user", "é", "none"]

  private static let kinds = [
    #"{"ts":1772323200015,"user":"ann","level":"info","ms":12,"msg":"a \"b\" c"}"#,
    #"{"ms":-1.5e3,"level":"wärn","user":null,"ok":true,"no":false}"#,
    #"{"level":"x","ms":0,"level":"y"}"#, #"{"a":{"ms":1},"ms":2}"#,
    #"{"é":"ü","ms":9007199254740993}"#,
    #"{"level":"tab\tand\/and\\","ms":123456789012345678}"#, "{}",
    #"{"ms":1234567890123456789012}"#,
    #"{"a long key that passes the bound of a skeleton, if only it is long enough":1,"ms":3}"#,
    #"{"level": "b", "ms": 1, "in": {"x": [1, 2, {"ms": "q"}], "y": {}}, "user": "u"}  "#,
    #"[{"ms":1},"x"]"#, #""text""#, #"{"ms":-0,"ms":12345678,"user":1234567890123456}"#,
    #"{"user":{"name":"ann"},"ms":1234567890123456789,"none":[true,false,null]}"#,
  ]

  private static let pieces: [[UInt8]] = [
    [0x22], [0x5C], [0], [0x1F], [0xC3], [0xFF], [0x7B], [0x7D], [0x2C], [0x3A], [0x20], [0x30],
    [0x39], [0x2D], [0x2E], [0x65], Array("\\u00e9".utf8), Array("\\q".utf8), Array("null".utf8),
  ]

  private static func read(_ parser: OpaquePointer, _ document: [UInt8]) -> String {
    let padded = document + [UInt8](repeating: 0x20, count: Int(CJSON_PADDING))
    var results = [cjson_token](repeating: cjson_token(), count: keys.count)
    var offset = 0
    var code: Int32 = 0
    #expect(cjson_begin_rows(parser, document.count) == CJSON_OK)
    return padded.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      var length = document.count
      let read = cjson_read_rows(
        parser, &start, &length, 1, Int(CJSON_PADDING), &results, &code, &offset)
      if read == 0 { return "\(code) at \(offset)" }
      return results.map(Json.describe(field:)).joined(separator: " ")
    }
  }

  /// What a new parser finds by the walk alone.
  private static func walk(_ document: [UInt8]) -> String {
    let padded = document + [UInt8](repeating: 0x20, count: Int(CJSON_PADDING))
    let found = padded.withUnsafeBufferPointer {
      Json().fields($0, in: 0..<document.count, keys)
    }
    return found.hasPrefix("no object: ") ? String(found.dropFirst("no object: ".count)) : found
  }

  private static func parser() -> OpaquePointer? {
    guard let parser = cjson_new() else { return nil }
    let bytes = keys.flatMap { Array($0.utf8.map(CChar.init(bitPattern:))) }
    let lengths = keys.map(\.utf8.count)
    bytes.withUnsafeBufferPointer { buffer in
      var starts: [UnsafePointer<CChar>?] = []
      var at = 0
      for length in lengths {
        starts.append(buffer.baseAddress.map { $0 + at })
        at += length
      }
      #expect(cjson_set_keys(parser, starts, lengths, lengths.count) == CJSON_OK)
    }
    return parser
  }

  @Test(arguments: 0..<8)
  func experienceChangesNothing(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let experienced = try #require(Self.parser())
    defer { cjson_free(experienced) }
    for _ in 0..<3000 {
      var document = Array(Self.kinds.randomElement(using: &random)!.utf8)
      for _ in 0..<[0, 0, 1, 1, 2].randomElement(using: &random)! {
        let at = Int.random(in: 0...document.count, using: &random)
        let removed = min(Int.random(in: 0...2, using: &random), document.count - at)
        document.replaceSubrange(
          at..<at + removed, with: Self.pieces.randomElement(using: &random)!)
      }
      let fresh = try #require(Self.parser())
      defer { cjson_free(fresh) }
      let text = String(decoding: document, as: UTF8.self)
      let found = Self.read(fresh, document)
      #expect(Self.read(experienced, document) == found, "\(text)")
      // A mistake is told by its code here, by its words there.
      let walked = Self.walk(document)
      #expect(found.contains(" at ") && !found.contains("'") || walked == found, "\(text)")
    }
  }

  /// Rows one after the other, with strings that stand in none of them.
  @Test func rowsOfABatchKeepTheirStrings() throws {
    let parser = try #require(Self.parser())
    defer { cjson_free(parser) }
    let documents =
      (0..<200).map { #"{"user":"a\"\#($0)\n","n":{"k":[\#($0)]},"ms":\#($0)}"# } + ["{"]
    let bytes =
      documents.flatMap { Array($0.utf8) + [10] }
      + [UInt8](repeating: 10, count: Int(CJSON_PADDING))
    var results = [cjson_token](repeating: cjson_token(), count: Self.keys.count * documents.count)
    var (code, offset): (Int32, Int) = (0, 0)
    #expect(cjson_begin_rows(parser, bytes.count) == CJSON_OK)
    bytes.withUnsafeBufferPointer { buffer in
      var starts: [UnsafePointer<UInt8>?] = []
      var lengths: [Int] = []
      var at = 0
      for document in documents {
        starts.append(buffer.baseAddress.map { $0 + at })
        lengths.append(document.utf8.count)
        at += document.utf8.count + 1
      }
      let read = cjson_read_rows(
        parser, starts, lengths, documents.count, Int(CJSON_PADDING), &results, &code, &offset)
      #expect(read == 200)
      #expect(code == CJSON_INCOMPLETE && offset == 1)
      for row in 0..<200 {
        let found = results[row * Self.keys.count..<(row + 1) * Self.keys.count]
        #expect(
          found.map(Json.describe(field:)).joined(separator: " ") == "- \(row) 'a\"\(row)\n' - -")
      }
    }
  }
}
