import class Foundation.Thread
import RxpEngine

/// A host without an outside: what is written is kept, files are texts in memory, the clock stands
/// where a test puts it.
public final class MemoryHost: Host {
  public var clock = 0
  public var files: [String: [UInt8]] = [:]
  public var input: [UInt8] = []
  public var isInterrupted = false
  public let output = MemoryWriter("standard output")
  public let errors = MemoryWriter("standard error")
  public let threading: (any Threading)?

  /// `processors`: for how many threads there are; without, there are none.
  public init(processors: Int? = nil) { threading = processors.map(MemoryThreading.init) }

  public func monotonicNow() -> Int { clock }
  public func wallNow() -> Int { 1_700_000_000_000_000_000 }

  public func openForReading(_ path: String) throws -> any ByteReader {
    guard let bytes = files[path] else {
      throw HostError(operation: "read", subject: path, code: 2, reason: "no such file")
    }
    return MemoryReader(path, bytes)
  }

  public func follow(_ path: String) throws -> any ByteReader { try openForReading(path) }

  public func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    MemoryWriter(path)
  }

  public var standardInput: any ByteReader { MemoryReader("standard input", input) }
  public var standardOutput: any ByteWriter { output }
  public var standardError: any ByteWriter { errors }

  /// Time passes at once.
  public func wait(for readers: [any ByteReader], until deadline: Int?) {
    if let deadline { clock = max(clock, deadline) }
  }
}

/// Threads of the system.
final class MemoryThreading: Threading {
  let processors: Int
  init(processors: Int) { self.processors = processors }

  func makeWaker() throws -> any Waker {
    throw HostError(operation: "make", subject: "a pipe", code: 1, reason: "there are none here")
  }
  func makeHost() -> any Host { MemoryHost() }
  func start(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
}

public final class MemoryReader: SharedReader, @unchecked Sendable {
  public let name: String
  public let descriptor: Int32 = -1
  public let mayBlock = false
  private let bytes: [UInt8]
  private var at = 0

  public init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = min(buffer.count, bytes.count - at)
    if count == 0 { return .end }
    buffer.copyBytes(from: bytes[at..<at + count])
    at += count
    return .bytes(count)
  }

  public var position: Int? { at }

  public func seek(to position: Int) -> Bool {
    at = position
    return true
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) -> ReadResult {
    let count = min(buffer.count, max(bytes.count - position, 0))
    if count == 0 { return .end }
    buffer.copyBytes(from: bytes[position..<position + count])
    return .bytes(count)
  }

  public func count(_ bytes: Int) {}
  public func showProgress() {}
  public func close() {}
}

public final class MemoryWriter: ByteWriter {
  public let name: String
  public let isTerminal = false
  public private(set) var bytes: [UInt8] = []

  public init(_ name: String) { self.name = name }

  public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
  public func flush() {}
  public func close() {}
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
