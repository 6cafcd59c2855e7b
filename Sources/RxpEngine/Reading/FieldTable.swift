import CJson
import CSystem

/// Fields of the records of a batch, read from their JSON texts: only those that will be asked for.
/// A text is checked as a whole all the same.
final class FieldTable {
  /// More are read as whole records.
  static let mostNames = 16

  private let names: [Text]
  /// Whether nothing else of the records will be asked for.
  private let isComplete: Bool
  private let parser: OpaquePointer?
  private let decoder: JSONDecoder
  /// Row by row.
  private let tokens: UnsafeMutablePointer<cjson_token>

  /// `decoder` reads whole records, where one is asked for.
  init(_ names: [Text], isComplete: Bool, decoder: JSONDecoder) {
    self.names = names
    self.isComplete = isComplete
    self.decoder = decoder
    parser = cjson_new()
    tokens = .allocate(capacity: Limits.batchRows * max(names.count, 1))
    if let parser { FieldTable.set(names, parser) }
  }

  private static func set(_ names: [Text], _ parser: OpaquePointer) {
    var bytes: [CChar] = []
    for name in names { for byte in name.bytes { bytes.append(CChar(bitPattern: byte)) } }
    bytes.append(0)
    let lengths = names.map(\.count)
    bytes.withUnsafeBufferPointer { bytes in
      var starts: [UnsafePointer<CChar>?] = []
      var at = bytes.baseAddress
      for length in lengths {
        starts.append(at)
        at = at.map { $0 + length }
      }
      _ = cjson_set_keys(parser, starts, lengths, lengths.count)
    }
  }

  deinit {
    cjson_free(parser)
    tokens.deallocate()
  }

  /// Rows will be read anew, of together at most so many bytes.
  func begin(bytes: Int) throws {
    guard let parser, cjson_begin_rows(parser, bytes) == CJSON_OK else { throw FieldTable.noMemory }
  }

  private static let noMemory = JSONDecoder.Mistake(offset: 0, message: "no memory left")

  /// Reads texts as the rows from the given one on; how many, and the mistake in the next one where
  /// not all.
  func read(
    _ starts: UnsafePointer<UnsafePointer<UInt8>>, _ lengths: UnsafePointer<Int>, _ count: Int,
    row: Int
  ) -> (read: Int, mistake: JSONDecoder.Mistake?) {
    guard let parser else { return (0, FieldTable.noMemory) }
    var code: Int32 = 0
    var offset = 0
    let read = UnsafeRawPointer(starts).withMemoryRebound(
      to: UnsafePointer<UInt8>?.self, capacity: count
    ) {
      cjson_read_rows(
        parser, $0, lengths, count, CSYS_PADDING, tokens + row * names.count, &code, &offset)
    }
    if read == count { return (read, nil) }
    let message = String(cString: cjson_error_text(code))
    return (read, JSONDecoder.Mistake(offset: offset, message: message))
  }

  /// A field of some rows as a column; nil where its values are not all of one simple type.
  func column(_ name: Text, _ rows: Batch.Columns, _ count: Int, into out: Batch.Columns) -> Vector?
  {
    guard count > 0, let place = names.firstIndex(of: name) else { return nil }
    let width = names.count
    let field = tokens + place
    let type = field[rows.words[0] &* width].type
    switch type {
    case CJSON_INT:
      for row in 0..<count {
        let token = field[rows.words[row] &* width]
        if token.type != type { return nil }
        out.words[row] = Int(token.integer)
      }
      return Vector(kind: .ints, columns: out)
    case CJSON_DOUBLE:
      for row in 0..<count {
        let token = field[rows.words[row] &* width]
        if token.type != type { return nil }
        out.words[row] = Int(token.integer)
      }
      return Vector(kind: .doubles, columns: out)
    case CJSON_STRING:
      for row in 0..<count {
        let token = field[rows.words[row] &* width]
        guard token.type == type, let text = token.text else { return nil }
        out.starts[row] = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
        out.lengths[row] = Int(token.length)
      }
      return Vector(kind: .slices, columns: out)
    case CJSON_TRUE, CJSON_FALSE:
      for row in 0..<count {
        let token = field[rows.words[row] &* width]
        if token.type != CJSON_TRUE, token.type != CJSON_FALSE { return nil }
        out.words[row] = token.type == CJSON_TRUE ? 1 : 0
      }
      return Vector(kind: .bools, columns: out)
    default: return nil
    }
  }

  func whole(_ rows: Batch.Columns, _ row: Int) -> Value {
    let line = UnsafeBufferPointer(start: rows.starts[row], count: rows.lengths[row])
    return (try? decoder.decode(line, capacityAfter: CSYS_PADDING)) ?? .null
  }

  /// A row as a value: all of it, or, where nothing else will be asked for, the fields.
  func record(_ rows: Batch.Columns, _ row: Int) -> Value {
    if !isComplete { return whole(rows, row) }
    var pairs: [(Text, Value)] = []
    let found = tokens + rows.words[row] * names.count
    for (index, name) in names.enumerated() where found[index].type != CJSON_MISSING {
      pairs.append((name, decoder.value(ofField: found[index])))
    }
    return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
  }
}

/// `.name` of the event.
final class FieldVector: VectorNode {
  private let name: Text
  init(_ name: Text) { self.name = name }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard case .records = context.batch.kind, let fields = context.batch.fields else { return nil }
    return fields.column(name, context.batch.room, context.count, into: context.fresh())
  }
}
