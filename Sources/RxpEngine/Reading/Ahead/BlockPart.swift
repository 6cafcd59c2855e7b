/// A batch of lines of a block.
final class BlockPart {
  /// What has been made of the lines, or, where nothing could be, the lines.
  let batch = Batch()
  var isMade = false
  /// Of its first line: the place among the block's lines, and the number there.
  private(set) var start = 0
  private(set) var line = 0
  /// What was read of its records.
  var fields: FieldTable?
  /// Where strings that stand in no line are.
  let bytes = VectorBytes()
  /// Columns for what was worked out beside the rows.
  private var columns: [Batch.Columns] = []

  func begin(at start: Int, line: Int) {
    self.start = start
    self.line = line
    isMade = true
    batch.clear()
    bytes.clear()
  }

  /// Writes the rows as lines.
  func write(_ form: LineForm) {
    batch.written.lines.removeAll(keepingCapacity: true)
    batch.appendLines(to: &batch.written.lines, as: form)
    batch.written.form = form
  }

  /// Columns to give for those that `keep` will get.
  func spare() -> Batch.Columns {
    batch.prepared.count < columns.count ? columns[batch.prepared.count] : Batch.Columns()
  }

  /// Keeps what a node has worked out for the rows.
  func keep(_ answers: Vector, of node: VectorNode) {
    guard let kept = answers.columns else { return }
    let place = batch.prepared.count
    if place < columns.count { columns[place] = kept } else { columns.append(kept) }
    batch.prepared.append((node, answers))
  }
}
