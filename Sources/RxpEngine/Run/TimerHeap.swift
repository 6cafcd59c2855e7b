/// What is due at an instant: first the earliest, at equal instants the one scheduled first.
struct TimerHeap {
  struct Entry {
    var instant: Instant
    /// Grows with each scheduling; the rank of its kind stands in the top bits.
    var sequence: UInt64
    var token: Int
    /// Kept alive (by `Stage.hold`) until due or swept, so that a late entry of a stage that is gone
    /// finds it done. Not counted as a reference: entries are moved about a lot.
    let stage: Unmanaged<Stage>

    var isDead: Bool { stage._withUnsafeGuaranteedRef { $0.isDone } }

    /// Whether it is one of a stage that is counted as alive.
    var counts: Bool { stage._withUnsafeGuaranteedRef { !$0.isDone && $0.isCounted } }
  }

  private(set) var entries: ContiguousArray<Entry> = []

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    entry.stage._withUnsafeGuaranteedRef { $0.hold() }
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if TimerHeap.before(entries[parent], entry) { break }
      entries[child] = entries[parent]
      child = parent
    }
    entries[child] = entry
  }

  /// The caller lets go of its stage.
  mutating func removeFirst() -> Entry {
    let top = entries[0]
    let last = entries.removeLast()
    if !entries.isEmpty { sink(last, from: 0) }
    return top
  }

  /// Drops what belongs to stages that have ended.
  mutating func sweep() {
    remove { $0.isDead }
  }

  mutating func removeAll() { remove { _ in true } }

  mutating func removeAll(of stage: Stage) {
    let gone = Unmanaged.passUnretained(stage).toOpaque()
    entries.removeAll { $0.stage.toOpaque() == gone }
    restore()
  }

  private mutating func remove(where isGone: (Entry) -> Bool) {
    let gone = entries.filter(isGone)
    entries.removeAll(where: isGone)
    defer { for entry in gone { entry.stage._withUnsafeGuaranteedRef { $0.letGoOfHold() } } }
    restore()
  }

  private mutating func restore() {
    if entries.count < 2 { return }
    for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) {
      sink(entries[parent], from: parent)
    }
  }

  private mutating func sink(_ entry: Entry, from start: Int) {
    var parent = start
    let count = entries.count
    while true {
      var child = parent * 2 + 1
      if child >= count { break }
      if child + 1 < count, TimerHeap.before(entries[child + 1], entries[child]) { child += 1 }
      if TimerHeap.before(entry, entries[child]) { break }
      entries[parent] = entries[child]
      parent = child
    }
    entries[parent] = entry
  }

  private static func before(_ a: Entry, _ b: Entry) -> Bool {
    a.instant != b.instant ? a.instant < b.instant : a.sequence < b.sequence
  }
}
