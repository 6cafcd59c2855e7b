/// The outside, as a run sees it: files, standard streams, clock and waiting. The engine itself
/// opens nothing; tests, sandboxes and fault injection give it another host.
public protocol Host: AnyObject {
  /// The monotonic clock in nanoseconds; its zero means nothing.
  func monotonicNow() -> Int
  /// Nanoseconds since 1970 in UTC: a value for `now()`, never a driver of operators.
  func wallNow() -> Int

  /// Opens a file for reading. `path` is already resolved and allowed.
  func openForReading(_ path: String) throws -> any ByteReader
  /// Opens a file that grows: the reader goes on after the end, over rotation and truncation.
  func follow(_ path: String) throws -> any ByteReader
  /// Creates or truncates (or, with `append`, extends) a file.
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter
  var standardInput: any ByteReader { get }
  var standardOutput: any ByteWriter { get }
  var standardError: any ByteWriter { get }
  /// Holds the terminal at standard input so that each key comes at once and is not shown; nil where
  /// there is none.
  func holdKeys() throws -> (any KeyHold)?
  /// Starts a program; what it may do is settled already.
  func start(_ program: ProgramStart) throws -> any RunningProgram
  /// Sends a request; where it goes is allowed already.
  func request(_ request: HTTPRequest) throws -> any HTTPExchange

  /// Descriptors that are open on behalf of runs: for tests that none is left.
  var openDescriptors: Int { get }

  /// Sleeps until one of the readers may have something, the instant (monotonic) is reached, or the
  /// user interrupts. `nil`: without a limit of time.
  func wait(for readers: [any ByteReader], until deadline: Int?)

  /// Threads besides the one that runs the loop; nil where there are none.
  var threading: (any Threading)? { get }

  /// Whether the user asked the run to stop (Ctrl-C); set from a signal handler, read by the loop.
  var isInterrupted: Bool { get }
}

extension Host {
  public func holdKeys() throws -> (any KeyHold)? { nil }

  public var openDescriptors: Int { 0 }

  public func request(_ request: HTTPRequest) throws -> any HTTPExchange {
    throw HostError(
      operation: "reach", subject: request.url, code: 0, reason: "there is no network here",
      kind: "http")
  }

  public func start(_ program: ProgramStart) throws -> any RunningProgram {
    throw HostError(
      operation: "run", subject: program.name, code: 0, reason: "there are no programs here")
  }
}

/// A terminal that gives its keys.
public protocol KeyHold: AnyObject {
  /// Gives it back as it was; idempotent.
  func release()
}

/// Bytes from a descriptor. One owner; not for several threads.
public protocol ByteReader: AnyObject {
  /// What messages call it: a path or `standard input`.
  var name: String { get }
  /// For waiting on; -1 where it is always ready.
  var descriptor: Int32 { get }
  /// Whether a read may block (terminal, pipe, socket, followed file): then the loop waits first.
  var mayBlock: Bool { get }
  /// Reads at most `buffer.count` bytes. EINTR never shows.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult
  /// Closes the descriptor; idempotent.
  func close()
}

public enum ReadResult: Equatable, Sendable {
  case bytes(Int)
  /// Nothing now (a pipe without data, a followed file at its end).
  case wouldBlock
  case end
  /// The followed file was replaced or cut: what follows starts a new file. `lost` tells of bytes
  /// that were gone before they could be read.
  case restarted(lost: Bool)
  case failed(HostError)
}

/// A writer of bytes with its own buffer.
public protocol ByteWriter: AnyObject {
  var name: String { get }
  var isTerminal: Bool { get }
  /// Takes the bytes; writes them when its buffer is full, or at once where it must. Short writes
  /// and EINTR never show.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  func flush() throws
  func close() throws
}

/// A failure of the outside: what was tried, on what, and the system's reason.
public struct HostError: Error, Equatable, Sendable {
  public var operation: String
  public var subject: String
  /// `errno`.
  public var code: Int32
  public var reason: String
  /// The kind of the error in the language.
  public var kind: String

  public init(
    operation: String, subject: String, code: Int32, reason: String, kind: String = "io"
  ) {
    self.operation = operation
    self.subject = subject
    self.code = code
    self.reason = reason
    self.kind = kind
  }

  public var message: String { "cannot \(operation) \(subject): \(reason)" }
}

extension HostError {
  /// The reader at the other end has gone.
  public var isClosedPipe: Bool { code == 32 }
}
