/// A program to be started.
public struct ProgramStart: Sendable, Equatable {
  /// Where its standard error goes.
  public enum ErrorOutput: String, Sendable, CaseIterable {
    /// To that of this process.
    case pass
    /// Among its standard output.
    case lines
    /// Kept for the message of its error.
    case gather
    case drop
  }

  /// The program, looked for as a shell does, and its arguments. No shell reads them.
  public var arguments: [Text]
  /// Where it starts; nil: in the working directory.
  public var folder: String?
  public var errorOutput = ErrorOutput.pass
  /// Whether it is fed: without, its standard input is empty.
  public var hasInput = false

  public init(_ arguments: [Text]) { self.arguments = arguments }

  /// What messages call it.
  public var name: String { arguments.first?.string ?? "" }
}

/// A program that was started, as the reader of its standard output: `.end` comes when that is at its
/// end and the program has ended too. Closing it ends the program, whatever it does, with all that it
/// started.
public protocol RunningProgram: ByteReader {
  /// How it ended, once `read` has given `.end`.
  var ending: ProgramEnding? { get }
  /// The last bytes of its standard error, where that is gathered.
  var errors: [UInt8] { get }
  /// Bytes of its standard input that it has not read.
  var waitingInput: Int { get }
  /// Whether it has closed its standard input: what it is fed is dropped.
  var refusesInput: Bool { get }
  /// Hands bytes to its standard input, without waiting.
  func feed(_ bytes: [UInt8])
  /// Its standard input ends behind what it was fed.
  func endInput()
}

public enum ProgramEnding: Sendable, Equatable {
  case exited(Int)
  /// By a signal: its number.
  case killed(Int)

  /// As shells have it: 128 and the signal's number.
  public var status: Int {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}
