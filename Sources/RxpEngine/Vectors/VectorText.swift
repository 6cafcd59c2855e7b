import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The stretch of memory that the slices of a column lie in, where they lie close together and in
/// order, as the lines of a block do.
struct SliceSpan {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// A stretch may be so much longer than its slices that working on all of it would not pay.
  private static let slack = 65_536

  init?(_ columns: Batch.Columns, _ count: Int) {
    guard count > 0 else { return nil }
    start = columns.starts[0]
    var end = start
    var total = 0
    for row in 0..<count {
      if columns.starts[row] < end { return nil }
      end = columns.starts[row] + columns.lengths[row]
      total &+= columns.lengths[row]
    }
    self.count = end - start
    if self.count > total * 2 + SliceSpan.slack { return nil }
  }

  var isASCII: Bool { csys_is_ascii(start, count) != 0 }
}

/// `len` of strings: the count of bytes where all are ASCII without a carriage return (with a newline
/// that would be one character).
final class LengthVector: VectorNode {
  private let operand: VectorNode
  init(_ operand: VectorNode) { self.operand = operand }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = operand.evaluate(context), case .slices = a.kind, let x = a.columns,
      let span = SliceSpan(x, context.count), span.isASCII,
      memchr(span.start, 0x0D, span.count) == nil
    else { return nil }
    let out = context.fresh()
    out.words.update(from: x.lengths, count: context.count)
    return Vector(kind: .ints, columns: out)
  }
}

/// `bytes` of strings.
final class ByteCountVector: VectorNode {
  private let operand: VectorNode
  init(_ operand: VectorNode) { self.operand = operand }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = operand.evaluate(context), case .slices = a.kind, let x = a.columns else {
      return nil
    }
    let out = context.fresh()
    out.words.update(from: x.lengths, count: context.count)
    return Vector(kind: .ints, columns: out)
  }
}

/// `upper`, `lower` of ASCII strings: the whole stretch in one loop, then slices of the copy.
final class CaseVector: VectorNode {
  private let operand: VectorNode
  private let toUpper: Bool

  init(toUpper: Bool, _ operand: VectorNode) {
    self.toUpper = toUpper
    self.operand = operand
  }

  override func evaluate(_ context: VectorContext) -> Vector? {
    guard let a = operand.evaluate(context), case .slices = a.kind, let x = a.columns,
      let span = SliceSpan(x, context.count), span.isASCII
    else { return nil }
    let first: UInt8 = toUpper ? 0x61 : 0x41
    let from = span.start
    // Readers of slices may look a little past the end.
    let to = context.room(span.count + Int(CSYS_PADDING))
    for offset in 0..<span.count {
      let byte = from[offset]
      to[offset] = byte ^ (byte &- first < 26 ? 0x20 : 0)
    }
    let out = context.fresh()
    for row in 0..<context.count {
      out.starts[row] = UnsafePointer(to) + (x.starts[row] - from)
      out.lengths[row] = x.lengths[row]
    }
    return Vector(kind: .slices, columns: out)
  }
}
