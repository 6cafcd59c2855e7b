@testable import RxpEngine

/// A host without an outside: nothing to read, what is written is dropped, time does not pass.
final class SilentHost: Host {
  /// The time of day, in nanoseconds since 1970.
  var wall = 0
  let isInterrupted = false
  func monotonicNow() -> Int { 0 }
  func wallNow() -> Int { wall }
  func openForReading(_ path: String) throws -> any ByteReader { throw absent(path) }
  func follow(_ path: String) throws -> any ByteReader { throw absent(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter { throw absent(path) }
  let standardInput: any ByteReader = NoReader()
  let standardOutput: any ByteWriter = NoWriter()
  let standardError: any ByteWriter = NoWriter()
  func wait(for readers: [any ByteReader], until deadline: Int?) {}

  private func absent(_ path: String) -> HostError {
    HostError(operation: "open", subject: path, code: 2, reason: "no such file")
  }
}

private final class NoReader: ByteReader {
  let name = "nothing"
  let descriptor: Int32 = -1
  let mayBlock = false
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { .end }
  func close() {}
}

private final class NoWriter: ByteWriter {
  let name = "nothing"
  let isTerminal = false
  func write(_ bytes: UnsafeRawBufferPointer) {}
  func flush() {}
  func close() {}
}
