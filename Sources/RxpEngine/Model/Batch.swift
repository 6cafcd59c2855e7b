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
    /// Whole numbers, in `ints`.
    case ints
    /// Numbers, in `doubles`.
    case doubles
    /// Yes and no as 1 and 0, in `ints`.
    case bools
  }

  public internal(set) var kind = Kind.values
  public internal(set) var count = 0
  var values: [Value] = []
  var columns: Columns?
  /// Where row 0 came from; nil where the rows came from no file.
  var origin: Origin?

  /// Room for the rows of the kinds that are not values.
  final class Columns {
    let starts = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: Limits.batchRows)
    let lengths = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
    /// Ints, or the bits of doubles.
    let words = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
    func double(_ row: Int) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(words[row]))) }
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
    case .ints: .int(room.words[row])
    case .bools: .bool(room.words[row] != 0)
    case .doubles: .double(room.double(row))
    }
  }

  func clear() {
    kind = .values
    count = 0
    values.removeAll(keepingCapacity: true)
    origin = nil
  }

  /// Keeps the rows for which a mask says yes, in the same columns.
  func keep(_ mask: UnsafeMutablePointer<Int>, from other: Batch) {
    kind = other.kind
    var kept = 0
    switch other.kind {
    case .values:
      for row in 0..<other.count where mask[row] != 0 { values.append(other.values[row]) }
      kept = values.count
    case .slices:
      let (from, to) = (other.room, room)
      for row in 0..<other.count {
        to.starts[kept] = from.starts[row]
        to.lengths[kept] = from.lengths[row]
        kept &+= mask[row]
      }
    case .ints, .doubles, .bools:
      let (from, to) = (other.room.words, room.words)
      for row in 0..<other.count {
        to[kept] = from[row]
        kept &+= mask[row]
      }
    }
    count = kept
    origin = other.origin?.keeping(mask, of: other.count)
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
    if let place {
      if origin == nil { origin = Origin(name: place.name, line: place.line, offsets: []) }
      if let first = origin?.line { origin?.offsets?.append(place.line &- first) }
    }
    append(value)
  }
}

/// Where the rows of a batch came from: a file's name and lines from 1.
struct Origin {
  var name: String
  /// The line of row 0, where the rows are consecutive lines.
  var line: Int
  /// Otherwise how far each row's line is from `line`.
  var offsets: [Int]?

  func place(of row: Int) -> (name: String, line: Int) { (name, line &+ (offsets?[row] ?? row)) }

  /// That of the rows for which a mask says yes.
  func keeping(_ mask: UnsafeMutablePointer<Int>, of count: Int) -> Origin {
    var kept = Origin(name: name, line: line, offsets: [])
    kept.offsets?.reserveCapacity(count)
    for row in 0..<count where mask[row] != 0 { kept.offsets?.append(offsets?[row] ?? row) }
    return kept
  }
}

extension Batch {
  /// For each of some rows of a batch that of each column, in turn; the columns are of one type.
  func interleave(_ columns: [Vector], _ rows: Range<Int>, of batch: Batch) {
    guard let first = columns.first else { return }
    switch first.kind {
    case .ints: kind = .ints
    case .doubles: kind = .doubles
    case .bools: kind = .bools
    case .slices: kind = .slices
    case .constant: return
    }
    let step = columns.count
    count = rows.count * step
    for (offset, column) in columns.enumerated() {
      guard let from = column.columns else { return }
      var to = offset
      if case .slices = kind {
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
    origin = batch.origin.map { origin in
      Origin(
        name: origin.name, line: origin.line,
        offsets: rows.flatMap { row in
          repeatElement(origin.place(of: row).line &- origin.line, count: step)
        })
    }
  }

  /// Takes over the rows of a column; false for what is no column.
  func take(_ vector: Vector, of batch: Batch) -> Bool {
    guard let columns = vector.columns else { return false }
    switch vector.kind {
    case .ints: kind = .ints
    case .doubles: kind = .doubles
    case .bools: kind = .bools
    case .slices: kind = .slices
    case .constant: return false
    }
    self.columns = columns
    count = batch.count
    origin = batch.origin
    return true
  }
}
