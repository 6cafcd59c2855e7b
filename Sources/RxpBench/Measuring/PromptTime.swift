import Glibc

/// A new terminal without a window, for a program that wants one.
private struct PseudoTerminal {
  // Neither the requests nor the flag are in what Swift sees of the C library.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  static let newSession: Int16 = 0x80

  /// The end on which the user would sit.
  let descriptor: Int32
  /// The name of the program's end.
  let path: String

  init?() {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(descriptor, Self.unlock, &isLocked) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else {
      close(descriptor)
      return nil
    }
    path = "/dev/pts/\(number)"
  }
}

/// Seconds from the start of rxp on a terminal until its prompt stands there, or nil where there is
/// no terminal to be had or no prompt within 10 seconds.
///
/// - Parameter home: a folder whose settings and history it may read.
func promptTime(of rxp: String, home: String) -> Double? {
  guard let terminal = PseudoTerminal() else { return nil }
  defer { close(terminal.descriptor) }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  // The first terminal that a new session opens is its own.
  posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
  posix_spawn_file_actions_adddup2(&actions, 0, 1)
  posix_spawn_file_actions_adddup2(&actions, 0, 2)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(&attributes, PseudoTerminal.newSession)

  var arguments = [strdup(rxp), nil]
  let settings = ["TERM=xterm", "LC_ALL=C.UTF-8", "HOME=\(home)"]
  var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
  defer { for text in arguments + variables { free(text) } }
  let clock = ContinuousClock()
  let start = clock.now
  var process: pid_t = 0
  guard posix_spawn(&process, rxp, &actions, &attributes, &arguments, &variables) == 0 else {
    return nil
  }
  let isThere = waitForPrompt(on: terminal.descriptor)
  let time = start.duration(to: clock.now)
  kill(process, SIGKILL)
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  return isThere
    ? Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds) : nil
}

private func waitForPrompt(on descriptor: Int32) -> Bool {
  let prompt = Array("rxp>".utf8)
  var seen: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4096)
  while true {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) > 0 else { return false }
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else { return false }
    seen += piece[..<count]
    if seen.contains(prompt) { return true }
  }
}
