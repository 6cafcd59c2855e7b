import CSystem
import RxpEngine
import Synchronization

/// The real outside: this process's files, standard streams, clocks and signals.
///
/// All waiting is one poll over the readers and the pipe that Ctrl-C writes to. For one thread.
public final class SystemHost: Host {
  /// How long one wait may last when the system refuses to poll, so that nothing spins.
  private static let refusedWait: Int64 = 10_000_000

  private let catches: Bool
  /// The pipe that Ctrl-C writes to; -1 for none.
  private let interrupts: Int32
  private var waits: [csys_wait] = []
  /// What is shown of the reading of files; nil where nothing is.
  private(set) var progress: Progress?

  /// With `catchingInterrupts` Ctrl-C and SIGTERM set `isInterrupted` in place of ending the process;
  /// without, the host knows nothing of them. SIGPIPE is ignored either way: a closed pipe is an
  /// error of a write.
  public init(catchingInterrupts: Bool = true) {
    csys_hold_standard_descriptors()
    csys_ignore_sigpipe()
    catches = catchingInterrupts
    interrupts = catchingInterrupts ? csys_catch_interrupts() : -1
  }

  // MARK: Progress

  /// From now on the reading of files is shown while it lasts. Before any stream is asked for.
  public func show(_ progress: Progress) { self.progress = progress }

  /// Takes what is shown away for good.
  public func finishProgress() { progress?.finish() }

  public let threading: (any Threading)? = SystemThreading()

  // MARK: Clocks

  public func monotonicNow() -> Int { Int(csys_monotonic_now()) }
  public func wallNow() -> Int { Int(csys_wall_now()) }

  // MARK: Files

  public func openForReading(_ path: String) throws -> any ByteReader {
    let file = try Descriptor(reading: path)
    return try Self.reader(of: file, name: path, progress: progress)
  }

  public func follow(_ path: String) throws -> any ByteReader {
    try FollowReader.follow(path)
  }

  public func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    OutputWriter(
      try Descriptor(writing: path, append: append), name: path, stopsOnInterrupt: catches,
      progress: progress)
  }

  /// The reader that suits what a descriptor stands for.
  static func reader(
    of file: Descriptor, name: String, progress: Progress? = nil
  ) throws(HostError) -> any ByteReader {
    // Without a status reading it will tell what is wrong.
    guard let status = file.status else { return FileReader(file, name: name) }
    if status.is_directory != 0 {
      throw HostError.system("read", name, code: Errno.isDirectory)
    }
    return status.is_stream != 0
      ? PipeReader(file, name: name, progress: progress)
      : FileReader(file, name: name, progress: progress)
  }

  // MARK: Standard streams

  public private(set) lazy var standardInput: any ByteReader = {
    let input = Descriptor(borrowing: 0)
    let isStream = input.status.map { $0.is_stream != 0 } ?? false
    return isStream
      ? PipeReader(input, name: "standard input", progress: progress)
      : FileReader(input, name: "standard input", progress: progress)
  }()

  public private(set) lazy var standardOutput: any ByteWriter =
    OutputWriter(
      Descriptor(borrowing: 1), name: "standard output", stopsOnInterrupt: catches,
      progress: progress)

  public private(set) lazy var standardError: any ByteWriter =
    OutputWriter(
      Descriptor(borrowing: 2), name: "standard error", flushesAlways: true,
      stopsOnInterrupt: catches, progress: progress)

  public func holdKeys() -> (any KeyHold)? { KeyTerminal() }

  // MARK: Programs

  public func start(_ program: ProgramStart) throws -> any RunningProgram {
    // What it writes to the terminal begins on a line of its own.
    if program.errorOutput == .pass { progress?.hide() }
    return try ProgramReader(program)
  }

  // MARK: The network

  private var network: HTTPClient?
  /// Workers ask too.
  private let networkLock = Mutex(())

  public func request(_ request: HTTPRequest) throws -> any HTTPExchange {
    let client = try networkLock.withLock { _ in
      let client = try network ?? HTTPClient()
      network = client
      return client
    }
    return try client.start(request)
  }

  // MARK: The end

  public var openDescriptors: Int { DescriptorCount.live }

  /// Lets go of the network, and waits until the programs that are being ended are gone: before the
  /// process ends.
  public func close() {
    network?.close()
    network = nil
    csys_programs_await()
  }

  // MARK: Waiting

  public func wait(for readers: [any ByteReader], until deadline: Int?) {
    if isInterrupted { return }
    var limit: Int64 = -1
    if let deadline {
      let (rest, overflow) = deadline.subtractingReportingOverflow(monotonicNow())
      if !overflow, rest <= 0 { return }
      limit = overflow ? -1 : Int64(rest)
    }
    progress?.drawWhenDue()
    if let drawing = progress?.nextDrawing {
      let rest = Int64(max(drawing - monotonicNow(), 0))
      limit = limit < 0 ? rest : min(limit, rest)
    }
    waits.removeAll(keepingCapacity: true)
    waits.append(csys_wait(descriptor: interrupts, for_writing: 0, is_ready: 0))
    for reader in readers {
      if !reader.mayBlock { return }
      if let interval = (reader as? any RecheckedReader)?.recheckInterval {
        limit = limit < 0 ? interval : min(limit, interval)
      }
      waits.append(csys_wait(descriptor: reader.descriptor, for_writing: 0, is_ready: 0))
    }
    let ready = waits.withUnsafeMutableBufferPointer {
      csys_wait_for($0.baseAddress, $0.count, limit)
    }
    if ready < 0 {
      _ = csys_wait_for(nil, 0, limit < 0 ? Self.refusedWait : min(limit, Self.refusedWait))
    }
  }

  // MARK: Interrupts

  public var isInterrupted: Bool { catches && csys_interrupt_count() > 0 }

  /// Whether Ctrl-C came twice within a second: then nothing is waited for any more.
  public var isInterruptForced: Bool { catches && csys_interrupt_is_forced() != 0 }

  /// Before the next run: the presses so far have been answered.
  public func forgetInterrupts() { csys_forget_interrupts() }
}

/// A reader that is to be looked at from time to time, though nothing calls.
protocol RecheckedReader: ByteReader {
  /// The longest time to go without a look, in nanoseconds; nil: none is needed.
  var recheckInterval: Int64? { get }
}
