import CRegex
import Synchronization

/// A compiled regular expression. A search that gives up is an error, never "no match".
public final class Regex: @unchecked Sendable {
  public let pattern: String
  public let flags: String
  // One loop owns it with the graph it stands in: its match state is locked only where there are
  // several threads.
  private let handle: OpaquePointer
  private let lock = Mutex<Void>(())

  /// What is wrong with a pattern, and at which of its bytes.
  public struct Mistake: Error, Equatable, Sendable {
    public let offset: Int
    public let message: String
  }

  public init(_ pattern: String, flags: String) throws {
    var bits: UInt32 = 0
    for flag in flags {
      switch flag {
      case "i": bits |= CREGEX_CASELESS
      case "m": bits |= CREGEX_MULTILINE
      case "s": bits |= CREGEX_DOTALL
      case "x": bits |= CREGEX_EXTENDED
      default: throw Mistake(offset: 0, message: "there is no flag \(flag); there are i, m, s, x")
      }
    }
    var offset = 0
    var text = [CChar](repeating: 0, count: 256)
    var copy = pattern
    let compiled = copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cregex_compile($0.baseAddress, $0.count, bits, &offset, &text, text.count)
      }
    }
    guard let compiled else {
      let message = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Mistake(offset: offset, message: String(decoding: message, as: UTF8.self))
    }
    handle = compiled
    self.pattern = pattern
    self.flags = flags
    cregex_set_match_limit(handle, Limits.regexSteps)
  }

  deinit { cregex_free(handle) }

  public var groupCount: Int { Int(cregex_group_count(handle)) }

  /// Names of groups with their numbers.
  public var groupNames: [(name: String, group: Int)] {
    (0..<cregex_name_count(handle)).map { index in
      var group: UInt32 = 0
      var length = 0
      let start = cregex_name(handle, index, &group, &length)
      let bytes = UnsafeRawBufferPointer(start: start, count: length)
      return (String(decoding: bytes, as: UTF8.self), Int(group))
    }
  }

  public func matches(_ text: Text) throws -> Bool { try text.withBytes { try matches($0) } }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Bool {
    try check(match(bytes, from: 0, nil, 0)) > 0
  }

  /// Which of many lines match, as 1 and 0 in `found`; false where they must be asked one by one.
  /// For how they must lie see `cregex_match_lines`.
  func matchesLines(
    _ lines: Batch.Columns, _ count: Int, _ found: UnsafeMutablePointer<Int>
  ) -> Bool {
    guard Worker.exist else { return searchLines(lines, count, found) }
    return lock.withLock { _ in searchLines(lines, count, found) }
  }

  private func searchLines(
    _ lines: Batch.Columns, _ count: Int, _ found: UnsafeMutablePointer<Int>
  ) -> Bool {
    lines.starts.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: count) {
      cregex_match_lines(handle, $0, lines.lengths, count, found) != 0
    }
  }

  /// The byte ranges of the first match at or after `start` and of its groups (nil for a group that
  /// took no part); nil where nothing matches.
  public func firstMatch(in text: Text, from start: Int = 0) throws -> [Range<Int>?]? {
    let pairs = groupCount + 1
    var offsets = [Int](repeating: 0, count: pairs * 2)
    let found = try text.withBytes { bytes in
      try check(match(bytes, from: start, &offsets, pairs))
    }
    if found == 0 { return nil }
    return (0..<pairs).map { pair in
      let low = offsets[pair * 2]
      let high = offsets[pair * 2 + 1]
      return low >= 0 && low <= high ? low..<high : nil
    }
  }

  private func match(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ offsets: UnsafeMutablePointer<Int>?,
    _ pairs: Int
  ) -> Int32 {
    guard Worker.exist else {
      return cregex_match(handle, bytes.baseAddress, bytes.count, start, offsets, pairs)
    }
    return lock.withLock { _ in
      cregex_match(handle, bytes.baseAddress, bytes.count, start, offsets, pairs)
    }
  }

  private func check(_ result: Int32) throws -> Int32 {
    if result >= 0 { return result }
    let what =
      result == CREGEX_LIMIT
      ? "/\(pattern)/ took more than \(Limits.regexSteps) steps"
      : "/\(pattern)/ could not be searched"
    throw Failure(kind: "regex", Text(what))
  }
}
