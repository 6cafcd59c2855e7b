import Glibc

/// The rxp that is measured.
struct Rxp {
  let path: String
  /// What `--version` says, or nil.
  let version: String?

  /// - Parameter path: where it is; nil: beside the running program.
  init(path: String?, runner: Runner) throws {
    self.path = try path ?? Self.beside()
    guard access(self.path, X_OK) == 0 else {
      throw BenchError(
        "no rxp at \(self.path): swift build -c release --product rxp, or --rxp PATH")
    }
    let isKnown = try runner.run(Command("rxp --version") { [path = self.path] _ in path })
      .isSuccess
    let output = String(decoding: runner.lastOutput.prefix { $0 != 10 }, as: UTF8.self)
    version = isKnown && !output.isEmpty ? output : nil
  }

  /// A command line that begins with `rxp`.
  func command(_ text: String) -> Command { Command(text) { _ in path } }

  private static func beside() throws -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
      $0.withMemoryRebound(to: CChar.self) {
        $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? 0
      }
    }
    let program = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    guard let slash = program.lastIndex(of: "/") else { throw BenchError("where am I?") }
    return "\(program[..<slash])/rxp"
  }
}

/// Why a run of rxp has no figure.
struct NoFigure: Error {
  /// Whether that is rxp's fault. It is not where rxp refuses the program (an operator is not there
  /// yet), nor where somebody else ended it.
  let isFailure: Bool
  let text: String

  /// The machine was too busy for all of the quick form.
  static let outOfTime = NoFigure(isFailure: false, text: "no time left")
}

extension Runner {
  /// Runs rxp; a run that does not succeed has no figure.
  func figure(_ command: Command, output: Output = .file) throws -> Measurement {
    if !hasTime { throw NoFigure.outOfTime }
    let measurement = try run(command, output: output)
    if let reason = reason(of: measurement.ending) { throw reason }
    return measurement
  }

  private func reason(of ending: Measurement.Ending) -> NoFigure? {
    let message = lastMessages.split(separator: "\n").first ?? ""
    switch ending {
    case .exited(0):
      return nil
    case .exited(2) where message.hasPrefix("error["):
      return NoFigure(isFailure: false, text: "not yet: \(message)")
    case .exited(1) where message.hasPrefix("error[E0403]"):
      return NoFigure(isFailure: false, text: "refused: \(message)")
    case .exited(let status):
      return NoFigure(isFailure: true, text: "exit status \(status): \(message)")
    case .killed(signal: 9):
      // No program does this to itself: another user did, or the kernel that is short of memory.
      return NoFigure(isFailure: false, text: "ended from outside")
    case .killed(let signal):
      return NoFigure(isFailure: true, text: "killed by signal \(signal): \(message)")
    case .outOfTime:
      return NoFigure(isFailure: true, text: "no end after \(Int(Self.patience)) s")
    }
  }
}
