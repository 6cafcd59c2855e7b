import RxpEngine
import RxpIO

/// The outside as a session at the prompt sees it: standard output goes through the editor, so that
/// what sinks write does not disturb the line being typed; standard input is the editor's while it
/// reads a line.
final class PromptHost: Host {
  private let system: SystemHost
  private let editor: LineEditor
  private weak var keys: PromptKeys?
  let standardInput: any ByteReader
  let standardOutput: any ByteWriter

  init(_ system: SystemHost, _ editor: LineEditor) {
    self.system = system
    self.editor = editor
    standardInput = EditorReader(system.standardInput, editor)
    standardOutput = EditorWriter(editor)
  }

  func monotonicNow() -> Int { system.monotonicNow() }
  func wallNow() -> Int { system.wallNow() }
  func openForReading(_ path: String) throws -> any ByteReader { try system.openForReading(path) }
  func follow(_ path: String) throws -> any ByteReader { try system.follow(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    try system.openForWriting(path, append: append)
  }
  var standardError: any ByteWriter { system.standardError }
  func wait(for readers: [any ByteReader], until deadline: Int?) {
    system.wait(for: readers, until: deadline)
  }
  var isInterrupted: Bool { system.isInterrupted }
  func start(_ program: ProgramStart) throws -> any RunningProgram { try system.start(program) }
  var threading: (any Threading)? { system.threading }
  func request(_ request: HTTPRequest) throws -> any HTTPExchange { try system.request(request) }
  var openDescriptors: Int { system.openDescriptors }

  func holdKeys() -> (any KeyHold)? {
    let made = PromptKeys(system)
    if !editor.isReading { made.take() }
    keys = made
    return made
  }

  /// Does something in which the editor has the terminal.
  func lendingTerminal<Result>(_ body: () -> Result) -> Result {
    keys?.lend()
    defer { keys?.take() }
    return body()
  }
}

/// Holds the terminal for keys while the editor does not have it.
private final class PromptKeys: KeyHold {
  private let system: SystemHost
  private var hold: (any KeyHold)?
  private var isReleased = false

  init(_ system: SystemHost) { self.system = system }

  func take() { if !isReleased, hold == nil { hold = system.holdKeys() } }

  func lend() {
    hold?.release()
    hold = nil
  }

  func release() {
    isReleased = true
    lend()
  }
}

/// Gives what is typed only while the editor does not read it: keys belong to the line.
private final class EditorReader: ByteReader {
  private let terminal: any ByteReader
  private let editor: LineEditor

  init(_ terminal: any ByteReader, _ editor: LineEditor) {
    self.terminal = terminal
    self.editor = editor
  }

  var name: String { terminal.name }
  var descriptor: Int32 { editor.isReading ? -1 : terminal.descriptor }
  let mayBlock = true

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    editor.isReading ? .wouldBlock : terminal.read(into: buffer)
  }

  func close() {}
}

/// Hands whole lines to the editor, which writes them above the line being typed.
private final class EditorWriter: ByteWriter {
  let name = "standard output"
  let isTerminal = true
  private let editor: LineEditor
  private var waiting: [UInt8] = []

  init(_ editor: LineEditor) { self.editor = editor }

  func write(_ bytes: UnsafeRawBufferPointer) {
    waiting.append(contentsOf: bytes)
    guard let end = waiting.lastIndex(of: UInt8(ascii: "\n")) else { return }
    editor.printAbove(String(decoding: waiting[...end], as: UTF8.self))
    waiting.removeSubrange(...end)
  }

  func flush() {}
  func close() {}
}
