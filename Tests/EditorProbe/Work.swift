import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the probe does besides reading: ticks, and answers to Tab.
final class Work: EditorDelegate {
  private let editor: LineEditor
  private var due: Int?
  private var ticks = 0
  private var isFlooding = false
  /// SIGUSR1 asks for a line of output: what a background pipeline sends at any time.
  private var asked: [Int32] = [-1, -1]

  init(editor: LineEditor, mode: String) {
    self.editor = editor
    if mode.hasSuffix("ticks") { due = now() }
    isFlooding = mode == "flood"
    if isFlooding { due = now() }
    // As a host does that ends its work in order.
    if mode == "polite" { signal(SIGTERM) { _ in } }
    if mode == "nohup" { signal(SIGHUP, SIG_IGN) }
    signal(SIGINT) { _ in Work.interrupts += 1 }
    pipe(&asked)
    Self.askDescriptor = asked[1]
    signal(SIGUSR1) { _ in _ = write(Work.askDescriptor, "x", 1) }
  }

  /// Written to by the signal handler alone, after it was set once.
  nonisolated(unsafe) static var interrupts = 0
  nonisolated(unsafe) private static var askDescriptor: Int32 = -1

  func readStatements() {
    while true {
      let input = editor.readStatement(
        prompt: "\u{1B}[32mrxp>\u{1B}[0m ", continuation: "...> ", isIncomplete: isIncomplete)
      switch input {
      case .statement("quit"): return
      case .statement("terminal"): editor.printAbove("echo \(echoes ? "on" : "off")")
      case .statement(let text):
        editor.printAbove("statement [\(text.split(separator: "\n").joined(separator: "/"))]")
      case .interrupted(let wasEmpty):
        editor.printAbove(wasEmpty ? "interrupted, empty" : "interrupted")
      case .endOfInput:
        editor.printAbove("end of input")
        return
      }
    }
  }

  func readField() {
    let end = editor.readField(
      prompt: "text> ",
      onChange: { [editor] text in
        editor.printAbove("change [\(text)]")
        if text == "stop" { editor.finish() }
      },
      onReturn: { [editor] text in editor.printAbove("return [\(text)]") })
    editor.printAbove("field \(end)")
  }

  private func isIncomplete(_ text: String) -> Bool {
    text.hasSuffix("|") || text.count { $0 == "(" } > text.count { $0 == ")" }
  }

  // MARK: EditorDelegate

  func nextDeadline() -> Int? { due }

  func descriptors() -> [Int32] { [asked[0]] }

  func service() {
    var request = pollfd(fd: asked[0], events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    if poll(&request, 1, 0) > 0, read(asked[0], &byte, 1) == 1 { editor.printAbove("asked") }
    guard let due, due <= now() else { return }
    ticks += 1
    if isFlooding {
      for line in 1...500 { editor.printAbove("line \((ticks - 1) * 500 + line)") }
      self.due = ticks < 20 ? now() : nil
    } else {
      editor.printAbove("tick \(ticks)")
      self.due = ticks < 3 ? now() + 20_000_000 : nil
    }
  }

  func complete(_ text: String, cursor: Int) -> Completion {
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let word = before.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\n" }.last ?? ""
    let start = before.utf8.count - word.utf8.count
    let names = ["take", "takeLast", "takeUntil", "throttle", "größe"]
    let fitting = names.filter { $0.hasPrefix(word) }
    guard !fitting.isEmpty else { return .none("nothing starts with \(word)") }
    return Completion(
      start: start, candidates: fitting.map { Completion.Candidate($0) },
      detail: fitting.count == 1 ? "\(fitting[0]) N: an example" : nil)
  }

  private var echoes: Bool {
    var settings = termios()
    return tcgetattr(0, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
