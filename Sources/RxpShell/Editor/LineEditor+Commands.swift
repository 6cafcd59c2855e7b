import CEdit

/// The commands that the editor adds to libedit's, and their keys.
extension LineEditor {
  enum Command: Int32, CaseIterable {
    case complete, search, previous, next, oldest, newest, paste, ignore

    /// What `~/.editrc` calls it.
    var name: String { "rxp-\(self)" }

    var help: String {
      switch self {
      case .complete: "Complete the word at the cursor"
      case .search: "Search the history for a text"
      case .previous: "Line above, or the statement before that starts as this one"
      case .next: "Line below, or the statement after that starts as this one"
      case .oldest: "The first statement of the history"
      case .newest: "Back from the history"
      case .paste: "Take pasted text"
      case .ignore: "Do nothing"
      }
    }
  }

  /// Keys that builds of libedit disagree on; `~/.editrc` is read after them. `\e` stands for ESC.
  static let bindings: [(keys: [String], command: String)] = [
    (["^I"], "rxp-complete"),
    (["^R"], "rxp-search"),
    (["^P", "\\e[A", "\\eOA", "\\e[5~"], "rxp-previous"),
    (["^N", "\\e[B", "\\eOB", "\\e[6~"], "rxp-next"),
    (["\\e<"], "rxp-oldest"),
    (["\\e>"], "rxp-newest"),
    (["\\e[200~"], "rxp-paste"),
    (["^A", "\\e[H", "\\eOH", "\\e[1~", "\\e[7~"], "ed-move-to-beg"),
    (["^E", "\\e[F", "\\eOF", "\\e[4~", "\\e[8~"], "ed-move-to-end"),
    (["\\e[C", "\\eOC"], "ed-next-char"),
    (["\\e[D", "\\eOD"], "ed-prev-char"),
    (["\\e[3~"], "ed-delete-next-char"),
    (["\\ef", "\\e[1;5C", "\\e[1;3C", "\\e[5C", "\\eOc"], "em-next-word"),
    (["\\eb", "\\e[1;5D", "\\e[1;3D", "\\e[5D", "\\eOd"], "ed-prev-word"),
    (["\\ed", "\\e[3;5~"], "em-delete-next-word"),
    (["^W", "\\e^?", "\\e^H"], "ed-delete-prev-word"),
    // Keys without a meaning here, which otherwise would leave signs in the line.
    (["\\e[201~", "\\e[2~", "\\e[Z", "\\e[I", "\\e[O"], "rxp-ignore"),
    (
      ["\\eOP", "\\eOQ", "\\eOR", "\\eOS", "\\e[15~", "\\e[17~", "\\e[18~", "\\e[19~"], "rxp-ignore"
    ),
    (["\\e[20~", "\\e[21~", "\\e[23~", "\\e[24~", "\\e[1;2A", "\\e[1;2B"], "rxp-ignore"),
    (["\\e[1;2C", "\\e[1;2D", "\\e[1;5A", "\\e[1;5B", "\\e[1;3A", "\\e[1;3B"], "rxp-ignore"),
  ]

  /// Opens libedit; false where it cannot be had.
  func open(_ program: String) -> Bool {
    var callbacks = cedit_callbacks(
      read_key: { LineEditor.of($0)?.readKey() ?? -1 },
      prompt: { LineEditor.of($0)?.promptStorage.map { UnsafePointer($0) } },
      command: { LineEditor.of($0)?.run($1) ?? Int32(CEDIT_BEEP) },
      history: { LineEditor.of($0)?.builtinStep($1) })
    setPrompt(PromptText(""))
    // Not retained: the editor closes libedit before it goes.
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard cedit_enter(input, output, 0, 0) == 0 else { return false }
    // Opening changes the terminal's settings; leaving gives them back.
    defer { cedit_leave() }
    handle = cedit_open(program, input, output, &callbacks, context)
    guard let handle else { return false }
    for command in Command.allCases {
      cedit_add_command(handle, command.rawValue, command.name, command.help)
    }
    // First which keys in general, since that drops all that is bound; then ours; then the user's.
    cedit_source(handle, Int32(CEDIT_EDITOR_LINES))
    cedit_is_vi(handle) == 0 ? bindForEmacs(handle) : bindForVi(handle)
    cedit_source(handle, Int32(CEDIT_OTHER_LINES))
    return true
  }

  private func bindForEmacs(_ handle: OpaquePointer) {
    for (keys, command) in Self.bindings {
      for key in keys { cedit_bind(handle, key, command) }
    }
  }

  /// What vi has no key of its own for. ESC must stay a key by itself there; in command mode the rest
  /// of a sequence follows it.
  private func bindForVi(_ handle: OpaquePointer) {
    for (keys, command) in Self.bindings {
      for key in keys {
        if key.hasPrefix("\\e[") || key.hasPrefix("\\eO") {
          cedit_bind_vi_command(handle, String(key.dropFirst(2)), command)
        } else if ["^I", "^R", "^P", "^N"].contains(key) {
          cedit_bind(handle, key, command)
        }
      }
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> LineEditor? {
    context.map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
  }

  private func run(_ number: Int32) -> Int32 {
    guard let command = Command(rawValue: number) else { return Int32(CEDIT_BEEP) }
    switch command {
    case .ignore: return Int32(CEDIT_NORMAL)
    case .paste: return takePaste()
    default: break
    }
    // A field has neither history nor words to complete.
    guard case .statement = mode else { return Int32(CEDIT_BEEP) }
    switch command {
    case .complete: return complete()
    case .search: return search()
    case .previous: return previous()
    case .next: return next()
    case .oldest: return show(history.count > 0 ? 0 : nil)
    case .newest: return leaveHistory()
    case .paste, .ignore: return Int32(CEDIT_NORMAL)
    }
  }
}
