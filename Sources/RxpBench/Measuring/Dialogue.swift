import Glibc

/// A running program that is written to and listened to.
final class Dialogue {
  /// What it talks through.
  enum Channel { case pipes, terminal }

  private static let newSession: Int16 = 0x80
  /// Nothing that works takes so long.
  private static let patience = 10_000

  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  /// What it has written and nobody has asked for yet.
  private var waiting: [UInt8] = []
  private var hasEnded = false

  /// Starts a program in a home of its own; nil where there is no terminal to be had or no such
  /// program.
  init?(_ arguments: [String], through channel: Channel, home: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK)
    var theirs: [Int32] = []
    switch channel {
    case .terminal:
      guard let terminal = PseudoTerminal() else { return nil }
      (input, output) = (terminal.descriptor, terminal.descriptor)
      // The first terminal that a new session opens is its own.
      flags |= Self.newSession
      posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    case .pipes:
      var ends: [Int32] = [-1, -1, -1, -1]
      let areMade = ends.withUnsafeMutableBufferPointer { ends in
        ends.baseAddress.map { pipe($0) == 0 && pipe($0 + 2) == 0 } ?? false
      }
      for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (input, output) = (ends[1], ends[2])
      theirs = [ends[0], ends[3]]
      guard areMade else { return nil }
      posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
      posix_spawn_file_actions_adddup2(&actions, ends[3], 1)
    }
    posix_spawnattr_setflags(&attributes, flags)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let settings = ["TERM=xterm", "LC_ALL=C.UTF-8", "HOME=\(home)", "PATH=\(path)"]
    let words = arguments.map { strdup($0) } + [nil]
    let variables = settings.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
    self.process = process
    for end in theirs { close(end) }
    if code != 0 {
      hasEnded = true
      return nil
    }
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
    close(input)
    if output != input { close(output) }
  }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(input, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Waits until the program has written a text, and forgets all up to it; false where it does not
  /// come.
  func hear(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    while true {
      if let range = waiting.firstRange(of: wanted) {
        waiting.removeSubrange(..<range.upperBound)
        return true
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(Self.patience)) > 0 else { return false }
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return false }
      waiting += piece[..<count]
    }
  }

  /// Lets the program run for so long, reading what it writes.
  func listen(milliseconds: Int) {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    while clock.now < end {
      let rest = clock.now.duration(to: end).milliseconds
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(max(rest.rounded(.up), 1))) > 0 else { continue }
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return }
      waiting += piece[..<count]
    }
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
