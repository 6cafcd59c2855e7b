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
  }

  public internal(set) var kind = Kind.values
  public internal(set) var count = 0
  var values: [Value] = []
  private(set) var columns: Columns?
  /// Where row 0 came from; nil where the rows came from no file.
  var origin: Origin?

  /// Room for the rows of the kinds that are not values.
  final class Columns {
    let starts = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: Limits.batchRows)
    let lengths = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
    /// Ints, or the bits of doubles.
    let words = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
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
      .text(Text(start: room.starts[row], count: room.lengths[row]))
    case .ints: .int(room.words[row])
    case .doubles: .double(Double(bitPattern: UInt64(bitPattern: Int64(room.words[row]))))
    }
  }

  func clear() {
    kind = .values
    count = 0
    values.removeAll(keepingCapacity: true)
    origin = nil
  }

  func append(_ value: Value) {
    values.append(value)
    count += 1
  }
}

/// A place in the data: a file's name and a line from 1.
struct Origin {
  var name: String
  var line: Int
  /// Whether the rows are consecutive lines; else all have this one.
  var isConsecutive = true

  func text(row: Int) -> String { "\(name):\(line + (isConsecutive ? row : 0))" }
}
