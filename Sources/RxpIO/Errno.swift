import CSystem
import RxpEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reason of the last system call that failed; to be read right after it.
var lastError: Int32 { errno }

extension HostError {
  /// A failed system call: `cannot read x.log: permission denied`.
  static func system(_ operation: String, _ subject: String, code: Int32) -> HostError {
    HostError(operation: operation, subject: subject, code: code, reason: reason(of: code))
  }

  /// The system's words for a code, without their capital, since they end a sentence of ours.
  static func reason(of code: Int32) -> String {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      csys_error_text(code, start, buffer.count)
      return String(cString: start)
    }
    // `I/O error` and the like stay as they are.
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
    return first.lowercased() + text.dropFirst()
  }
}

/// The codes that decide what happens next, typed as `errno` is.
enum Errno {
  static let again = EAGAIN
  static let interrupted = EINTR
  static let isDirectory = EISDIR
  static let noEntry = ENOENT
  static let notDirectory = ENOTDIR
  static let invalid = EINVAL
  static let access = EACCES
  static let loop = ELOOP
  static let tooLong = ENAMETOOLONG
}
