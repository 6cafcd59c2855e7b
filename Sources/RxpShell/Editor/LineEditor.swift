import CEdit

/// Reads statements and a live text field from a terminal, and lets other work run meanwhile.
///
/// One thread owns it. While it reads it owns the terminal: whatever is written meanwhile goes
/// through `printAbove`.
public final class LineEditor {
  /// How the reading of a statement ended.
  public enum Input: Equatable, Sendable {
    /// The statement as typed, its lines joined by newlines; may be blank.
    case statement(String)
    /// Ctrl-C or `:abort`; `wasEmpty` where nothing was typed that it could clear.
    case interrupted(wasEmpty: Bool)
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// How the live text field ended.
  public enum FieldEnd: Equatable, Sendable {
    case interrupted
    case endOfInput
    /// `finish` was called.
    case finished
  }

  enum Mode {
    case idle
    case statement
    case field(onChange: (String) -> Void, onReturn: (String) -> Void)
  }

  enum Ending {
    case interrupted, endOfInput, finished
  }

  public weak var delegate: (any EditorDelegate)?
  public let history: History

  let input: Int32
  let output: Int32
  let isDumb: Bool
  /// libedit; nil only before it is opened.
  var handle: OpaquePointer?

  var mode = Mode.idle
  /// Set when the line that is read ends without Return.
  var ending: Ending?
  /// Whether the screen's cursor has gone below a line that ended so.
  var isLineLeft = false
  /// The terminal is gone: nothing can be read any more.
  var isClosed = false
  /// The lines of the statement before the current one.
  var earlierLines: [String] = []
  /// What the field last told.
  var toldText = ""

  var prompt = PromptText("")
  /// The prompt's code points where libedit can see them.
  var promptStorage: UnsafeMutablePointer<UInt32>?
  var size = Terminal.Size.standard

  var decoder = KeyDecoder()
  /// Bytes read and not yet taken.
  var bytes: [UInt8] = []
  var bytesTaken = 0
  var isPasting = false

  /// Output that waits to be written above the line.
  var above: [UInt8] = []
  var lastRedraw = 0
  var mustRedraw = false
  var mayBeMisdrawn = false

  var recall: Recall?
  /// Where libedit's own walk through the history stands.
  var builtinPosition = 0
  /// What the last Tab found, and the line it left.
  var lastCompletion: LastCompletion?

  /// An editor on the terminal behind two descriptors; nil where they are not both a terminal.
  public init?(
    program: String = "rxp", input: Int32 = 0, output: Int32 = 1, history: History
  ) {
    guard Terminal.isTerminal(input), Terminal.isTerminal(output) else { return nil }
    self.input = input
    self.output = output
    self.history = history
    isDumb = Terminal.isDumb()
    _ = cedit_use_utf8_locale()
    guard open(program) else { return nil }
  }

  deinit {
    if let handle { cedit_close(handle) }
    promptStorage?.deallocate()
  }

  // MARK: Reading

  /// Reads a statement: a line, and further lines while `isIncomplete` says so of what there is. A
  /// blank line then ends it as it stands, for its message to say what is missing; Ctrl-C and
  /// `:abort` drop it. What is pasted at once is one statement.
  public func readStatement(
    prompt: String, continuation: String, isIncomplete: (String) -> Bool
  ) -> Input {
    guard begin(.statement) else { return .endOfInput }
    defer { end() }
    earlierLines = []
    defer { earlierLines = [] }
    while true {
      setPrompt(PromptText(earlierLines.isEmpty ? prompt : continuation))
      switch readLine() {
      case .statement(let line):
        let isBlank = !line.utf8.contains { $0 > 0x20 }
        if !earlierLines.isEmpty {
          if isBlank { return accept(earlierLines.joined(separator: "\n")) }
          if line.split(separator: " ") == [":abort"] { return .interrupted(wasEmpty: false) }
        }
        earlierLines.append(line)
        let text = earlierLines.joined(separator: "\n")
        if isBlank || !isIncomplete(text) { return accept(text) }
      case .interrupted(let wasEmpty):
        return .interrupted(wasEmpty: wasEmpty && earlierLines.isEmpty)
      case .endOfInput:
        return earlierLines.isEmpty || isClosed ? .endOfInput : .interrupted(wasEmpty: false)
      }
    }
  }

  /// Keeps a field open at the bottom of the screen: `onChange` is told the text after each key that
  /// changed it, `onReturn` on Return, which leaves it as it is. Ctrl-C, Ctrl-D and `finish` end it.
  public func readField(
    prompt: String, onChange: @escaping (String) -> Void, onReturn: @escaping (String) -> Void
  ) -> FieldEnd {
    guard begin(.field(onChange: onChange, onReturn: onReturn)) else { return .endOfInput }
    defer { end() }
    toldText = ""
    setPrompt(PromptText(prompt))
    while true {
      switch readLine() {
      // A key of the user's own that ends lines: the field goes on, empty.
      case .statement(let text): onReturn(text)
      case .interrupted: return ending == .finished ? .finished : .interrupted
      case .endOfInput: return .endOfInput
      }
    }
  }

  /// Ends the live text field, for example because what it feeds has ended. Without a field it does
  /// nothing.
  public func finish() {
    if case .field = mode, ending == nil { ending = .finished }
  }

  /// Whether a line is being read.
  public var isReading: Bool {
    if case .idle = mode { return false }
    return true
  }

  // MARK: -

  private func accept(_ text: String) -> Input {
    history.add(text)
    return .statement(text)
  }

  private func begin(_ mode: Mode) -> Bool {
    guard case .idle = self.mode, let handle, !isClosed else { return false }
    var forwards: Int32 = 0
    // A field's run is stopped by the signal itself, even where it keeps the thread busy.
    if case .field = mode { forwards = 1 }
    guard cedit_enter(input, output, isDumb ? 0 : 1, forwards) == 0 else { return false }
    // Terminal settings made meanwhile (by a program that was run) are looked at anew.
    cedit_set_raw(handle, 0)
    self.mode = mode
    return true
  }

  private func end() {
    if let handle { cedit_set_raw(handle, 0) }
    cedit_leave()
    mode = .idle
    writeWaiting()
  }

  /// Reads one line, without its newline.
  private func readLine() -> Input {
    guard let handle else { return .endOfInput }
    ending = nil
    isLineLeft = false
    mustRedraw = false
    recall = nil
    lastCompletion = nil
    builtinPosition = 0
    size = Terminal.size(of: input)
    // libedit would do it after the prompt is seen, and keys that follow it at once be echoed.
    cedit_set_raw(handle, 1)
    let length = cedit_read_line(handle)
    switch ending {
    case .interrupted, .finished:
      return .interrupted(wasEmpty: text.isEmpty)
    case .endOfInput:
      return .endOfInput
    case nil:
      if length > 0 {
        writeWaiting()
        let line = text
        return .statement(line.last == "\n" ? String(line.dropLast()) : line)
      }
      write("\r\n")
      writeWaiting()
      return .endOfInput
    }
  }
}
