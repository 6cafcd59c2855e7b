import CSystem

extension Operator {
  static let distinctUntilChanged = Operator(
    "distinctUntilChanged", aka: ["skipRepeats"], .filtering,
    "Drops events that equal the one before.",
    takes: [
      .optional("by", .asked(.event, wants: .any), "what is compared", else: "the event itself"),
      .named(
        "same", .asked(.accumulator(start: ""), wants: .bool),
        "whether two are the same: acc is the last that passed, it the new one",
        else: "they are equal"),
    ],
    types: .sameAsInput, holds: .atMost(1),
    shape: .leavingOutEqual,
    elsewhere: [
      Elsewhere("rac.distinctUntilChanged"),
      Elsewhere("rx.distinctUntilChanged"),
      Elsewhere("rx.distinctUntilKeyChanged", note: "the key as an expression: .name"),
      Elsewhere("rxswift.distinctUntilChanged"),
      Elsewhere("rs.skipRepeats"),
      Elsewhere("combine.removeDuplicates"),
      Elsewhere("combine.tryRemoveDuplicates"),
    ],
    examples: [
      Example(
        "repeats are dropped, the first always passes", "distinctUntilChanged", in: "-a-a-b-b-a|",
        out: "-a---b---a|"),
      Example("an error passes", "distinctUntilChanged", in: "aa#", out: "a-#"),
      Example(
        "nil equals nil", "distinctUntilChanged", in: "nn-a|", out: "n--a|", values: "n: nil"),
      Example(
        "by a part of it", "distinctUntilChanged by: it % 2", in: "abcd|", out: "a--d|",
        values: "a: 1, b: 3, c: 5, d: 2"),
      Example(
        "by a comparison of one's own", "distinctUntilChanged same: abs(it - acc) < 3", in: "abcd|",
        out: "a--d|", values: "a: 1, b: 2, c: 3, d: 4"),
    ]
  ) { args in
    DistinctUntilChangedStage(
      args.run, by: args.optionalAsked("by"), same: args.optionalAsked("same"))
  }
}

/// B9.
final class DistinctUntilChangedStage: Stage {
  private let by: Asked?
  private let same: Asked?
  private var last: Value?
  private let passed = Batch()
  private lazy var marks = Batch.Columns()
  init(_ run: Run, by: Asked?, same: Asked?) {
    self.by = by
    self.same = same
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds {
    same == nil ? (by?.needs ?? .all).and(fieldsNeededAfter) : .all
  }

  override var rowStep: RowStep? {
    guard same == nil, let by else { return nil }
    return .reading([by.rowNode])
  }

  override func receive(_ batch: Batch, _ input: Int) {
    guard batch.count > 1, same == nil,
      let keys = by == nil ? Vector(of: batch) : by?.column(batch)
    else { return receiveRows(batch, input) }
    guard mark(keys, batch.count) else {
      by?.unask(batch.count)
      return receiveRows(batch, input)
    }
    last = keys[batch.count - 1]
    passed.keep(marks.words, from: batch)
    send(passed)
    passed.clear()
  }

  /// Marks each row that differs from the one before with 1, the others with 0; the first by the last
  /// of before. False where they must be compared row by row.
  private func mark(_ keys: Vector, _ count: Int) -> Bool {
    guard let columns = keys.columns else { return false }
    let marks = marks.words
    marks[0] = last == keys[0] ? 0 : 1
    switch keys.kind {
    case .ints, .bools:
      for row in 1..<count {
        marks[row] = columns.words[row] == columns.words[row &- 1] ? 0 : 1
      }
    case .doubles:
      for row in 1..<count {
        // NaN differs from itself.
        marks[row] = columns.double(row) == columns.double(row &- 1) ? 0 : 1
      }
    case .slices:
      let (starts, lengths) = (columns.starts, columns.lengths)
      for row in 1..<count {
        let length = lengths[row]
        marks[row] =
          length == lengths[row &- 1] && csys_equal(starts[row], starts[row &- 1], length) != 0
          ? 0 : 1
      }
    default: return false
    }
    return true
  }

  private func receiveRows(_ batch: Batch, _ input: Int) {
    if batch.mayBePartial { passRows(of: batch, isChange) } else { super.receive(batch, input) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if try isChange(value) { send(value) }
  }

  private func isChange(_ value: Value) throws -> Bool {
    let key = try by?(value) ?? value
    if let last, try same?.test(acc: last, key) ?? (last == key) { return false }
    last = key
    return true
  }
  override func stopped() { last = nil }
}
