import CSystem
import RxpEngine

/// What a program may reach outside. Made from the command line before anything runs; a value, so
/// nothing that a script does can widen it.
public struct Permissions: Sendable {
  public enum Access: String, Sendable {
    case read, write
  }

  /// What one kind of access covers. Paths are bytes here: as Swift strings, two that differ in the
  /// way an accent is composed would be equal, but they are two files.
  private struct Scope: Sendable {
    var everything = false
    /// Resolved directories, with all below them.
    var directories: [[UInt8]] = []
    /// Resolved single files.
    var files: Set<[UInt8]> = []

    func covers(_ path: String) -> Bool {
      let bytes = Array(path.utf8)
      return everything || files.contains(bytes)
        || directories.contains { directory in
          bytes.starts(with: directory)
            && (bytes.count == directory.count || directory == [UInt8(ascii: "/")]
              || bytes[directory.count] == UInt8(ascii: "/"))
        }
    }
  }

  private var reading = Scope()
  private var writing = Scope()
  /// `exec`: other programs.
  public private(set) var mayRun = false
  /// `http`.
  public private(set) var mayUseNetwork = false

  /// Nothing but the standard streams.
  public init() {}

  /// What a person types at the prompt or after `-e`: whatever that person may do.
  public static let unrestricted: Permissions = {
    var all = Permissions()
    all.reading.everything = true
    all.writing.everything = true
    all.mayRun = true
    all.mayUseNetwork = true
    return all
  }()

  /// A script file: it reads what lies beside or below it and the `files` named on its command line
  /// (relative to the working directory).
  public static func script(at path: String, files: [String] = []) throws(HostError) -> Permissions
  {
    var permissions = Permissions()
    try permissions.allowReading(in: directory(ofScript: path))
    for file in files { try permissions.allowReading(file: file) }
    return permissions
  }

  /// The resolved folder of a script, where its relative paths start.
  public static func directory(ofScript path: String) throws(HostError) -> String {
    try parent(
      of: PathResolver.resolve(path, relativeTo: workingDirectory(), operation: "read"))
  }

  /// Where relative paths start at the prompt and in `-e`.
  public static func workingDirectory() throws(HostError) -> String {
    let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer -> String? in
      guard let start = buffer.baseAddress, csys_working_directory(start, buffer.count) > 0 else {
        return nil
      }
      return String(cString: start)
    }
    guard let path else {
      throw HostError.system("find", "the working directory", code: lastError)
    }
    return path
  }

  // MARK: Flags

  /// `--allow-read=DIR`; a file will do too.
  public mutating func allowReading(in directory: String) throws(HostError) {
    reading.directories.append(Array(try Self.resolvedFlag(directory, "read").utf8))
  }

  /// A file named on the command line.
  public mutating func allowReading(file: String) throws(HostError) {
    reading.files.insert(Array(try Self.resolvedFlag(file, "read").utf8))
  }

  /// `--allow-write=DIR`; a file will do too.
  public mutating func allowWriting(in directory: String) throws(HostError) {
    writing.directories.append(Array(try Self.resolvedFlag(directory, "write").utf8))
  }

  /// `--allow-run`.
  public mutating func allowRunning() { mayRun = true }

  /// `--allow-net`.
  public mutating func allowNetwork() { mayUseNetwork = true }

  // MARK: Questions

  /// The real path to open for what a program calls `path`. Throws where it cannot be found out, or
  /// where the program may not go there; then the message names the flag that would let it.
  ///
  /// `base` is the folder in which relative paths start. What does not exist resolves too, so that a
  /// file can be created or waited for.
  public func resolve(
    _ path: String, for access: Access, relativeTo base: String
  ) throws(HostError) -> String {
    let resolved = try PathResolver.resolve(
      path, relativeTo: base, operation: access.rawValue)
    let scope = access == .read ? reading : writing
    if scope.covers(resolved) { return resolved }
    let flag = "--allow-\(access.rawValue)=\(Self.parent(of: resolved))"
    throw Self.refusal(access.rawValue, path, flag: flag)
  }

  /// Throws where programs may not be started; the message names the flag that would let it.
  public func checkRunning(_ program: String) throws(HostError) {
    if !mayRun { throw Self.refusal("run", program, flag: "--allow-run") }
  }

  /// The same for the network.
  public func checkNetwork(_ url: String) throws(HostError) {
    if !mayUseNetwork { throw Self.refusal("reach", url, flag: "--allow-net") }
  }

  // MARK: Helpers

  private static func refusal(_ operation: String, _ subject: String, flag: String) -> HostError {
    HostError(
      operation: operation, subject: subject, code: Errno.access,
      reason: "a script may not without \(flag)")
  }

  private static func resolvedFlag(_ path: String, _ operation: String) throws(HostError) -> String
  {
    try PathResolver.resolve(path, relativeTo: workingDirectory(), operation: operation)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }
}
