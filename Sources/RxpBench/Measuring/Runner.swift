import Glibc

/// Runs programs and measures them, one at a time.
final class Runner {
  /// Where the standard output of a run goes.
  enum Output {
    /// Thrown away: the program pays for its writes and for nobody's reading.
    case discarded
    /// To a file, read afterwards: for answers of a few lines. (grep stops at the first hit where
    /// it sees `/dev/null`.)
    case file
    /// Handed over as it comes, in pieces.
    case reader((UnsafeRawBufferPointer) -> Void)
  }

  /// A program that takes longer is ended and has no answer.
  static let patience = 600.0

  private let outputPath: String
  private let errorPath: String
  private let environment: [String]
  /// Until when figures are taken; nil: as long as it takes.
  private let end: ContinuousClock.Instant?

  /// - Parameters:
  ///   - folder: for what programs write.
  ///   - seconds: for how long figures are taken from now on; nil: as long as it takes.
  init(folder: String, seconds: Int? = nil) {
    end = seconds.map { ContinuousClock.now + .seconds($0) }
    outputPath = "\(folder)/stdout-\(getpid())"
    errorPath = "\(folder)/stderr-\(getpid())"
    // The same for all programs on all machines, so that locale and settings play no part.
    var environment = ["LC_ALL=C"]
    for name in ["PATH", "HOME"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    self.environment = environment
    // Blocked, so that the end of a program can be waited for with a limit of time.
    var signals = childSignal()
    sigprocmask(SIG_BLOCK, &signals, nil)
  }

  deinit {
    unlink(outputPath)
    unlink(errorPath)
  }

  /// Runs a program to its end.
  func run(_ command: Command, output: Output = .file) throws -> Measurement {
    var ends: [Int32] = [-1, -1]
    if case .reader = output {
      guard pipe(&ends) == 0 else { throw failure("make a pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    // A program that was ended for its slowness may have left its signal.
    _ = waitForEnd(until: 0)
    let clock = ContinuousClock()
    let start = clock.now
    let process = try spawn(command, output: output, pipe: ends[1])
    if case .reader(let take) = output {
      close(ends[1])
      drain(ends[0], take)
      close(ends[0])
    }
    let isInTime = waitForEnd(until: Self.patience)
    let wall = start.duration(to: clock.now)
    if !isInTime { kill(process, SIGKILL) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      if errno != EINTR { throw failure("wait for \(command.text)") }
    }
    let ending: Measurement.Ending =
      if !isInTime {
        .outOfTime
      } else if status & 0x7f == 0 {
        .exited(status >> 8 & 0xff)
      } else {
        .killed(signal: status & 0x7f)
      }
    return Measurement(
      cpu: usage.ru_utime.seconds + usage.ru_stime.seconds,
      wall: Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18,
      peakMemory: usage.ru_maxrss * 1024, ending: ending)
  }

  /// Whether figures may still be taken.
  var hasTime: Bool { end.map { ContinuousClock.now < $0 } ?? true }

  /// The standard output of the last run with `.file`.
  var lastOutput: [UInt8] { readFile(outputPath) ?? [] }
  /// The messages of the last run.
  var lastMessages: String { String(decoding: readFile(errorPath) ?? [], as: UTF8.self) }

  private func spawn(_ command: Command, output: Output, pipe: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // New files each time: to end a program that has written to one that was cut before, some file
    // systems wait for the disk.
    unlink(outputPath)
    unlink(errorPath)
    let creating = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    switch output {
    case .discarded: posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    case .file: posix_spawn_file_actions_addopen(&actions, 1, outputPath, creating, 0o600)
    case .reader: posix_spawn_file_actions_adddup2(&actions, pipe, 1)
    }
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, creating, 0o600)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let arguments = command.arguments.map { strdup($0) }
    // The command's own assignments come first: the first of two is the one that counts.
    let variables = (command.environment + environment).map { strdup($0) }
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, command.arguments[0], &actions, &attributes, arguments + [nil], variables + [nil])
    if code != 0 {
      throw BenchError("cannot run \(command.text): \(String(cString: strerror(code)))")
    }
    return process
  }

  /// Waits until a child has ended, for at most so many seconds.
  private func waitForEnd(until seconds: Double) -> Bool {
    var signals = childSignal()
    var limit = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    while sigtimedwait(&signals, nil, &limit) < 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private func drain(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, Int32(Self.patience * 1000)) == 0 { return }
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  private func failure(_ action: String) -> BenchError {
    BenchError("cannot \(action): \(String(cString: strerror(errno)))")
  }
}

private func childSignal() -> sigset_t {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGCHLD)
  return signals
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
