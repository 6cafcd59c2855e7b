import CEdit
import CPty
import Testing

@testable import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program on a pseudo-terminal, the screen it draws and the keys it is sent.
///
/// Nothing here sleeps: each step waits for what it expects on the screen, and a screen that never
/// comes is a failure after `patience`.
final class TerminalSession {
  private let terminal: Int32
  private let process: pid_t
  private var hasEnded = false
  private var isHungUp = false
  private var buffer = [CChar](repeating: 0, count: 65536)
  /// What the program has written since the last resize.
  private(set) var bytesSinceResize = 0
  private(set) var screen: Screen
  let home: String

  /// Only a program that hangs takes so long.
  private static let patience: Int64 = 30_000_000_000

  /// Starts `rxp` itself at its prompt, or with arguments, in a home of its own.
  static func rxp(
    _ arguments: [String] = [], rows: Int = 24, supervised: Bool = false
  ) throws -> TerminalSession {
    try TerminalSession(program: "rxp", arguments, rows: rows, supervised: supervised)
  }

  /// Starts `EditorProbe` in a home of its own.
  convenience init(
    _ mode: String = "statements", columns: Int = 80, rows: Int = 24, history: [String] = [],
    editrc: String = "", supervised: Bool = false, environment: [String: String] = [:]
  ) throws {
    try self.init(
      program: "EditorProbe", [mode], columns: columns, rows: rows, history: history,
      editrc: editrc, supervised: supervised, environment: environment)
  }

  private init(
    program name: String, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    history: [String] = [], editrc: String = "", supervised: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    // Widths are those of the locale, and the tests ask for some themselves.
    _ = cedit_use_utf8_locale()
    home = try TemporaryFolder.make()
    if !history.isEmpty {
      let kept = History(path: home + "/state/rxp/history")
      for statement in history { kept.add(statement) }
    }
    if !editrc.isEmpty { try TemporaryFolder.write(Array(editrc.utf8), to: home + "/.editrc") }
    var variables = [
      "TERM": "xterm", "HOME": home, "XDG_STATE_HOME": home + "/state", "LC_ALL": "C.UTF-8",
      // The runtime's report of a crash would wait for a key.
      "SWIFT_BACKTRACE": "enable=no",
      "PATH": Terminal.environment("PATH") ?? "/usr/bin:/bin",
    ]
    variables.merge(environment) { $1 }
    let program = try Self.program(name)
    var process: pid_t = 0
    terminal = Self.withCStrings([program] + arguments) { arguments in
      Self.withCStrings(variables.map { $0 + "=" + $1 }) { environment in
        cpty_spawn(
          program, arguments, environment, Int32(columns), Int32(rows), supervised ? 1 : 0,
          &process)
      }
    }
    self.process = process
    screen = Screen(columns: columns, rows: rows)
    try #require(terminal >= 0)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      _ = cpty_wait(process)
    }
    if !isHungUp { close(terminal) }
    TemporaryFolder.remove(home)
  }

  // MARK: Keys

  func type(_ text: String) { type(bytes: Array(text.utf8)) }

  /// Sends bytes as the terminal takes them, and reads the screen meanwhile.
  func type(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A terminal whose program is writing takes nothing before that is read.
      rest.prefix(1024).withUnsafeBytes { chunk in
        _ = cpty_write(terminal, chunk.bindMemory(to: CChar.self).baseAddress, chunk.count)
      }
      rest = rest.dropFirst(1024)
      if !rest.isEmpty { take(waiting: 0) }
    }
  }

  /// Resizes the terminal. What it showed is forgotten, so that what comes is drawn anew.
  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    bytesSinceResize = 0
    cpty_resize(terminal, Int32(columns), Int32(rows))
  }

  /// Forgets the output above the line, so that the same can be waited for again.
  func clear() { screen.scrollAway() }

  /// Sends a signal to the program itself.
  func signal(_ number: Int32) { kill(process, number) }

  /// Whether the terminal echoes keys, as it does when no editor reads.
  var echoes: Bool { cpty_echoes(terminal) == 1 }

  // MARK: Expectations

  /// Waits until the screen is as wished; records a failure with the screen where it never is.
  func wait(
    for wish: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isFulfilled: (Screen) -> Bool
  ) throws {
    let deadline = cedit_monotonic_nanoseconds() + Self.patience
    while !isFulfilled(screen) {
      let left = deadline - cedit_monotonic_nanoseconds()
      if left <= 0 || take(waiting: Int32(left / 1_000_000)) <= 0 {
        Issue.record("never came: \(wish)\n\(screen.picture)", sourceLocation: sourceLocation)
        throw ExpectationFailed()
      }
    }
    #expect(screen.unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits for exactly these lines at the end of the screen, the cursor at a place of the last one.
  func expect(
    _ lines: [String], cursor: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wish = lines.joined(separator: "\n") + (cursor.map { "\ncursor after \"\($0)\"" } ?? "")
    try wait(for: wish, sourceLocation: sourceLocation) { screen in
      screen.lines.suffix(lines.count) == lines[...]
        && (cursor == nil || screen.beforeCursor == cursor)
    }
  }

  /// Waits for the prompt with a text typed after it and the cursor at the end.
  func expectPrompt(
    _ typed: String = "", prompt: String = "rxp> ",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait(for: prompt + typed, sourceLocation: sourceLocation) {
      $0.beforeCursor == prompt + typed && $0.isBracketedPasteOn
    }
  }

  /// Waits for a line of output anywhere.
  func expectOutput(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait(for: line, sourceLocation: sourceLocation) { $0.history.contains(line) }
  }

  /// Waits for the end of the program; its exit status.
  func end(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
    while true {
      let count = take(waiting: Int32(Self.patience / 1_000_000))
      if count < 0 { break }
      if count == 0 {
        Issue.record("does not end\n\(screen.picture)", sourceLocation: sourceLocation)
        throw ExpectationFailed()
      }
    }
    hasEnded = true
    return cpty_wait(process)
  }

  /// Closes the terminal; the program's exit status.
  func hangUp() -> Int32 {
    close(terminal)
    isHungUp = true
    hasEnded = true
    return cpty_wait(process)
  }

  struct ExpectationFailed: Error {}

  // MARK: -

  /// Reads what the program has written onto the screen: the count of bytes, 0 when there is nothing
  /// in that time, negative at the end.
  @discardableResult
  private func take(waiting milliseconds: Int32) -> Int {
    let count = cpty_read(terminal, &buffer, buffer.count, milliseconds)
    if count > 0 {
      screen.feed(buffer[..<count].lazy.map { UInt8(bitPattern: $0) })
      bytesSinceResize += count
    }
    return count
  }

  /// A program that is built beside the tests.
  private static func program(_ name: String) throws -> String {
    var folder = String(cString: cpty_folder())
    while !folder.isEmpty {
      let path = folder + "/" + name
      if access(path, X_OK) == 0 { return path }
      folder = String(folder.dropLast(folder.split(separator: "/").last.map { $0.count + 1 } ?? 1))
    }
    Issue.record("\(name) is not built")
    throw ExpectationFailed()
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }
}
