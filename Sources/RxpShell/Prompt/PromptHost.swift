import RxpEngine
import RxpIO

/// The outside as a session at the prompt sees it: standard output goes through the editor, so that
/// what sinks write does not disturb the line being typed.
final class PromptHost: Host {
  private let system: SystemHost
  let standardOutput: any ByteWriter

  init(_ system: SystemHost, _ editor: LineEditor) {
    self.system = system
    standardOutput = EditorWriter(editor)
  }

  func monotonicNow() -> Int { system.monotonicNow() }
  func wallNow() -> Int { system.wallNow() }
  func openForReading(_ path: String) throws -> any ByteReader { try system.openForReading(path) }
  func follow(_ path: String) throws -> any ByteReader { try system.follow(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    try system.openForWriting(path, append: append)
  }
  var standardInput: any ByteReader { system.standardInput }
  var standardError: any ByteWriter { system.standardError }
  func wait(for readers: [any ByteReader], until deadline: Int?) {
    system.wait(for: readers, until: deadline)
  }
  var isInterrupted: Bool { system.isInterrupted }
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
