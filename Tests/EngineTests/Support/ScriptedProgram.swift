@testable import RxpEngine

/// A program that plays a script: what it writes, how it ends, and how much of its input it reads at
/// each look.
final class ScriptedProgram {
  var output: [ScriptedHost.Piece] = []
  var ending = ProgramEnding.exited(0)
  var errors = ""
  /// Bytes of its input that it reads at each look at its output.
  var appetite = Int.max
  /// It closes its standard input at the first look.
  var closesInput = false
  /// Its output ends with its input.
  var waitsForInput = false

  fileprivate(set) var request: ProgramStart?
  fileprivate(set) var input: [UInt8] = []
  fileprivate(set) var inputHasEnded = false
  /// The most that waited for it.
  fileprivate(set) var mostWaiting = 0
  fileprivate(set) var wasEnded = false

  init(_ output: [ScriptedHost.Piece] = [], ending: ProgramEnding = .exited(0)) {
    self.output = output
    self.ending = ending
  }

  var inputText: String { String(decoding: input, as: UTF8.self) }
}

extension ScriptedHost {
  func start(_ program: ProgramStart) throws -> any RunningProgram {
    guard let script = programs[program.name] else {
      throw HostError(
        operation: "run", subject: program.name, code: 2, reason: "no such file or directory")
    }
    script.request = program
    openFiles += 1
    return RunningScript(script, ScriptedReader(self, program.name, script.output))
  }
}

private final class RunningScript: RunningProgram {
  private let script: ScriptedProgram
  private let output: ScriptedReader
  private var waiting: [UInt8] = []
  private(set) var ending: ProgramEnding?
  private(set) var refusesInput = false

  init(_ script: ScriptedProgram, _ output: ScriptedReader) {
    self.script = script
    self.output = output
  }

  var name: String { output.name }
  let descriptor: Int32 = 0
  let mayBlock = true
  var errors: [UInt8] {
    script.request?.errorOutput == .gather ? Array(script.errors.utf8) : []
  }
  var waitingInput: Int { waiting.count }

  func feed(_ bytes: [UInt8]) {
    waiting += bytes
    script.mostWaiting = max(script.mostWaiting, waiting.count)
  }

  func endInput() { script.inputHasEnded = true }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if script.closesInput {
      refusesInput = true
      waiting = []
    }
    let taken = waiting.prefix(script.appetite)
    script.input += taken
    waiting.removeFirst(taken.count)
    if script.waitsForInput, !script.inputHasEnded || !waiting.isEmpty { return .wouldBlock }
    let result = output.read(into: buffer)
    if result == .end { ending = script.ending }
    return result
  }

  func close() {
    if ending == nil { script.wasEnded = true }
    output.close()
  }
}
