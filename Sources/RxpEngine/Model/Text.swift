/// A string as the language has it: bytes that are normally UTF-8 and are passed through unchanged
/// when they are not. Up to 15 bytes lie in the value itself; longer ones in a shared buffer.
public struct Text: Sendable {
  @usableFromInline enum Storage: @unchecked Sendable {
    /// Bytes 0–7, then bytes 8–14 with the count in the top byte.
    case small(UInt64, UInt64)
    case heap(TextBuffer)
  }

  @usableFromInline var storage: Storage

  /// How many bytes lie in the value itself.
  public static let smallCapacity = 15
  public static let empty = Text(storage: .small(0, 0))

  @usableFromInline init(storage: Storage) { self.storage = storage }

  /// A copy of the bytes.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(start: bytes.baseAddress, count: bytes.count)
  }

  @inlinable public init(start: UnsafePointer<UInt8>?, count: Int) {
    guard count > 0, let start else {
      storage = .small(0, 0)
      return
    }
    if count <= Text.smallCapacity {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) {
        $0.baseAddress!.copyMemory(from: start, byteCount: count)
      }
      storage = .small(words.0.littleEndian, words.1.littleEndian | UInt64(count) << 56)
    } else {
      storage = .heap(TextBuffer.make(start, count))
    }
  }

  public init(_ string: String) {
    var copy = string
    self = copy.withUTF8 { Text($0) }
  }

  public init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { Text($0) }
  }

  /// How many bytes.
  public var count: Int {
    switch storage {
    case .small(_, let high): Int(high >> 56)
    case .heap(let buffer): buffer.count
    }
  }

  public var isEmpty: Bool { count == 0 }

  /// The bytes, for the time of the call.
  @inlinable public func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows
    -> R
  {
    switch storage {
    case .small(let low, let high):
      let words = (low.littleEndian, high.littleEndian)
      return try withUnsafeBytes(of: words) {
        try body(
          UnsafeBufferPointer(
            start: $0.baseAddress!.assumingMemoryBound(to: UInt8.self), count: Int(high >> 56)))
      }
    case .heap(let buffer):
      return try buffer.withBytes(body)
    }
  }

  /// The text for Swift's own functions; bad bytes become U+FFFD.
  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  public var bytes: [UInt8] { withBytes { Array($0) } }
}

/// The bytes of a long text, after the header in the same allocation; never changed once made.
@usableFromInline final class TextBuffer: ManagedBuffer<Int, UInt8> {
  @usableFromInline static func make(_ start: UnsafePointer<UInt8>, _ count: Int) -> TextBuffer {
    let made = create(minimumCapacity: count) { _ in count }
    made.withUnsafeMutablePointerToElements { $0.initialize(from: start, count: count) }
    return unsafeDowncast(made, to: TextBuffer.self)
  }

  @usableFromInline var count: Int { header }

  @usableFromInline func withBytes<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    let count = header
    return try withUnsafeMutablePointerToElements {
      try body(UnsafeBufferPointer(start: UnsafePointer($0), count: count))
    }
  }
}

extension Text: Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }

  public static func == (a: Text, b: Text) -> Bool {
    switch (a.storage, b.storage) {
    case (.small(let a0, let a1), .small(let b0, let b1)): return a0 == b0 && a1 == b1
    case (.heap(let x), .heap(let y)):
      if x === y { return true }
      return x.count == y.count
        && x.withBytes { p in y.withBytes { q in p.elementsEqual(q) } }
    default: return false
    }
  }

  /// Byte order, which for UTF-8 is the order of code points.
  public static func < (a: Text, b: Text) -> Bool {
    a.withBytes { p in b.withBytes { q in p.lexicographicallyPrecedes(q) } }
  }

  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  public var description: String { string }

  public static func + (a: Text, b: Text) -> Text {
    var joined: [UInt8] = []
    joined.reserveCapacity(a.count + b.count)
    a.withBytes { joined.append(contentsOf: $0) }
    b.withBytes { joined.append(contentsOf: $0) }
    return Text(joined)
  }
}
