/// A run of events of one source at one instant, handed down a pipeline in one call.
///
/// The receiver may read it during the call only; what it keeps it copies. Where the rows came from
/// (file and line) is told by `origin`.
public final class Batch {
  public enum Kind {
    /// Values of any type, in `values`.
    case values
    /// Strings as slices of a block somebody else holds, in `starts` and `lengths`.
    case slices
    /// Whole numbers, in `words`.
    case ints
    /// The bits of doubles, in `words`.
    case doubles
    /// Lists of strings: the pieces of slices between bytes of one kind, in `starts` and `lengths`.
    case pieces(UInt8)
    /// JSON texts, in `starts` and `lengths`; `words` has their rows in `fields`, which has read them.
    case records
    /// Yes and no as 1 and 0, in `words`.
    case bools

    /// Whether a row is a slice, with whatever meaning.
    var isOfSlices: Bool {
      switch self {
      case .slices, .pieces: true
      default: false
      }
    }
  }

  public internal(set) var kind = Kind.values
  public internal(set) var count = 0
  var values: [Value] = []
  var columns: Columns?
  /// Whether the rows are slices that are whole lines of a file, in order.
  var areLines = false
  /// What has been read of the rows, where they are records.
  var fields: FieldTable?
  /// Where row 0 came from; nil where the rows came from no file.
  var origin: Origin?
  /// What has been asked of the rows beforehand, and by which node.
  var prepared: [(node: VectorNode, answers: Vector)] = []
  /// The rows as lines, where they have been written so beforehand.
  var written: (form: LineForm?, lines: [UInt8]) = (nil, [])
  private lazy var ownOffsets = LineOffsets()

