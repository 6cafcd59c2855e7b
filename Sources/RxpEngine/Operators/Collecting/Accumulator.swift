/// What an operator that sends one value at the end keeps for each of many groups: so that groups
/// that are only counted or added up need no signals of their own. It gives just what the operator
/// gives for the events of the group.
class Accumulator {
  /// There are so many groups now.
  func grow(to count: Int) {}
  /// A batch, the group of each row being known; false where it must be added row by row, nothing
  /// having been added.
  func add(_ batch: Batch, _ groups: UnsafeMutablePointer<Int>) -> Bool { false }
  func add(_ event: Value, _ group: Int) throws {}
  /// What the operator sends at the completion.
  func result(_ group: Int) -> Value { .null }
  /// What of the events it looks at.
  var needs: FieldNeeds { .all }
  /// What it asks for an event.
  var asked: [Asked] { [] }
  /// Whether what it asks for an event depends on nothing but the event.
  final var isStateless: Bool { asked.allSatisfy(\.isStateless) }
}

/// `count`.
final class CountAccumulator: Accumulator {
  private let test: Asked?
  private var totals: [Int] = []

  init(_ test: Asked?) { self.test = test }

  override var needs: FieldNeeds { test?.needs ?? .none }
  override var asked: [Asked] { test.map { [$0] } ?? [] }
  override func grow(to count: Int) {
    while totals.count < count { totals.append(0) }
  }

  override func add(_ batch: Batch, _ groups: UnsafeMutablePointer<Int>) -> Bool {
    guard let test else {
      totals.withUnsafeMutableBufferPointer { totals in
        for row in 0..<batch.count { totals[groups[row]] &+= 1 }
      }
      return true
    }
    guard let answers = test.column(batch), case .bools = answers.kind,
      let words = answers.columns?.words
    else { return false }
    totals.withUnsafeMutableBufferPointer { totals in
      for row in 0..<batch.count { totals[groups[row]] &+= words[row] }
    }
    return true
  }

  override func add(_ event: Value, _ group: Int) throws {
    if try test?.test(event) ?? true { totals[group] += 1 }
  }

  override func result(_ group: Int) -> Value { .int(totals[group]) }
}

/// `sum`, `average`.
final class SumAccumulator: Accumulator {
  private let name: String
  private let f: Asked?
  private let finish: (_ sum: Value, _ count: Int) -> Value
  private var sums: [Value] = []
  private var counts: [Int] = []

  init(
    _ name: String, _ f: Asked?, _ finish: @escaping (_ sum: Value, _ count: Int) -> Value
  ) {
    self.name = name
    self.f = f
    self.finish = finish
  }

  override var needs: FieldNeeds { f?.needs ?? .all }
  override var asked: [Asked] { f.map { [$0] } ?? [] }
  override func grow(to count: Int) {
    while sums.count < count {
      sums.append(.int(0))
      counts.append(0)
    }
  }

  override func add(_ batch: Batch, _ groups: UnsafeMutablePointer<Int>) -> Bool {
    guard let column = f == nil ? Vector(of: batch) : f?.column(batch),
      let words = column.columns?.words
    else { return false }
    switch column.kind {
    case .ints:
      guard addsWithoutOverflow(words, batch.count) else { return false }
      for row in 0..<batch.count {
        let group = groups[row]
        switch sums[group] {
        case .int(let whole): sums[group] = .int(whole &+ words[row])
        case .double(let real): sums[group] = .double(real + Double(words[row]))
        default: break
        }
        counts[group] &+= 1
      }
    case .doubles:
      for row in 0..<batch.count {
        let group = groups[row]
        let number = Double(bitPattern: UInt64(bitPattern: Int64(words[row])))
        sums[group] = .double((sums[group].number ?? 0) + number)
        counts[group] &+= 1
      }
    default: return false
    }
    return true
  }

  /// The largest sum that any group has had may have grown to; past it rows are added one by one.
  private var bound = 0

  private func addsWithoutOverflow(_ words: UnsafeMutablePointer<Int>, _ count: Int) -> Bool {
    var largest: UInt = 0
    for row in 0..<count { largest |= words[row].magnitude }
    let (growth, isTooLarge) = Int(clamping: largest).multipliedReportingOverflow(by: count)
    let (sum, overflow) = bound.addingReportingOverflow(growth)
    if isTooLarge || overflow { return false }
    bound = sum
    return true
  }

  override func add(_ event: Value, _ group: Int) throws {
    let value = try f?(event) ?? event
    if case .null = value { return }
    guard value.number != nil else {
      throw Failure.type("\(name) needs numbers: got \(value.excerpt())")
    }
    sums[group] = try Value.arithmetic(.add, sums[group], value)
    counts[group] += 1
    if case .int(let whole) = sums[group] { bound = max(bound, Int(clamping: whole.magnitude)) }
  }

  override func result(_ group: Int) -> Value { finish(sums[group], counts[group]) }
}
