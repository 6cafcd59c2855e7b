/// The values of an expression for the rows of a batch, of one type.
///
/// Kernels work on whole columns. Where one cannot keep the exact meaning for every row (a mistake of
/// the program, an overflow, a type of its own in some row) it gives nil, and the batch is worked
/// out row by row: expressions have no effects, so nothing has happened yet.
struct Vector {
  enum Kind {
    case ints, doubles, bools, slices
    /// Lists: the pieces of slices.
    case pieces(UInt8)
    /// Records of the batch that is worked on.
    case records
    /// The same value in every row.
    case constant(Value)

    /// The kind of a batch with such a column; nil where there is none.
    var ofBatch: Batch.Kind? {
      switch self {
      case .ints: .ints
      case .doubles: .doubles
      case .bools: .bools
      case .slices: .slices
      case .pieces(let separator): .pieces(separator)
      case .records, .constant: nil
      }
    }
  }

  let kind: Kind
  /// Where the rows lie; nil for a constant.
  let columns: Batch.Columns?

  init(kind: Kind, columns: Batch.Columns?) {
    self.kind = kind
    self.columns = columns
  }

  /// The rows of a batch themselves; nil where they are values of any type.
  init?(of batch: Batch) {
    switch batch.kind {
    case .slices: kind = .slices
    case .ints: kind = .ints
    case .doubles: kind = .doubles
    case .bools: kind = .bools
    case .pieces(let separator): kind = .pieces(separator)
    case .records: kind = .records
    case .values: return nil
    }
    columns = batch.room
  }

  /// Whether the rows are of the same type.
  func isLike(_ other: Vector) -> Bool {
    switch (kind, other.kind) {
    case (.ints, .ints), (.doubles, .doubles), (.bools, .bools), (.slices, .slices): true
    case (.pieces(let mine), .pieces(let its)): mine == its
    default: false
    }
  }

  /// A row as a value of its own; nil in place of what is no column.
  subscript(row: Int) -> Value {
    switch (kind, columns) {
    case (.constant(let value), _): value
    case (.ints, let columns?): .int(columns.words[row])
    case (.bools, let columns?): .bool(columns.words[row] != 0)
    case (.doubles, let columns?): .double(columns.double(row))
    case (.slices, let columns?): .text(columns.text(row))
    case (.pieces(let separator), let columns?): .list(columns.pieces(row, separator))
    // Its rows are read by the batch.
    case (.records, _?): .null
    case (_, nil): .null
    }
  }

  static func constant(_ value: Value) -> Vector { Vector(kind: .constant(value), columns: nil) }
}

/// What nodes need while they work on a batch: the batch, and columns and bytes to write into. Nodes
/// hold nothing that changes, so that several threads can have them, each with a context.
final class VectorContext {
  private(set) var batch = Batch()
  /// What `index` is in the first row.
  private(set) var firstIndex = 0
  fileprivate var pool: [Batch.Columns] = []
  private var used = 0
  private let ownBytes = VectorBytes()
  private var bytes: VectorBytes
  /// Its own copies of patterns, where other threads search with the same ones.
  private let isApart: Bool
  private var patterns: [ObjectIdentifier: Regex] = [:]

  init(isApart: Bool = false) {
    self.isApart = isApart
    bytes = ownBytes
  }

  var count: Int { batch.count }

  /// `bytes`: for what is written to last longer than to the next batch.
  func begin(_ batch: Batch, firstIndex: Int, bytes lasting: VectorBytes? = nil) {
    self.batch = batch
    self.firstIndex = firstIndex
    used = 0
    bytes = lasting ?? ownBytes
    if lasting == nil { ownBytes.clear() }
  }

  /// Bytes to write into; good until the next batch.
  func room(_ count: Int) -> UnsafeMutablePointer<UInt8> { bytes.take(count) }

  /// The pattern, for this thread; nil where it cannot be had.
  func own(_ pattern: Regex) -> Regex? {
    if !isApart { return pattern }
    if let own = patterns[ObjectIdentifier(pattern)] { return own }
    let own = try? Regex(pattern.pattern, flags: pattern.flags)
    patterns[ObjectIdentifier(pattern)] = own
    return own
  }

  /// Columns to write a result into; good until the next batch.
  func fresh() -> Batch.Columns {
    if used == pool.count { pool.append(Batch.Columns()) }
    defer { used += 1 }
    return pool[used]
  }
}

extension VectorContext {
  /// Gives away columns that it lent, for others of no use any more; false where they are not its own.
  func exchange(_ columns: Batch.Columns, for spare: Batch.Columns) -> Bool {
    guard let place = pool.firstIndex(where: { $0 === columns }) else { return false }
    pool[place] = spare
    return true
  }
}

/// Bytes that are written to and used again.
final class VectorBytes {
  private var pieces: [UnsafeMutableBufferPointer<UInt8>] = []
  private var used = 0

  deinit { for piece in pieces { piece.deallocate() } }

  /// All that was taken may be used again.
  func clear() { used = 0 }

  func take(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    defer { used += 1 }
    if used < pieces.count, pieces[used].count >= count, let start = pieces[used].baseAddress {
      return start
    }
    // A little more than asked, so that the next batch will mostly fit too.
    let capacity = count + count / 4
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    let piece = UnsafeMutableBufferPointer(start: start, count: capacity)
    if used < pieces.count {
      pieces[used].deallocate()
      pieces[used] = piece
    } else {
      pieces.append(piece)
    }
    return start
  }
}

/// A node of an expression that works on whole columns.
class VectorNode {
  /// nil: ask row by row.
  func evaluate(_ context: VectorContext) -> Vector? { nil }
}

final class ConstantVector: VectorNode {
  let value: Value
  init(_ value: Value) { self.value = value }
  override func evaluate(_ context: VectorContext) -> Vector? { .constant(value) }
}

/// `it`: the rows of the batch themselves.
final class EventVector: VectorNode {
  override func evaluate(_ context: VectorContext) -> Vector? {
    Vector(of: context.batch)
  }
}

/// `index`.
final class IndexVector: VectorNode {
  override func evaluate(_ context: VectorContext) -> Vector? {
    let out = context.fresh()
    let words = out.words
    let first = context.firstIndex
    for row in 0..<context.count { words[row] = first &+ row }
    return Vector(kind: .ints, columns: out)
  }
}
