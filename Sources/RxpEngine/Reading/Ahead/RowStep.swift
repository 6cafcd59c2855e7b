/// What a stage does with a row where that depends on nothing but the row: it can be done beforehand,
/// by another thread, for what has been read ahead.
enum RowStep {
  /// Sends what is made of the row.
  case map(Asked)
  /// Passes the row where the answer is yes.
  case filter(Asked)
  /// Keeps something of its own, and has these worked out for each batch as it comes.
  case reading([VectorNode?])
  /// Writes each row as a line.
  case writing(LineForm)
}

/// How rows are written as lines.
struct LineForm: Equatable {
  let asJSON: Bool
  let prefix: [UInt8]
}
