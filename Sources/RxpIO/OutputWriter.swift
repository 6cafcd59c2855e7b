import CSystem
import RxpEngine

/// Bytes to a descriptor through a buffer of its own.
///
/// The buffer is written when it is full, on `flush`, and after each write to a terminal or to
/// standard error. What a failed write could not bring out is given up: the error tells of it once,
/// and later bytes are tried anew.
public final class OutputWriter: ByteWriter {
  static let capacity = 65_536
  /// What can be written to a pipe that polls as writable without blocking (POSIX's least PIPE_BUF).
  private static let guardedCount = 512

  public let name: String
  public let isTerminal: Bool
  private let output: Descriptor
  private let flushesAlways: Bool
  /// Ctrl-C gets out of a write to a pipe, terminal or socket that takes nothing.
  private let stopsOnInterrupt: Bool
  /// Its line is wiped before anything is written to a terminal.
  private let progress: Progress?
  private let buffer: UnsafeMutableRawBufferPointer
  private var used = 0

  init(
    _ output: Descriptor, name: String, flushesAlways: Bool = false, stopsOnInterrupt: Bool = false,
    progress: Progress? = nil
  ) {
    self.output = output
    self.name = name
    isTerminal = csys_is_terminal(output.number) != 0
    self.progress = isTerminal ? progress : nil
    self.flushesAlways = flushesAlways || isTerminal
    self.stopsOnInterrupt = stopsOnInterrupt && output.status?.is_stream == 1
    buffer = .allocate(byteCount: Self.capacity, alignment: 64)
  }

  deinit {
    // Whoever wants to hear of an error has closed before.
    try? close()
    buffer.deallocate()
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    if bytes.count > Self.capacity - used {
      try flush()
      if bytes.count >= Self.capacity {
        try put(bytes)
        return
      }
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: bytes)
    used += bytes.count
    if flushesAlways { try flush() }
  }

  public func flush() throws {
    guard used > 0 else { return }
    let pending = UnsafeRawBufferPointer(rebasing: buffer[..<used])
    used = 0
    try put(pending)
  }

  public func close() throws {
    defer { output.close() }
    try flush()
  }

  /// Writes all of it, in as many calls as it takes.
  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    if let progress, let last = bytes.last {
      progress.hide()
      progress.hasWritten(last)
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      // After Ctrl-C what is ready still comes out, but nothing waits for a reader that is stuck.
      let isStopping = stopsOnInterrupt && csys_interrupt_count() > 0
      if isStopping, !isWritable(within: 0) {
        throw HostError.system("write", name, code: Errno.interrupted)
      }
      let piece = UnsafeRawBufferPointer(
        rebasing: isStopping ? rest.prefix(Self.guardedCount) : rest)
      let count = csys_write(output.number, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = lastError
      switch code {
      case Errno.interrupted: continue
      case Errno.again: _ = isWritable(within: -1)
      default: throw HostError.system("write", name, code: code)
      }
    }
  }

  /// Waits for room; a signal ends the wait too.
  private func isWritable(within nanoseconds: Int64) -> Bool {
    var wait = csys_wait(descriptor: output.number, for_writing: 1, is_ready: 0)
    return csys_wait_for(&wait, 1, nanoseconds) > 0
  }
}
