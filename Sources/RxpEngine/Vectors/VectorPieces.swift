import CSystem

/// `split(text, ",")` with a separator of one byte: nothing is cut until a piece is asked for.
final class SplitVector: VectorNode {
  private let text: VectorNode
  private let separator: UInt8

  init?(_ text: VectorNode, separator: VectorNode) {
    guard let constant = separator as? ConstantVector, case .text(let wanted) = constant.value,
      wanted.count == 1, let byte = wanted.bytes.first, byte < 0x80
    else { return nil }
    self.text = text
    self.separator = byte
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = text.evaluate(context), case .slices = a.kind, let columns = a.columns else {
      return nil
    }
    // A list that would be too long is told of row by row.
    for row in 0..<context.count where columns.lengths[row] >= Limits.listItems { return nil }
    return Vector(kind: .pieces(separator), columns: columns)
  }
}

/// `list[n]` of pieces, n being known and not negative; a row without such a piece (its answer is
/// nil) is asked for row by row.
final class PieceVector: VectorNode {
  private let list: VectorNode
  private let index: Int

  init(_ list: VectorNode, _ index: Int) {
    self.list = list
    self.index = index
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = list.evaluate(context), case .pieces(let separator) = a.kind,
      let columns = a.columns
    else { return nil }
    let out = context.fresh()
    for row in 0..<context.count {
      var from = 0
      var length = 0
      let start = columns.starts[row]
      if csys_piece(start, columns.lengths[row], separator, index, &from, &length) == 0 {
        return nil
      }
      out.starts[row] = start + from
      out.lengths[row] = length
    }
    return Vector(kind: .slices, columns: out)
  }
}

/// `int(text)` of plain whole numbers; anything else is asked for row by row.
final class WholeNumberVector: VectorNode {
  private let operand: VectorNode
  init(_ operand: VectorNode) { self.operand = operand }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = operand.evaluate(context), let columns = a.columns else { return nil }
    if case .ints = a.kind { return a }
    guard case .slices = a.kind else { return nil }
    let out = context.fresh()
    for row in 0..<context.count {
      var number: Int64 = 0
      if csys_whole_number(columns.starts[row], columns.lengths[row], &number) == 0 { return nil }
      out.words[row] = Int(number)
    }
    return Vector(kind: .ints, columns: out)
  }
}
