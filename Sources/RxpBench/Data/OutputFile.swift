import Glibc

/// A file that is written in large pieces.
final class OutputFile {
  private static let pieceSize = 1 << 16

  private let path: String
  private let descriptor: Int32
  private var pending: [UInt8] = []

  /// Creates or empties the file; with `append` it goes on at the end.
  init(_ path: String, append: Bool = false) throws {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC)
    descriptor = open(path, flags, 0o600)
    if descriptor < 0 { throw failure() }
    pending.reserveCapacity(Self.pieceSize + 1024)
  }

  func write(_ bytes: some Collection<UInt8>) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pieceSize { try flush() }
  }

  func close() throws {
    try flush()
    if Glibc.close(descriptor) != 0 { throw failure() }
  }

  private func flush() throws {
    var start = 0
    while start < pending.count {
      let count = pending.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + start, $0.count - start)
      }
      if count < 0 && errno != EINTR { throw failure() }
      start += max(count, 0)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func failure() -> BenchError {
    BenchError("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
