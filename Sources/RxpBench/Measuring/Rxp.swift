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

extension Runner {
  /// Why a run of rxp has no figure: nil where it has one.
  ///
  /// - Returns: whether rxp refused the program (which it may: the operator is not there yet), or
  ///   failed at it; and its first message.
  func refusal(_ measurement: Measurement) -> (isRefused: Bool, text: String)? {
    if measurement.isSuccess { return nil }
    let message = lastMessages.split(separator: "\n").prefix { !$0.hasPrefix(" ") }.first ?? ""
    switch measurement.ending {
    case .exited(2): return (true, "not yet: \(message)")
    case .exited(let status): return (false, "exit status \(status): \(message)")
    case .killed(let signal): return (false, "killed by signal \(signal) \(message)")
    case .outOfTime: return (false, "no end after \(Int(Self.patience)) s")
    }
  }
}
