import CSystem
import RxpEngine

/// Finds what a path really stands for: absolute, without `.`, `..` and symbolic links, so that it
/// can be compared with what is allowed. Parts that do not exist (yet) stay as they are written.
struct PathResolver {
  /// As the system's own limit on links inside one path.
  private static let linkLimit = 40
  private static let pathLimit = 4096

  private let operation: String
  private let subject: String
  private var links = 0

  private init(operation: String, subject: String) {
    self.operation = operation
    self.subject = subject
  }

  /// `operation` is for messages: `read`, `write`. `base` is where a relative path starts.
  static func resolve(
    _ path: String, relativeTo base: String, operation: String
  ) throws(HostError) -> String {
    var resolver = PathResolver(operation: operation, subject: path)
    if path.isEmpty { throw resolver.error(Errno.noEntry) }
    // The system would see only what stands before it.
    if path.utf8.contains(0) { throw resolver.error(Errno.invalid) }
    let full = path.utf8.first == UInt8(ascii: "/") ? path : base + "/" + path
    if full.utf8.count >= pathLimit { throw resolver.error(Errno.tooLong) }
    return try resolver.walk(full)
  }

  private mutating func walk(_ path: String) throws(HostError) -> String {
    // The parts still to go, the next one last.
    var rest = Self.parts(path)
    var resolved = ""
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        let end = resolved.utf8.lastIndex(of: UInt8(ascii: "/")) ?? resolved.startIndex
        resolved.removeSubrange(end...)
        continue
      }
      let next = resolved + "/" + part
      guard let target = try linkTarget(of: next) else {
        resolved = next
        continue
      }
      rest += Self.parts(target)
      if target.utf8.first == UInt8(ascii: "/") { resolved = "" }
    }
    return resolved.isEmpty ? "/" : resolved
  }

  /// Where a link leads; nil for what is no link to follow by name, or does not exist.
  private mutating func linkTarget(of path: String) throws(HostError) -> String? {
    let (length, code, target) = withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: Self.pathLimit
    ) { buffer -> (Int, Int32, String) in
      let length = csys_link_target(path, buffer.baseAddress, buffer.count)
      return (length, lastError, length > 0 ? String(cString: buffer.baseAddress!) : "")
    }
    if length == 0 { return nil }
    if length < 0 {
      if code == Errno.noEntry || code == Errno.notDirectory { return nil }
      throw error(code)
    }
    // `/proc/…/fd/63` of a pipe leads to `pipe:[…]`, which is no path: it stands for itself.
    if path.hasPrefix("/proc/"), target.utf8.first != UInt8(ascii: "/"), target.contains(":[") {
      return nil
    }
    links += 1
    if links > Self.linkLimit { throw error(Errno.loop) }
    return target
  }

  /// The parts of a path, last one first.
  private static func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
  }

  private func error(_ code: Int32) -> HostError {
    .system(operation, subject, code: code)
  }
}
