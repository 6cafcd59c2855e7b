import CSystem

/// Numbers keys in the order in which they are first met: an open hash table over bytes and whole
/// numbers, so that a key that is known costs no copy. Keys are equal as values are.
final class KeyTable {
  /// By number.
  private(set) var keys: [Value] = []
  private var hashes: [UInt64] = []
  private struct Slot {
    /// The key's number plus 1; 0 where the slot is free.
    var number: Int32 = 0
    /// The upper half of its hash: other keys are mostly told apart by it.
    var tag: UInt32 = 0
  }
  /// A power of two of them, at most half full.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  /// What is neither a string nor a whole number.
  private var others: [Value: Int] = [:]
  private let seed = UInt64(bitPattern: Int64(0.hashValue))
  private static let first = 64
  /// For a string that is to have bytes behind it.
  private var room = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
  private var roomCount = 64

  init() {
    slots = .allocate(capacity: KeyTable.first)
    slots.initialize(repeating: Slot(), count: KeyTable.first)
    mask = KeyTable.first - 1
  }

  deinit {
    slots.deallocate()
    room.deallocate()
  }

  var count: Int { keys.count }

  /// The number of a key.
  func number(of key: Value) -> Int {
    switch key {
    case .text(let text): return self.number(ofBytes: padded(text), text.count)
    case .int(let whole): return self.number(ofWhole: whole)
    case .double(let real):
      if let whole = Int(exactly: real) { return self.number(ofWhole: whole) }
    default: break
    }
    if let known = others[key] { return known }
    let number = add(key, hash: 0, at: nil)
    others[key] = number
    return number
  }

  /// Of a string. Eight bytes after it can be read.
  @inline(__always)
  func number(ofBytes bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let hash = csys_hash(bytes, count, seed)
    let tag = KeyTable.tag(hash)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].number != 0 {
      let number = Int(slots[slot].number) - 1
      if slots[slot].tag == tag, case .text(let known) = keys[number], known.count == count,
        known.withBytes({ csys_equal_within($0.baseAddress, bytes, count) != 0 })
      {
        return number
      }
      slot = (slot + 1) & mask
    }
    return add(.text(Text(start: bytes, count: count)), hash: hash, at: slot)
  }

  func number(ofWhole whole: Int) -> Int {
    let hash = KeyTable.mix(UInt64(bitPattern: Int64(whole)) ^ seed)
    let tag = KeyTable.tag(hash)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].number != 0 {
      let number = Int(slots[slot].number) - 1
      if slots[slot].tag == tag, case .int(whole) = keys[number].asWhole { return number }
      slot = (slot + 1) & mask
    }
    return add(.int(whole), hash: hash, at: slot)
  }

  /// The bytes with more behind them that can be read.
  private func padded(_ text: Text) -> UnsafePointer<UInt8> {
    let needed = text.count + CSYS_PADDING
    if needed > roomCount {
      room.deallocate()
      roomCount = needed * 2
      room = .allocate(capacity: roomCount)
    }
    text.withBytes { bytes in
      if let from = bytes.baseAddress { room.update(from: from, count: bytes.count) }
    }
    (room + text.count).update(repeating: 0, count: CSYS_PADDING)
    return UnsafePointer(room)
  }

  /// With more keys than these they do not lie near the processor.
  private static let near = 8192

  /// Lets what is known of many whole numbers come near, so that it is not waited for one by one.
  func expect(_ wholes: UnsafePointer<Int>, _ count: Int) {
    expect(count) { KeyTable.mix(UInt64(bitPattern: Int64(wholes[$0])) ^ seed) }
  }

  /// The same for strings; eight bytes after each can be read.
  func expect(
    _ starts: UnsafePointer<UnsafePointer<UInt8>>, _ lengths: UnsafePointer<Int>, _ count: Int
  ) {
    expect(count) { csys_hash(starts[$0], lengths[$0], seed) }
  }

  @inline(__always)
  private func expect(_ count: Int, _ hash: (Int) -> UInt64) {
    if keys.count < KeyTable.near { return }
    for row in 0..<count { csys_expect(slots + Int(truncatingIfNeeded: hash(row)) & mask) }
    keys.withUnsafeBufferPointer { keys in
      guard let first = keys.baseAddress else { return }
      for row in 0..<count {
        let number = Int(slots[Int(truncatingIfNeeded: hash(row)) & mask].number)
        csys_expect(first + max(number - 1, 0))
      }
    }
  }

  private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  private static func mix(_ word: UInt64) -> UInt64 {
    let spread = (word ^ word >> 32) &* 0x9E37_79B9_7F4A_7C15
    return spread ^ spread >> 29
  }

  private func add(_ key: Value, hash: UInt64, at slot: Int?) -> Int {
    let number = keys.count
    keys.append(key)
    hashes.append(hash)
    if let slot {
      slots[slot] = Slot(
        number: Int32(truncatingIfNeeded: number + 1), tag: KeyTable.tag(hash))
      if (number + 1) * 2 > mask { grow() }
    }
    return number
  }

  private func grow() {
    let size = (mask + 1) * 2
    slots.deallocate()
    slots = .allocate(capacity: size)
    slots.initialize(repeating: Slot(), count: size)
    mask = size - 1
    for number in keys.indices where keys[number].isHashedHere {
      var slot = Int(truncatingIfNeeded: hashes[number]) & mask
      while slots[slot].number != 0 { slot = (slot + 1) & mask }
      slots[slot] = Slot(
        number: Int32(truncatingIfNeeded: number + 1), tag: KeyTable.tag(hashes[number]))
    }
  }
}

extension Value {
  fileprivate var asWhole: Value {
    if case .double(let real) = self, let whole = Int(exactly: real) { return .int(whole) }
    return self
  }

  fileprivate var isHashedHere: Bool {
    switch self {
    case .text, .int: true
    case .double(let real): Int(exactly: real) != nil
    default: false
    }
  }
}
