@testable import RxpEngine

/// An outside in memory that plays a script: readers give pieces, silences, restarts and failures as
/// told, writers fail when told, and whatever is left open is counted.
final class ScriptedHost: Host {
  enum Piece: Sendable {
    case bytes([UInt8])
    /// Nothing for now; there is more after the next wait.
    case silence
    case restart(lost: Bool)
    case failure

    static func text(_ text: String) -> Piece { .bytes(Array(text.utf8)) }
  }

  var files: [String: [Piece]] = [:]
  var input: [Piece] = []
  /// Most bytes that one read gives.
  var readSize = Int.max
  /// Bytes that all writers together take before they fail, with this errno.
  var room = Int.max
  var writeError: Int32 = 28
  /// Failures to write come at the flush, as with a buffer.
  var buffers = false

  /// Standard input is a terminal, which can be held for its keys.
  var isTerminal = false
  fileprivate(set) var heldTerminals = 0
  /// The real clock, and how far a wait brings it at most.
  var clock = 0
  var longestWait = 0

  /// By name; others are not there.
  var programs: [String: ScriptedProgram] = [:]
  /// By URL; others are not reached.
  var answers: [String: ScriptedAnswer] = [:]

  var openFiles = 0
  fileprivate(set) var written: [String: [UInt8]] = [:]
  fileprivate(set) var waits = 0
  var isInterrupted = false

  private(set) lazy var standardInput: any ByteReader = ScriptedReader(
    self, "standard input", input)
  /// Plays standard input again from its start.
  func rewind() { standardInput = ScriptedReader(self, "standard input", input) }
  private(set) lazy var standardOutput: any ByteWriter = ScriptedWriter(self, "standard output")
  private(set) lazy var standardError: any ByteWriter = ScriptedWriter(
    self, "standard error", isReliable: true)

  func monotonicNow() -> Int { clock }
  func wallNow() -> Int { 0 }

  func openForReading(_ path: String) throws -> any ByteReader {
    guard let pieces = files[path] else {
      throw HostError(operation: "read", subject: path, code: 2, reason: "no such file")
    }
    openFiles += 1
    return ScriptedReader(self, path, pieces)
  }

  func follow(_ path: String) throws -> any ByteReader { try openForReading(path) }

  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    if path.contains("missing/") {
      throw HostError(operation: "write", subject: path, code: 2, reason: "no such folder")
    }
    openFiles += 1
    if !append { written[path] = [] }
    return ScriptedWriter(self, path)
  }

  func wait(for readers: [any ByteReader], until deadline: Int?) {
    waits += 1
    if let deadline { clock = max(clock, min(deadline, clock + longestWait)) }
  }

  func holdKeys() -> (any KeyHold)? { isTerminal ? ScriptedKeys(self) : nil }

  func text(_ name: String) -> String? {
    written[name].map { String(decoding: $0, as: UTF8.self) }
  }
  var output: String { text("standard output") ?? "" }
  var errors: String { text("standard error") ?? "" }
}

private final class ScriptedKeys: KeyHold {
  private let host: ScriptedHost
  private var isHeld = true

  init(_ host: ScriptedHost) {
    self.host = host
    host.heldTerminals += 1
  }

  func release() {
    if isHeld { host.heldTerminals -= 1 }
    isHeld = false
  }
}

final class ScriptedReader: ByteReader {
  let name: String
  let descriptor: Int32 = 0
  let mayBlock: Bool
  private let host: ScriptedHost
  private var pieces: ArraySlice<ScriptedHost.Piece>
  private var current: ArraySlice<UInt8> = []
  private var isOpen = true

  init(_ host: ScriptedHost, _ name: String, _ pieces: [ScriptedHost.Piece]) {
    self.host = host
    self.name = name
    self.pieces = pieces[...]
    mayBlock = pieces.contains { if case .silence = $0 { true } else { false } }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if !isOpen { return failure }
    while current.isEmpty {
      switch pieces.popFirst() {
      case .bytes(let bytes)?: current = bytes[...]
      case .silence?: return .wouldBlock
      case .restart(let lost)?: return .restarted(lost: lost)
      case .failure?: return failure
      case nil: return .end
      }
    }
    let piece = current.prefix(min(buffer.count, host.readSize))
    buffer.copyBytes(from: piece)
    current = current.dropFirst(piece.count)
    return .bytes(piece.count)
  }

  private var failure: ReadResult {
    .failed(HostError(operation: "read", subject: name, code: 5, reason: "it is broken"))
  }

  func close() {
    if isOpen, name != "standard input" { host.openFiles -= 1 }
    isOpen = false
  }
}

private final class ScriptedWriter: ByteWriter {
  let name: String
  let isTerminal = false
  private let isReliable: Bool
  private unowned let host: ScriptedHost
  private var waiting: [UInt8] = []
  private var isOpen = true

  init(_ host: ScriptedHost, _ name: String, isReliable: Bool = false) {
    self.host = host
    self.name = name
    self.isReliable = isReliable
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    waiting.append(contentsOf: bytes)
    if !host.buffers || isReliable { try flush() }
  }

  func flush() throws {
    let bytes = waiting
    waiting = []
    if !isReliable {
      guard bytes.count <= host.room else {
        throw HostError(
          operation: "write", subject: name, code: host.writeError, reason: "no space left")
      }
      host.room -= bytes.count
    }
    host.written[name, default: []].append(contentsOf: bytes)
  }

  func close() throws {
    if !isOpen { return }
    isOpen = false
    host.openFiles -= 1
    try flush()
  }
}
