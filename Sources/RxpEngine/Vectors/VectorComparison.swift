import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `== != < <= > >=` over numbers and strings.
final class ComparisonVector: VectorNode {
  private let relation: ComparisonExpr.Relation
  private let left: VectorNode
  private let right: VectorNode

  init(_ relation: ComparisonExpr.Relation, _ left: VectorNode, _ right: VectorNode) {
    self.relation = relation
    self.left = left
    self.right = right
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = left.evaluate(context), let b = right.evaluate(context) else { return nil }
    let out = context.fresh()
    let count = context.count
    switch (a.kind, b.kind) {
    case (.ints, .constant(.int(let value))):
      guard let x = a.columns?.words else { return nil }
      compare(x, value, out.words, count)
    case (.ints, .ints):
      guard let x = a.columns?.words, let y = b.columns?.words else { return nil }
      for row in 0..<count {
        out.words[row] = holds(x[row] < y[row] ? -1 : x[row] == y[row] ? 0 : 1)
      }
    case (.doubles, .constant(let value)):
      guard let x = a.columns?.words, let number = value.number else { return nil }
      // An int beyond 2^53 is compared exactly, row by row.
      if case .int(let whole) = value, Int(exactly: number) != whole { return nil }
      for row in 0..<count {
        let left = Double(bitPattern: UInt64(bitPattern: Int64(x[row])))
        if left.isNaN { return nil }
        out.words[row] = holds(left < number ? -1 : left == number ? 0 : 1)
      }
    case (.slices, .constant(.text(let text))):
      guard let columns = a.columns else { return nil }
      compare(columns, text, out.words, count)
    default: return nil
    }
    return Vector(kind: .bools, columns: out)
  }

  /// The loops are written out so that each has no decision in it.
  private func compare(
    _ x: UnsafeMutablePointer<Int>, _ value: Int, _ out: UnsafeMutablePointer<Int>, _ count: Int
  ) {
    switch relation {
    case .equal: for row in 0..<count { out[row] = x[row] == value ? 1 : 0 }
    case .notEqual: for row in 0..<count { out[row] = x[row] != value ? 1 : 0 }
    case .less: for row in 0..<count { out[row] = x[row] < value ? 1 : 0 }
    case .lessOrEqual: for row in 0..<count { out[row] = x[row] <= value ? 1 : 0 }
    case .greater: for row in 0..<count { out[row] = x[row] > value ? 1 : 0 }
    case .greaterOrEqual: for row in 0..<count { out[row] = x[row] >= value ? 1 : 0 }
    }
  }

  private func compare(
    _ x: Batch.Columns, _ text: Text, _ out: UnsafeMutablePointer<Int>, _ count: Int
  ) {
    if relation == .equal || relation == .notEqual { return equate(x, text, out, count) }
    text.withBytes { wanted in
      for row in 0..<count {
        let have = UnsafeBufferPointer(start: x.starts[row], count: x.lengths[row])
        let order = have.lexicographicallyPrecedes(wanted) ? -1 : have.elementsEqual(wanted) ? 0 : 1
        out[row] = holds(order)
      }
    }
  }

  private func equate(
    _ x: Batch.Columns, _ text: Text, _ out: UnsafeMutablePointer<Int>, _ count: Int
  ) {
    let (starts, lengths, length) = (x.starts, x.lengths, text.count)
    let answer = relation == .equal ? 0 : 1
    (text.bytes + repeatElement(0, count: Int(CSYS_PADDING))).withUnsafeBufferPointer { padded in
      guard let wanted = padded.baseAddress else { return }
      if length <= 16 {
        for row in 0..<count {
          let same = Int(csys_equal16(starts[row], wanted, length))
          out[row] = (lengths[row] == length ? 1 : 0) & same ^ answer
        }
      } else {
        for row in 0..<count {
          let same = lengths[row] == length && csys_equal(starts[row], wanted, length) != 0
          out[row] = (same ? 1 : 0) ^ answer
        }
      }
    }
  }

  private func holds(_ order: Int) -> Int {
    switch relation {
    case .equal: order == 0 ? 1 : 0
    case .notEqual: order != 0 ? 1 : 0
    case .less: order < 0 ? 1 : 0
    case .lessOrEqual: order <= 0 ? 1 : 0
    case .greater: order > 0 ? 1 : 0
    case .greaterOrEqual: order >= 0 ? 1 : 0
    }
  }
}

/// `and`, `or`: both sides for all rows. A side that cannot be worked out for some row gives nil, so
/// that the row by row form decides whether that row is asked at all.
final class LogicVector: VectorNode {
  private let isAnd: Bool
  private let left: VectorNode
  private let right: VectorNode

  init(isAnd: Bool, _ left: VectorNode, _ right: VectorNode) {
    self.isAnd = isAnd
    self.left = left
    self.right = right
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = left.evaluate(context), let b = right.evaluate(context),
      case .bools = a.kind, case .bools = b.kind, let x = a.columns?.words, let y = b.columns?.words
    else { return nil }
    let out = context.fresh()
    if isAnd {
      for row in 0..<context.count { out.words[row] = x[row] & y[row] }
    } else {
      for row in 0..<context.count { out.words[row] = x[row] | y[row] }
    }
    return Vector(kind: .bools, columns: out)
  }
}

final class NotVector: VectorNode {
  private let operand: VectorNode
  init(_ operand: VectorNode) { self.operand = operand }
  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = operand.evaluate(context), case .bools = a.kind, let x = a.columns?.words else {
      return nil
    }
    let out = context.fresh()
    for row in 0..<context.count { out.words[row] = 1 - x[row] }
    return Vector(kind: .bools, columns: out)
  }
}

/// `~`, `!~` with a pattern that is known.
final class MatchVector: VectorNode {
  private let regex: Regex
  private let isNegated: Bool
  private let subject: VectorNode

  init(_ regex: Regex, isNegated: Bool, _ subject: VectorNode) {
    self.regex = regex
    self.isNegated = isNegated
    self.subject = subject
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = subject.evaluate(context), case .slices = a.kind, let x = a.columns,
      let regex = context.own(regex)
    else { return nil }
    let out = context.fresh()
    if subject is EventVector, context.batch.areLines, let span = SliceSpan(x, context.count),
      memchr(span.start, 0x0D, span.count) == nil,
      regex.matchesLines(x, context.count, out.words)
    {
      if isNegated {
        for row in 0..<context.count { out.words[row] = 1 - out.words[row] }
      }
      return Vector(kind: .bools, columns: out)
    }
    for row in 0..<context.count {
      let bytes = UnsafeBufferPointer(start: x.starts[row], count: x.lengths[row])
      // A limit that is hit is told with its row, by the row by row form.
      guard let found = try? regex.matches(bytes) else { return nil }
      out.words[row] = found != isNegated ? 1 : 0
    }
    return Vector(kind: .bools, columns: out)
  }
}
