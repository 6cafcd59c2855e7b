/// Where the rows of a batch came from: a file's name and lines from 1.
struct Origin {
  var name: String
  /// The line of row 0, where the rows are consecutive lines.
  var line: Int
  /// Otherwise how far each row's line is from `line`. They belong to a batch.
  var offsets: LineOffsets?

  func offset(of row: Int) -> Int { offsets?.values[row] ?? row }
  func place(of row: Int) -> (name: String, line: Int) { (name, line &+ offset(of: row)) }
}

/// How far lines are from the first one, for the rows of a batch.
final class LineOffsets {
  let values = UnsafeMutablePointer<Int>.allocate(capacity: Limits.batchRows)
  deinit { values.deallocate() }

  /// Consecutive lines.
  func fill(_ count: Int) {
    for row in 0..<count { values[row] = row }
  }

  /// Those of the rows for which a mask says yes.
  func keep(_ mask: UnsafeMutablePointer<Int>, of origin: Origin, _ count: Int) {
    var kept = 0
    if let from = origin.offsets?.values {
      for row in 0..<count {
        values[kept] = from[row]
        kept &+= mask[row]
      }
    } else {
      for row in 0..<count {
        values[kept] = row
        kept &+= mask[row]
      }
    }
  }
}
