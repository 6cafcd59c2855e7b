import CSystem

/// Numbers keys in the order in which they are first met: an open hash table over bytes and whole
/// numbers, so that a key that is known costs no copy. Keys are equal as values are.
final class KeyTable {
  /// By number.
  private(set) var keys: [Value] = []
  private var hashes: [UInt64] = []
  /// Numbers plus 1; 0 where a slot is free. A power of two of them, at most half full.
  private var slots: UnsafeMutablePointer<Int32>
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
    slots.initialize(repeating: 0, count: KeyTable.first)
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
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, case .text(let known) = keys[number], known.count == count,
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
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, case .int(whole) = keys[number].asWhole { return number }
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

  private static func mix(_ word: UInt64) -> UInt64 {
    let spread = (word ^ word >> 32) &* 0x9E37_79B9_7F4A_7C15
    return spread ^ spread >> 29
  }

  private func add(_ key: Value, hash: UInt64, at slot: Int?) -> Int {
    let number = keys.count
    keys.append(key)
    hashes.append(hash)
    if let slot {
      slots[slot] = Int32(truncatingIfNeeded: number + 1)
      if (number + 1) * 2 > mask { grow() }
    }
    return number
  }

  private func grow() {
    let size = (mask + 1) * 2
    slots.deallocate()
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
    for number in keys.indices where keys[number].isHashedHere {
      var slot = Int(truncatingIfNeeded: hashes[number]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: number + 1)
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