  /// Room for the rows of the kinds that are not values.
  final class Columns {
    let starts = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: Limits.batchRows)
    let lengths = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
    /// Ints, or the bits of doubles.
    let words = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
    func double(_ row: Int) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(words[row]))) }
    func pieces(_ row: Int, _ separator: UInt8) -> List {
      let bytes = UnsafeBufferPointer(start: starts[row], count: lengths[row])
      return List(
        flat: bytes.split(separator: separator, omittingEmptySubsequences: false).map {
          .text(Text(UnsafeBufferPointer(rebasing: $0)))
        })
    }

    func text(_ row: Int) -> Text { Text(start: starts[row], count: lengths[row]) }

    deinit {
      starts.deallocate()
      lengths.deallocate()
      words.deallocate()
    }
  }

  public init() {}

  var room: Columns {
    if let columns { return columns }
    let made = Columns()
    columns = made
    return made
  }

  /// The event in a row, as a value of its own.
  public subscript(row: Int) -> Value {
    switch kind {
    case .values: values[row]
    case .slices:
      .text(room.text(row))
    case .pieces(let separator): .list(room.pieces(row, separator))
    case .records: fields?.record(room, row) ?? .null
    case .ints: .int(room.words[row])
    case .bools: .bool(room.words[row] != 0)
    case .doubles: .double(room.double(row))
    }
  }

  /// The event in a row, all of it, for a message.
  func whole(_ row: Int) -> Value {
    if case .records = kind, let fields { return fields.whole(room, row) }
    return self[row]
  }

  /// Whether a row's value may be a part of the event: the part that is looked at.
  var mayBePartial: Bool { if case .records = kind { true } else { false } }

  func clear() {
    kind = .values
    count = 0
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
    areLines = false
    fields = nil
    origin = nil
    written.form = nil
    if !prepared.isEmpty { prepared.removeAll(keepingCapacity: true) }
  }

  func prepared(for node: VectorNode) -> Vector? { prepared.first { $0.node === node }?.answers }

  /// Keeps the rows (of the first so many) of a batch for which a mask says yes, in columns of the
  /// same kind; the batch may be this one.
  func keep(_ mask: UnsafeMutablePointer<Int>, from other: Batch, rows: Int? = nil) {
    let rows = rows ?? other.count
    kind = other.kind
    var kept = 0
    switch other.kind {
    case .values:
      // Into another array: the batch may be this one.
      var passed: [Value] = []
      for row in 0..<rows where mask[row] != 0 { passed.append(other.values[row]) }
      values = passed
      kept = values.count
    case .slices, .pieces:
      areLines = other.areLines
      let (from, to) = (other.room, room)
      for row in 0..<rows {
        to.starts[kept] = from.starts[row]
        to.lengths[kept] = from.lengths[row]
        kept &+= mask[row]
      }
    case .records:
      fields = other.fields
      let (from, to) = (other.room, room)
      for row in 0..<rows {
        to.starts[kept] = from.starts[row]
        to.lengths[kept] = from.lengths[row]
        to.words[kept] = from.words[row]
        kept &+= mask[row]
      }
    case .ints, .doubles, .bools:
      let (from, to) = (other.room.words, room.words)
      for row in 0..<rows {
        to[kept] = from[row]
        kept &+= mask[row]
      }
    }
    count = kept
    if let from = other.origin {
      ownOffsets.keep(mask, of: from, rows)
      origin = Origin(name: from.name, line: from.line, offsets: ownOffsets)
    } else {
      origin = nil
    }
  }

  /// Puts some rows, as values, behind others.
  func append(_ rows: Range<Int>, to values: inout [Value]) {
    switch kind {
    case .values: values.append(contentsOf: self.values[rows])
    case .ints:
      let words = room.words
      for row in rows { values.append(.int(words[row])) }
    default: for row in rows { values.append(self[row]) }
    }
  }

  func append(_ value: Value) {
    values.append(value)
    count += 1
  }

  /// Whether a row from this place can be appended: the rows of a batch come from one file, or none.
  func canAppend(from place: (name: String, line: Int)?) -> Bool {
    count == 0 || place?.name == origin?.name
  }

  func append(_ value: Value, from place: (name: String, line: Int)?) {
    values.append(value)
    appendRow(from: place)
  }

  /// Copies of some rows that are lines of a file, as records that have been read.
  func appendRecords(_ rows: Range<Int>, of lines: Batch) {
    let (from, to) = (lines.room, room)
    let first = count
    (to.starts + first).update(from: from.starts + rows.lowerBound, count: rows.count)
    (to.lengths + first).update(from: from.lengths + rows.lowerBound, count: rows.count)
    for row in first..<first + rows.count { to.words[row] = row }
    if let place = lines.origin, first == 0, place.offsets == nil {
      origin = Origin(name: place.name, line: place.line + rows.lowerBound)
      count = rows.count
    } else {
      for row in rows { appendRow(from: lines.origin?.place(of: row)) }
    }
  }

  /// One more row, whose value has been put where those of its kind are.
  func appendRow(from place: (name: String, line: Int)?) {
    count += 1
    guard let place else { return }
    if origin == nil {
      origin = Origin(name: place.name, line: place.line, offsets: nil)
    } else if let first = origin?.line {
      let offset = place.line &- first
      if origin?.offsets == nil {
        // Kept only where rows are not consecutive lines.
        if offset == count - 1 { return }
        ownOffsets.fill(count - 1)
        origin?.offsets = ownOffsets
      }
      ownOffsets.values[count - 1] = offset
    }
  }
}

extension Batch {
  /// For each of some rows of a batch that of each column, in turn; the columns are of one type.
  func interleave(_ columns: [Vector], _ rows: Range<Int>, of batch: Batch) {
    guard let first = columns.first else { return }
    guard let like = first.kind.ofBatch else { return }
    kind = like
    let step = columns.count
    count = rows.count * step
    for (offset, column) in columns.enumerated() {
      guard let from = column.columns else { return }
      var to = offset
      if kind.isOfSlices {
        for row in rows {
          room.starts[to] = from.starts[row]
          room.lengths[to] = from.lengths[row]
          to &+= step
        }
      } else {
        let (words, out) = (from.words, room.words)
        for row in rows {
          out[to] = words[row]
          to &+= step
        }
      }
    }
    origin = nil
    guard let from = batch.origin else { return }
    var to = 0
    for row in rows {
      for _ in 0..<step {
        ownOffsets.values[to] = from.offset(of: row)
        to += 1
      }
    }
    origin = Origin(name: from.name, line: from.line, offsets: ownOffsets)
  }

  /// Takes over the rows of a column; false for what is no column.
  func take(_ vector: Vector, of batch: Batch) -> Bool {
    guard let columns = vector.columns else { return false }
    guard let kind = vector.kind.ofBatch else { return false }
    self.kind = kind
    self.columns = columns
    count = batch.count
    origin = batch.origin
    return true
  }
}
